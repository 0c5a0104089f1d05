/** A call of `edit` or `write` as the user wants it, in place of what the model proposed. */
import { diffLines, type LineHunk } from "../changes/lineDiff";
import type { ToolCall, ToolInput } from "../extension/wire";
import type { Proposal } from "./proposal";

/** Lines of the note about it that the model reads. */
const MOST_NOTE_LINES = 200;

export interface ChangedCall {
  readonly input: ToolInput;
  /** What the model reads with the result. */
  readonly note: string;
}

/** @param wanted the file's text, which is neither the present nor the proposed one. */
export function changedCall({ toolName, input }: ToolCall, { before, after }: Proposal, wanted: string): ChangedCall {
  return {
    input: toolName === "write" ? writeInput(input, wanted) : { ...input, edits: editsBetween(before, wanted) },
    note: noteOn(after, wanted),
  };
}

/** With the line breaks and the BOM that the model's text has. */
function writeInput(input: ToolInput, wanted: string): ToolInput {
  const proposed = String(input.content);
  const text = proposed.includes("\r\n") ? wanted.replaceAll("\n", "\r\n") : wanted;
  return { ...input, content: proposed.startsWith("\uFEFF") ? `\uFEFF${text}` : text };
}

/** Changes that become one replacement, with the unchanged lines around and between them. */
interface Group {
  readonly first: LineHunk;
  readonly last: LineHunk;
  /** Lines of the old text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Replacements that make the one text of the other. Each old text is there once, also for pi's rough comparison. */
export function editsBetween(before: string, wanted: string): { oldText: string; newText: string }[] {
  const [old, now] = [withBreaks(before), withBreaks(wanted)];
  const loose = looseText(before);
  const isOnce = ({ start, end }: Group) => occursOnce(loose, looseText(old.slice(start, end).join("")));
  const groups: Group[] = [];
  for (const hunk of diffLines(old, now)) {
    let group: Group = { first: hunk, last: hunk, start: hunk.oldStart, end: hunk.oldStart + hunk.oldCount };
    for (let by = 1; !isOnce(group) && (group.start > 0 || group.end < old.length); by *= 2) {
      group = { ...group, start: Math.max(0, group.start - by), end: Math.min(old.length, group.end + by) };
    }
    // What holds a text that is there once is there once.
    while (groups.length > 0 && group.start < (groups.at(-1) as Group).end) {
      group = joined(groups.pop() as Group, group);
    }
    groups.push(group);
  }
  return groups.map((group) => ({
    oldText: old.slice(group.start, group.end).join(""),
    newText: now.slice(...newLines(group)).join(""),
  }));
}

function joined(one: Group, next: Group): Group {
  const [start, end] = [Math.min(one.start, next.start), Math.max(one.end, next.end)];
  return { first: one.first, last: next.last, start, end };
}

/** Where its lines are in the new text: around its changes there are as many as in the old one. */
function newLines({ first, last, start, end }: Group): [start: number, end: number] {
  const below = end - (last.oldStart + last.oldCount);
  return [first.newStart - (first.oldStart - start), last.newStart + last.newCount + below];
}

function withBreaks(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/** Nothing that pi's comparison tells apart becomes the same here, but not the other way round: it ignores less. */
function looseText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/[^\x00-\x7f]|['"\- ]/g, "?");
}

function occursOnce(text: string, part: string): boolean {
  const at = part === "" ? -1 : text.indexOf(part);
  return at !== -1 && text.indexOf(part, at + 1) === -1;
}

function noteOn(proposed: string, wanted: string): string {
  const [old, now] = [withBreaks(proposed), withBreaks(wanted)];
  const lines = diffLines(old, now).flatMap(({ oldStart, oldCount, newStart, newCount }) => [
    `@@ line ${oldStart + 1} of your version @@`,
    ...old.slice(oldStart, oldStart + oldCount).map((line) => `-${line}`),
    ...now.slice(newStart, newStart + newCount).map((line) => `+${line}`),
  ]);
  const shown = lines.slice(0, MOST_NOTE_LINES).map((line) => line.replace(/\n$/, ""));
  if (lines.length > shown.length) shown.push(`(${lines.length - shown.length} more lines: read the file)`);
  return [
    "The user changed this call before it ran. What the file has now, compared with what you proposed:",
    ...shown,
  ].join("\n");
}
