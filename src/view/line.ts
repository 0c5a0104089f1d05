/** Lines and when two of them are the same to a reader. */
import { marksOf, NO_SPANS, type Span } from "./bytes";
import type { Chunk, Decor, Line, Mark } from "./types";

/** Highlighting that is known, or how to find it: asked at most once, when the line is first sent. */
type Spans = readonly Span[] | (() => readonly Span[]);

class SpanLine implements Line {
  readonly text: string;
  readonly decor?: Decor;
  #spans: Spans;
  #marks: readonly Mark[] | undefined;

  constructor(text: string, spans: Spans, decor: Decor | undefined) {
    this.text = text;
    this.#spans = spans;
    if (decor !== undefined) this.decor = decor;
  }

  get marks(): readonly Mark[] {
    if (this.#marks === undefined) {
      this.#marks = marksOf(this.text, typeof this.#spans === "function" ? this.#spans() : this.#spans);
      this.#spans = NO_SPANS;
    }
    return this.#marks;
  }
}

/** A line with its highlighting. `text` must be harmless already (see controls.ts). */
export function makeLine(text: string, spans: Spans = NO_SPANS, decor?: Decor): Line {
  return new SpanLine(text, spans, decor);
}

/** A line in one group from end to end. */
export function groupLine(text: string, group: string, decor?: Decor): Line {
  return makeLine(text, [{ from: 0, to: text.length, group }], decor);
}

/** The old line when it looks like the new one, so that it keeps its identity. */
export function keepLine(old: Line | undefined, line: Line): Line {
  return old !== undefined && isSameLine(old, line) ? old : line;
}

/** `lines` with each one replaced by the equal one of `old`, where old stands at the same distance from either end. */
export function keepLines(old: readonly Line[], lines: readonly Line[]): Line[] {
  const shift = old.length - lines.length;
  return lines.map((line, index) => {
    const kept = keepLine(old[index], line);
    return kept === line ? keepLine(old[index + shift], line) : kept;
  });
}

function isSameLine(a: Line, b: Line): boolean {
  return a.text === b.text && isSameDecor(a.decor, b.decor) && isSameMarks(a.marks, b.marks);
}

export function isSameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  return a.every((mark, index) => {
    const other = b[index] as Mark;
    return mark.col === other.col && mark.endCol === other.endCol && mark.group === other.group;
  });
}

export function isSameDecor(a: Decor | undefined, b: Decor | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return (
    a.lineGroup === b.lineGroup &&
    isSameChunks(a.sign && [a.sign], b.sign && [b.sign]) &&
    isSameChunks(a.right, b.right) &&
    isSameChunks(a.eol, b.eol)
  );
}

function isSameChunks(a: readonly Chunk[] | undefined, b: readonly Chunk[] | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  return a.every((chunk, index) => chunk[0] === b[index]?.[0] && chunk[1] === b[index]?.[1]);
}
