/** A change of a file in the form of pi's own diffs: sign, line number, text; dots where lines are left out. */
import { diffLines, type LineHunk } from "../changes/lineDiff";

/** Lines that are shown around a change. */
const CONTEXT = 3;

export interface NumberedDiff {
  readonly lines: readonly string[];
  readonly added: number;
  readonly removed: number;
}

export function numberedDiff(before: readonly string[], after: readonly string[]): NumberedDiff {
  const hunks = diffLines(before, after);
  const width = String(Math.max(before.length, after.length, 1)).length;
  const numbered = (sign: string, index: number, text = "") => `${sign}${String(index + 1).padStart(width)} ${text}`;
  const gap = `${" ".repeat(width + 1)}...`;
  const lines: string[] = [];
  let shown = 0;
  for (const [at, hunk] of hunks.entries()) {
    const from = Math.max(shown, hunk.oldStart - CONTEXT);
    if (from > shown) lines.push(gap);
    for (let i = from; i < hunk.oldStart; i++) lines.push(numbered(" ", i, before[i]));
    for (let i = hunk.oldStart; i < oldEnd(hunk); i++) lines.push(numbered("-", i, before[i]));
    for (let i = hunk.newStart; i < hunk.newStart + hunk.newCount; i++) lines.push(numbered("+", i, after[i]));
    shown = Math.min(oldEnd(hunk) + CONTEXT, hunks[at + 1]?.oldStart ?? before.length);
    for (let i = oldEnd(hunk); i < shown; i++) lines.push(numbered(" ", i, before[i]));
  }
  if (hunks.length > 0 && shown < before.length) lines.push(gap);
  const sum = (count: (hunk: LineHunk) => number) => hunks.reduce((total, hunk) => total + count(hunk), 0);
  return { lines, added: sum((hunk) => hunk.newCount), removed: sum((hunk) => hunk.oldCount) };
}

function oldEnd({ oldStart, oldCount }: LineHunk): number {
  return oldStart + oldCount;
}
