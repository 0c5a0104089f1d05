import { marksOf, type Span } from "../bytes";
import { isSameDecor, isSameMarks } from "../line";
import type { Decor, Line, Mark } from "../types";

/** Where a line's highlighting comes from: its kind, or the block of lines that it is part of. */
export interface LineSource {
  spans(line: MarkdownLine): readonly Span[];
}

/** A source that keeps its lines, since what it says of one depends on others. */
export interface LineGroup extends LineSource {
  readonly members: MarkdownLine[];
  push(line: MarkdownLine): void;
  pop(): void;
}

export interface LineParts {
  readonly text: string;
  /** Where the content begins, after markers of quotes and lists. */
  readonly contentFrom: number;
  /** Those markers. */
  readonly prefix: readonly Span[];
  readonly source: LineSource;
  readonly group: LineGroup | undefined;
  readonly decor: Decor | undefined;
}

/** To the outside it never changes; what it would say of its marks can change until someone has read them. */
export class MarkdownLine implements Line {
  readonly text: string;
  readonly decor?: Decor;
  /** Index among the members of its group. */
  place = 0;
  // Copied out of the parts rather than kept as one object: there is one of these for every line of a long session.
  #contentFrom: number;
  #prefix: readonly Span[];
  #source: LineSource;
  #group: LineGroup | undefined;
  #marks: readonly Mark[] | undefined;

  constructor(parts: LineParts) {
    this.text = parts.text;
    if (parts.decor !== undefined) this.decor = parts.decor;
    this.#contentFrom = parts.contentFrom;
    this.#prefix = parts.prefix;
    this.#source = parts.source;
    this.#group = parts.group;
  }

  get marks(): readonly Mark[] {
    this.#marks ??= this.#compute();
    return this.#marks;
  }

  get contentFrom(): number {
    return this.#contentFrom;
  }

  get content(): string {
    return this.text.slice(this.#contentFrom);
  }

  get group(): LineGroup | undefined {
    return this.#group;
  }

  /** This line, or one in its place when someone has read marks that are not right any more. */
  renewed(): MarkdownLine {
    if (this.#marks === undefined) return this;
    const marks = this.#compute();
    if (isSameMarks(marks, this.#marks)) return this;
    const line = new MarkdownLine({
      text: this.text,
      contentFrom: this.#contentFrom,
      prefix: this.#prefix,
      source: this.#source,
      group: this.#group,
      decor: this.decor,
    });
    line.#marks = marks;
    line.#takePlace(this.place);
    return line;
  }

  /** Whether a reader who has seen `old` would see nothing new in this line. */
  looksLike(old: MarkdownLine): boolean {
    if (this.text !== old.text || !isSameDecor(this.decor, old.decor)) return false;
    return old.#marks === undefined || isSameMarks(old.#marks, this.marks);
  }

  /** Takes the place of a line that looks the same, so that the identity stays. */
  standFor(line: MarkdownLine): void {
    this.#contentFrom = line.#contentFrom;
    this.#prefix = line.#prefix;
    this.#source = line.#source;
    this.#group = line.#group;
    this.#takePlace(line.place);
  }

  #takePlace(place: number): void {
    this.place = place;
    if (this.#group !== undefined) this.#group.members[place] = this;
  }

  #compute(): readonly Mark[] {
    const spans = this.#source.spans(this);
    return marksOf(this.text, this.#prefix.length === 0 ? spans : [...this.#prefix, ...spans]);
  }
}
