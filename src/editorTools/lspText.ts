/** What language servers answered, as text. */
import type { LspEdit, LspPlace, LspSymbol } from "../editorContract";
import { FileLines, shownLine } from "./fileLines";
import { joinNotes } from "./itemText";

/** How a path is called: relative below pi's folder. */
export type PathName = (path: string) => string;

/** One place a line, with its text. */
export async function placesText(found: readonly LspPlace[], total: number, nameOf: PathName): Promise<string> {
  const files = new FileLines();
  const rows = found.map(async ({ path, line, text }) => {
    const shown = shownLine(text ?? (await files.at(path, line - 1)));
    return `${nameOf(path)}:${line}: ${shown}`;
  });
  return joinNotes((await Promise.all(rows)).join("\n"), cutNotes(found.length, total));
}

export function symbolsText(found: readonly LspSymbol[], total: number, nameOf: PathName): string {
  const rows = found.map(({ name, kind, path, container, line, last, depth }) => {
    if (path !== undefined) return `${nameOf(path)}:${line}: ${kind} ${name}${container ? ` in ${container}` : ""}`;
    const lines = last === undefined || last === line ? `${line}` : `${line}-${last}`;
    return `${"  ".repeat(depth)}${kind} ${name}: ${lines}`;
  });
  return joinNotes(rows.join("\n"), cutNotes(found.length, total));
}

/** For each edit of a rename the lines before and after. */
export async function renameText(found: readonly LspEdit[], total: number, nameOf: PathName): Promise<string> {
  const files = new FileLines();
  const rows: string[] = [];
  for (const [place, edits] of groupByLine(found)) {
    const [first] = edits as [LspEdit];
    const before = first.text ?? (await files.at(first.path, first.start.line));
    rows.push(`${nameOf(first.path)}:${place}`, `- ${shownLine(before)}`, `+ ${shownLine(applyAll(before, edits))}`);
  }
  const count = `${total} ${total === 1 ? "place" : "places"} would change; nothing has been changed.`;
  return joinNotes(rows.join("\n"), [...cutNotes(found.length, total), count]);
}

/** Edits of one line are shown together. */
function groupByLine(edits: readonly LspEdit[]): Iterable<readonly [number, readonly LspEdit[]]> {
  const groups = new Map<string, [number, LspEdit[]]>();
  for (const edit of edits) {
    const key = `${edit.start.line}:${edit.path}`;
    const group = groups.get(key) ?? [edit.start.line + 1, []];
    group[1].push(edit);
    groups.set(key, group);
  }
  return groups.values();
}

/** From the last to the first, so that no edit moves another. */
function applyAll(line: string, edits: readonly LspEdit[]): string {
  const last = [...edits].sort((a, b) => b.start.character - a.start.character);
  return last.reduce((text, { start, end, newText, encoding }) => {
    const until = end.line === start.line ? end.character : Number.POSITIVE_INFINITY;
    return (
      text.slice(0, unitsAt(text, start.character, encoding)) + newText + text.slice(unitsAt(text, until, encoding))
    );
  }, line);
}

/** A position in units of an LSP encoding, in those of JavaScript. */
function unitsAt(line: string, character: number, encoding: string): number {
  if (encoding === "utf-8") return Buffer.from(line).subarray(0, character).toString().length;
  if (encoding === "utf-32") return [...line].slice(0, character).join("").length;
  return Math.min(character, line.length);
}

function cutNotes(count: number, total: number): string[] {
  return total > count ? [`Cut: ${count} of ${total} are here.`] : [];
}
