import type { Span } from "../bytes";
import type { CodeHighlighter, CodeState } from "./codeHighlighter";
import type { LineGroup, MarkdownLine } from "./markdownLine";

/** The lines between two fences. Syntax is highlighted from the top as far as someone asks. */
export class CodeBlock implements LineGroup {
  readonly members: MarkdownLine[] = [];
  readonly #highlighter: CodeHighlighter | undefined;
  readonly #language: string;
  /** State before the line of the same index; empty until first asked. */
  #states: CodeState[] = [];
  #spans: (readonly Span[])[] = [];

  constructor(language: string, highlighter: CodeHighlighter | undefined) {
    this.#language = language;
    this.#highlighter = highlighter;
  }

  push(line: MarkdownLine): void {
    line.place = this.members.length;
    this.members.push(line);
  }

  pop(): void {
    this.members.pop();
    const count = this.members.length;
    if (this.#spans.length > count) this.#spans.length = count;
    if (this.#states.length > count + 1) this.#states.length = count + 1;
  }

  spans(line: MarkdownLine): readonly Span[] {
    const whole = { from: line.contentFrom, to: line.text.length, group: "@markup.raw.block" };
    if (this.#highlighter === undefined || this.members[line.place] !== line) return [whole];
    const found = this.#highlightUpTo(line.place, this.#highlighter);
    return found === undefined ? [whole] : [whole, ...found.map((span) => moved(span, line.contentFrom))];
  }

  #highlightUpTo(place: number, highlighter: CodeHighlighter): readonly Span[] | undefined {
    if (this.#states.length === 0) {
      const state = this.#language === "" ? undefined : highlighter.start(this.#language);
      if (state === undefined) return undefined;
      this.#states.push(state);
    }
    for (let i = this.#spans.length; i <= place; i++) {
      const { spans, after } = highlighter.line(this.#states[i], (this.members[i] as MarkdownLine).content);
      this.#spans.push(spans);
      this.#states.push(after);
    }
    return this.#spans[place];
  }
}

function moved(span: Span, by: number): Span {
  return { from: span.from + by, to: span.to + by, group: span.group };
}
