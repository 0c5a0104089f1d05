import { movedSpans, type Span } from "./bytes";
import { cutBefore, makeVisible } from "./controls";
import { formatBytes } from "./format";
import { keepLine, makeLine } from "./line";
import { LONGEST_LINE } from "./outputLine";
import { firstChange, type SourceNow } from "./sourceLines";
import { type LineSyntax, SyntaxLines } from "./syntax";
import type { Chunk, Decor, Line } from "./types";

/** How a line of code stands in the transcript. */
export interface CodeStyle {
  /** Where the code begins; before it stand signs and line numbers. */
  codeFrom(raw: string): number;
  /** Highlighting of what stands before the code, or of all of it when it is none. */
  spans(raw: string): readonly Span[];
  decor(raw: string): Decor | undefined;
}

export interface CodeLine {
  readonly raw: string;
  /** Without what stands before it. */
  readonly code: string;
}

export type MakeSyntax<State> = (lineAt: (index: number) => CodeLine) => LineSyntax<State>;

/**
 * Lines of a file, of a diff, of a text that is being written: shown as they are, with the syntax of their language.
 * Lines that did not change keep what was made of them; the syntax is computed for lines that are sent.
 */
export class CodeLines<State> {
  readonly #style: CodeStyle;
  readonly #syntax: SyntaxLines<State>;
  readonly #raw: string[] = [];
  readonly #out: Line[] = [];
  #lastWasOpen = false;

  constructor(style: CodeStyle, makeSyntax: MakeSyntax<State>) {
    this.#style = style;
    this.#syntax = new SyntaxLines(
      makeSyntax((index) => {
        const raw = this.#raw[index] ?? "";
        return { raw, code: makeVisible(cutLong(raw)).text.slice(this.#style.codeFrom(raw)) };
      }),
    );
  }

  /** @returns the lines of `now.range`; the array is reused. */
  update(now: SourceNow): readonly Line[] {
    const { first, end } = now.range;
    const count = end - first;
    const from = firstChange({ lines: this.#raw, lastWasOpen: this.#lastWasOpen }, now);
    if (from < count || from < this.#raw.length) this.#syntax.cut(from);
    for (let i = from; i < count; i++) this.#raw[i] = now.lines[first + i] as string;
    this.#raw.length = this.#out.length = count;
    for (let i = from; i < count; i++) this.#out[i] = this.#renew(i);
    this.#lastWasOpen = now.lastIsOpen;
    return this.#out;
  }

  #renew(index: number): Line {
    const raw = this.#raw[index] as string;
    const { text, spans: controls } = makeVisible(cutLong(raw));
    const codeFrom = Math.min(this.#style.codeFrom(raw), text.length);
    const before = this.#style.spans(raw);
    const decor = withRest(raw, this.#style.decor(raw));
    const spans = (): readonly Span[] => [
      ...before,
      ...(codeFrom < text.length ? movedSpans(this.#syntax.spans(index), codeFrom) : []),
      ...controls,
    ];
    return keepLine(this.#out[index], makeLine(text, spans, decor));
  }
}

function cutLong(raw: string): string {
  return raw.length > LONGEST_LINE ? raw.slice(0, cutBefore(raw, LONGEST_LINE)) : raw;
}

/** Says how much of a line is not shown. */
function withRest(raw: string, decor: Decor | undefined): Decor | undefined {
  if (raw.length <= LONGEST_LINE) return decor;
  const more: Chunk = [`… (${formatBytes(raw.length - LONGEST_LINE)} more)`, "PiPending"];
  return { ...decor, eol: [more] };
}
