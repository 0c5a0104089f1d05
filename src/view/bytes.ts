/** Columns: JavaScript counts UTF-16 code units, Neovim counts bytes of UTF-8. */
import type { Mark } from "./types";

/** A highlighted stretch of a line in UTF-16 code units; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly group: string;
}

export const NO_SPANS: readonly Span[] = [];
const NO_MARKS: readonly Mark[] = [];

const NON_ASCII = /[^\x00-\x7f]/;

/** Marks of a line, outer before inner: clamped to the text, empty ones dropped. */
export function marksOf(text: string, spans: readonly Span[]): readonly Mark[] {
  if (spans.length === 0) return NO_MARKS;
  const toByte = NON_ASCII.test(text) ? byteColumns(text) : (index: number) => index;
  const marks: Mark[] = [];
  for (const span of ordered(spans)) {
    const col = toByte(clamp(span.from, text.length));
    const endCol = toByte(clamp(span.to, text.length));
    if (endCol > col) marks.push({ col, endCol, group: span.group });
  }
  return marks;
}

/**
 * A function from UTF-16 index to byte column for one line. It remembers where it was asked last and walks from
 * there, so that neighbouring questions are cheap. Inside a surrogate pair it answers the pair's start.
 */
export function byteColumns(text: string): (index: number) => number {
  let at = 0;
  let byte = 0;
  return (index) => {
    while (at < index) byte += unitBytes(text.charCodeAt(at++));
    while (at > index) byte -= unitBytes(text.charCodeAt(--at));
    return byte;
  };
}

/** Bytes that a code unit adds. A pair's four bytes come with its second half, so that no column lies inside. */
function unitBytes(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit >= 0xd800 && unit < 0xdc00) return 0;
  if (unit >= 0xdc00 && unit < 0xe000) return 4;
  return 3;
}

function ordered(spans: readonly Span[]): readonly Span[] {
  for (let i = 1; i < spans.length; i++) {
    if (inOrder(spans[i - 1] as Span, spans[i] as Span) > 0) return [...spans].sort(inOrder);
  }
  return spans;
}

function inOrder(a: Span, b: Span): number {
  return a.from - b.from || b.to - a.to;
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(index, length));
}

export function movedSpans(spans: readonly Span[], by: number): readonly Span[] {
  if (by === 0 || spans.length === 0) return spans.length === 0 ? NO_SPANS : spans;
  return spans.map((span) => ({ from: span.from + by, to: span.to + by, group: span.group }));
}
