import type { ContextItem } from "../promptContract";
import { shorten } from "./shorten";

/** What the editor gave, as a tool's result: its text, and in brackets what has to be said about it. */
export function itemText(item: ContextItem, more: readonly string[] = []): string {
  const { text, lines, isCut } = shorten(item.text);
  const notes = [...(item.notes ?? []), ...more];
  if (isCut)
    notes.push(item.kind === "lines" ? cutLines(item.first, lines) : `Cut: the first ${lines} lines are here.`);
  return joinNotes(text, notes);
}

function cutLines(first: number, count: number): string {
  const last = first + count - 1;
  return `Cut: lines ${first} to ${last} are here; ask for those from ${last + 1} on.`;
}

/** A text, and below it each note in brackets. */
export function joinNotes(text: string, notes: readonly string[]): string {
  const below = notes.map((note) => `[${note}]`).join("\n");
  return text === "" ? below : [text, ...(below === "" ? [] : [below])].join("\n\n");
}
