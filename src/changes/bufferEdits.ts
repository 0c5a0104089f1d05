import { type BufferText, decode, type FileFormat, formatOf, type Reading, splitLines } from "./bufferText";
import { diffLines, type LineHunk } from "./lineDiff";

/**
 * A change of a buffer, lines counted from 0. With `col`: what `lines[0]` replaces within line `first`, in bytes.
 * Without: `lines` replace the lines from `first` up to before `last`.
 */
export interface LineEdit {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly string[];
  readonly col?: number;
  readonly endCol?: number;
}

/** How a buffer that holds one text becomes another one. */
export interface BufferChange {
  /** From the last to the first, so that each one's place is still right when it is its turn. */
  readonly edits: readonly LineEdit[];
  /** Lines and bytes (a line break is one) that the buffer must have before. */
  readonly lineCount: number;
  readonly byteCount: number;
  readonly format: FileFormat;
  readonly endOfLine: boolean;
  readonly bomb: boolean;
}

/** Replaced lines beyond this are replaced as a whole: the editor has to be done with them within a frame. */
const MOST_SINGLE_LINES = 300;

/** The smallest change; undefined where Neovim has to read the file itself. */
export function changeBuffer(before: Buffer, after: Buffer, reading: Reading): BufferChange | undefined {
  const [old, now] = [decode(before, reading.encoding), decode(after, reading.encoding)];
  if (old === undefined || now === undefined || reading.format === "mac" || old.bomb !== reading.bomb) return undefined;
  const found = formatOf(old.text) ?? reading.format;
  if (found === "unix" && reading.format === "dos") return undefined;
  // Read as unix although every line ends with CR LF: its user wants it so ('fileformats').
  const keepsReturns = found === "dos" && reading.format === "unix";
  const format = keepsReturns ? "unix" : (formatOf(now.text) ?? reading.format);
  const oldLines = splitLines(old.text, reading.format).lines;
  const next: BufferText = { ...splitLines(now.text, format), format, bomb: now.bomb };
  return {
    edits: editsOf(oldLines, next.lines),
    lineCount: Math.max(oldLines.length, 1),
    byteCount: oldLines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, oldLines.length === 0 ? 1 : 0),
    format,
    endOfLine: next.endOfLine,
    bomb: next.bomb,
  };
}

function editsOf(before: readonly string[], after: readonly string[]): LineEdit[] {
  if (before.length === 0 && after.length === 0) return [];
  if (before.length === 0) return [{ first: 0, last: 1, lines: after }];
  if (after.length === 0) return [{ first: 0, last: before.length, lines: [] }];
  const hunks = diffLines(before, after);
  const changed = hunks.reduce((sum, { oldCount, newCount }) => sum + Math.max(oldCount, newCount), 0);
  const edits = hunks.map((hunk) => editsOfHunk(hunk, before, after, changed <= MOST_SINGLE_LINES));
  return edits.reverse().flat();
}

/** Lines that take the place of others one by one keep what hangs on them: marks and signs. */
function editsOfHunk(
  { oldStart, oldCount, newStart, newCount }: LineHunk,
  before: readonly string[],
  after: readonly string[],
  isSmall: boolean,
): LineEdit[] {
  const paired = isSmall ? Math.min(oldCount, newCount) : 0;
  const edits: LineEdit[] = [];
  if (oldCount > paired || newCount > paired)
    edits.push({
      first: oldStart + paired,
      last: oldStart + oldCount,
      lines: after.slice(newStart + paired, newStart + newCount),
    });
  for (let i = paired - 1; i >= 0; i--)
    edits.push(editWithin(oldStart + i, before[oldStart + i] as string, after[newStart + i] as string));
  return edits;
}

function editWithin(line: number, old: string, now: string): LineEdit {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  if (isInsidePair(old, head) || isInsidePair(now, head)) head--;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  if (isInsidePair(old, old.length - tail) || isInsidePair(now, now.length - tail)) tail--;
  return {
    first: line,
    last: line + 1,
    col: Buffer.byteLength(old.slice(0, head)),
    endCol: Buffer.byteLength(old.slice(0, old.length - tail)),
    lines: [now.slice(head, now.length - tail)],
  };
}

/** Whether a place in a text lies between the two halves of one character. */
function isInsidePair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff;
}
