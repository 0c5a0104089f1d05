/** A line of the conversation: the index of a block and of a line in it. Valid until a block is added or removed. */
export interface Place {
  readonly index: number;
  readonly line: number;
}

/** Number of lines that a block takes, with the blank line before it. */
export type LineCount = (index: number) => number;

export function isEarlier(a: Place, b: Place): boolean {
  return a.index < b.index || (a.index === b.index && a.line < b.line);
}

/** The place `lines` before `from`; stops at the first line of all. */
export function stepBack(count: LineCount, from: Place, lines: number): Place {
  let { index, line } = from;
  let left = lines;
  while (left > line) {
    left -= line;
    if (index === 0) return { index: 0, line: 0 };
    index--;
    line = count(index);
  }
  return { index, line: line - left };
}

/** The place `lines` after `from`, or undefined when that is the end of all blocks or beyond. */
export function stepForward(blocks: number, count: LineCount, from: Place, lines: number): Place | undefined {
  let { index, line } = from;
  let left = lines;
  while (index < blocks) {
    const rest = count(index) - line;
    if (left < rest) return { index, line: line + left };
    left -= rest;
    index++;
    line = 0;
  }
  return undefined;
}

/** Lines from one place to another one, or to the end of all blocks. */
export function distance(blocks: number, count: LineCount, from: Place, to: Place | undefined): number {
  const last = to?.index ?? blocks;
  let lines = (to?.line ?? 0) - from.line;
  for (let index = from.index; index < last; index++) lines += count(index);
  return lines;
}
