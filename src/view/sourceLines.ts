/** What of a text is shown, and what of it changed since it was last looked at. */

export interface LineRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** The range without blank lines at either end; empty when there are only such. */
export function trimBlankLines(lines: readonly string[]): LineRange {
  let first = 0;
  while (first < lines.length && isBlank(lines[first] as string)) first++;
  let end = lines.length;
  while (end > first && isBlank(lines[end - 1] as string)) end--;
  return { first, end };
}

/** The number of lines without blank ones at the end. */
export function shownCount(lines: readonly string[]): number {
  let end = lines.length;
  while (end > 0 && isBlank(lines[end - 1] as string)) end--;
  return end;
}

function isBlank(line: string): boolean {
  return line === "" || line.trim() === "";
}

export interface SeenLines {
  readonly lines: readonly string[];
  /** Whether the last one was seen before it ended. */
  readonly lastWasOpen: boolean;
}

export interface SourceNow {
  readonly lines: readonly string[];
  readonly range: LineRange;
  /** Whether the last line of `range` may still grow. */
  readonly lastIsOpen: boolean;
  /** The text only grew at its end since last time, which spares the comparison of what came before. */
  readonly onlyGrew: boolean;
}

/** Index in `seen` from which the lines have to be looked at again. */
export function firstChange(seen: SeenLines, now: SourceNow): number {
  const count = now.range.end - now.range.first;
  const common = Math.min(seen.lines.length, count);
  let same = now.onlyGrew ? Math.max(0, common - 1) : 0;
  while (same < common && seen.lines[same] === now.lines[now.range.first + same]) same++;
  // The last line is another one when it ended meanwhile, even with the same text.
  const last = seen.lines.length - 1;
  if (same !== last + 1 || last < 0) return same;
  const isOpenNow = now.lastIsOpen && count === seen.lines.length;
  return seen.lastWasOpen === isOpenNow ? same : last;
}
