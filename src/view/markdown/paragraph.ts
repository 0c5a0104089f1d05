import { movedSpans, NO_SPANS, type Span } from "../bytes";
import { inlineSpans } from "./inline";
import type { LineGroup, MarkdownLine } from "./markdownLine";
import { rowSpans } from "./table";

/** What the line after a paragraph made of it: a heading (underlined), or the header of a table out of its last line. */
export type Ending = "plain" | "heading1" | "heading2" | "table";

/** Paragraphs beyond this are parsed line by line: emphasis over several lines is lost, the cost per line stays small. */
const LONGEST_WHOLE = 8 * 1024;

/** Lines whose inline markup is parsed as one text, since it can go over line ends. */
export class Paragraph implements LineGroup {
  readonly members: MarkdownLine[] = [];
  /** Index of the first member in the rendered text. */
  readonly first: number;
  #length = 0;
  #ending: Ending = "plain";
  #parsed: readonly (readonly Span[])[] | undefined;
  #isStale = false;

  constructor(first: number) {
    this.first = first;
  }

  push(line: MarkdownLine): void {
    line.place = this.members.length;
    this.members.push(line);
    this.#grow(line.text.length + 1);
  }

  pop(): void {
    const line = this.members.pop();
    if (line !== undefined) this.#grow(-line.text.length - 1);
  }

  end(ending: Ending): void {
    this.#ending = ending;
    this.#outdate();
  }

  /** The members whose marks have become others since this was last called, replaced where they were read. */
  renew(replace: (index: number, line: MarkdownLine) => void): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    for (let place = 0; place < this.members.length; place++) {
      const line = this.members[place] as MarkdownLine;
      const renewed = line.renewed();
      if (renewed !== line) replace(this.first + place, renewed);
    }
  }

  spans(line: MarkdownLine): readonly Span[] {
    if (this.members[line.place] !== line) return NO_SPANS;
    const from = line.contentFrom;
    if (this.#ending === "table" && line.place === this.members.length - 1) return rowSpans(line.content, from, true);
    const inline = this.#isWhole ? this.#parseWhole()[line.place] : movedSpans(inlineSpans(line.content), from);
    const spans = inline ?? NO_SPANS;
    if (this.#ending !== "heading1" && this.#ending !== "heading2") return spans;
    return [{ from, to: line.text.length, group: `@markup.heading.${this.#ending.slice(-1)}` }, ...spans];
  }

  get #isWhole(): boolean {
    return this.#length <= LONGEST_WHOLE;
  }

  #grow(by: number): void {
    const wasWhole = this.#isWhole;
    this.#length += by;
    if (wasWhole || this.#isWhole) this.#outdate();
  }

  #outdate(): void {
    this.#parsed = undefined;
    this.#isStale = true;
  }

  #parseWhole(): readonly (readonly Span[])[] {
    this.#parsed ??= parseLines(this.#ending === "table" ? this.members.slice(0, -1) : this.members);
    return this.#parsed;
  }
}

function parseLines(lines: readonly MarkdownLine[]): readonly (readonly Span[])[] {
  const contents = lines.map((line) => line.content);
  const spans = inlineSpans(contents.join("\n"));
  const byLine: Span[][] = lines.map(() => []);
  if (spans.length === 0) return byLine;
  const starts: number[] = [];
  let start = 0;
  for (const content of contents) {
    starts.push(start);
    start += content.length + 1;
  }
  let first = 0;
  for (const span of spans) {
    // Spans come in the order of their beginnings, or nearly so: a link's label begins after its own brackets.
    while (first > 0 && (starts[first] as number) > span.from) first--;
    while (first + 1 < starts.length && (starts[first + 1] as number) <= span.from) first++;
    for (let i = first; i < lines.length && (starts[i] as number) < span.to; i++) {
      const part = within(span, starts[i] as number, (contents[i] as string).length);
      const by = (lines[i] as MarkdownLine).contentFrom;
      if (part !== undefined) (byLine[i] as Span[]).push({ from: part.from + by, to: part.to + by, group: span.group });
    }
  }
  return byLine;
}

function within(span: Span, start: number, length: number): { from: number; to: number } | undefined {
  const from = Math.max(0, span.from - start);
  const to = Math.min(length, span.to - start);
  return to > from ? { from, to } : undefined;
}
