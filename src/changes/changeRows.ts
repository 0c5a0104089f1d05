import type { ChangeRow } from "../changeContract";
import type { FileChange, Side } from "./changeSet";

/** More than this is not a list that anybody walks. */
const MOST_ROWS = 5_000;
const MOST_TEXT = 200;

const REASONS = {
  binary: "a binary file",
  large: "too large to compare",
  other: "cannot be read",
  lost: "its text before is no longer kept",
};

/** One row for each change, in the order of the files. */
export function changeRows(changes: readonly FileChange[]): ChangeRow[] {
  return changes.flatMap(rowsOf).slice(0, MOST_ROWS);
}

function rowsOf({ file: path, before, now, hunks }: FileChange): ChangeRow[] {
  const reason = reasonOf(now) ?? reasonOf(before);
  if (now.kind === "absent") return [{ path, line: 1, endLine: 1, text: "deleted" }];
  if (reason !== undefined) return [{ path, line: 1, endLine: 1, text: `changed: ${reason}` }];
  const lines = now.kind === "text" ? now.lines : [];
  return hunks.map(({ oldCount, newStart, newCount }) => {
    // Where lines were only removed: the line above them.
    const first = newCount > 0 ? newStart : Math.max(newStart - 1, 0);
    const size = [newCount > 0 ? `+${newCount}` : "", oldCount > 0 ? `-${oldCount}` : ""].filter(Boolean).join(" ");
    const text = newCount > 0 ? (lines[first] ?? "").trim().slice(0, MOST_TEXT) : "";
    return { path, line: first + 1, endLine: first + Math.max(newCount, 1), text: `${size}  ${text}`.trimEnd() };
  });
}

function reasonOf(side: Side): string | undefined {
  return side.kind === "text" || side.kind === "absent" ? undefined : REASONS[side.kind];
}
