import type { BlockId } from "../agent/blocks";
import type { Decor, Hunk, Line } from "./types";

/** How much a patch may still hold, so that Neovim applies it within a frame. */
export interface Budget {
  lines: number;
  /** Length of the text in UTF-16 units: near enough to bytes. */
  text: number;
}

/** Lines of one block: what Neovim has, and what it should have. */
export interface Change {
  readonly id: BlockId;
  readonly isMessage: boolean;
  /** Buffer line at which the block's lines begin. */
  readonly at: number;
  readonly sent: readonly Line[];
  readonly wanted: readonly Line[];
  /** Index in `wanted` of the block's own first line, where its anchor stands; -1 when that is outside the window. */
  readonly anchor: number;
}

export interface ChangeHunk {
  readonly hunk: Hunk;
  /** The block's lines in Neovim once the hunk is applied. */
  readonly result: Line[];
}

/**
 * The smallest replacement that brings one block's lines nearer to what is wanted, within the budget.
 * One that does not fit is cut at its end: what is left shows up as the next difference.
 */
export function changeHunk(change: Change, budget: Budget): ChangeHunk | undefined {
  const { sent, wanted } = change;
  const shorter = Math.min(sent.length, wanted.length);
  let from = 0;
  while (from < shorter && sent[from] === wanted[from]) from++;
  let kept = 0;
  while (kept < shorter - from && sent[sent.length - 1 - kept] === wanted[wanted.length - 1 - kept]) kept++;
  const oldEnd = sent.length - kept;
  const newEnd = wanted.length - kept;
  if (from === oldEnd && from === newEnd) return undefined;
  const cut = cutAt(wanted, from, newEnd, budget);
  // Cut short: old lines stay until what takes their place is sent.
  const replaced = cut === newEnd ? oldEnd : Math.min(oldEnd, cut);
  const hunk = buildHunk(change, from, cut, replaced);
  return { hunk, result: [...sent.slice(0, from), ...wanted.slice(from, cut), ...sent.slice(replaced)] };
}

/** At least one line goes, so that a single huge line cannot stop everything. */
function cutAt(wanted: readonly Line[], from: number, end: number, budget: Budget): number {
  let cut = from;
  while (cut < end && (cut === from || (budget.lines > 0 && budget.text > 0))) {
    budget.lines--;
    budget.text -= (wanted[cut] as Line).text.length;
    cut++;
  }
  return cut;
}

function buildHunk(change: Change, from: number, cut: number, replaced: number): Hunk {
  const { at, sent, wanted, anchor } = change;
  const lines: string[] = [];
  const marks: (number | string)[] = [];
  const decor: (number | Decor)[] = [];
  for (let index = from; index < cut; index++) {
    const line = wanted[index] as Line;
    const row = index - from;
    lines.push(line.text);
    for (const mark of line.marks) marks.push(row, mark.col, mark.endCol, mark.group);
    if (line.decor !== undefined) decor.push(row, line.decor);
  }
  const isAnchored = anchor >= from && anchor < cut;
  const anchors = isAnchored ? [anchor - from, change.id, change.isMessage ? 1 : 0] : [];
  const hunk = { first: at + from, last: at + replaced, lines, marks, decor, anchors };
  const old = replaced > from ? sent[from]?.text : undefined;
  const start = lines[0];
  if (!old || start === undefined || !start.startsWith(old)) return hunk;
  lines[0] = start.slice(old.length);
  return { ...hunk, col: Buffer.byteLength(old) };
}
