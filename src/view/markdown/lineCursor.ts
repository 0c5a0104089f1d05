/** Walks over the markers at the beginning of a line; columns count tabs as CommonMark does, to every fourth. */
export class LineCursor {
  readonly text: string;
  /** Index of what is not yet consumed; inside a tab it stays at the tab. */
  pos = 0;
  /** Index of the next character that is no space or tab. */
  next = 0;
  /** Columns from `pos` to `next`. */
  indent = 0;
  #column = 0;

  constructor(text: string) {
    this.text = text;
    this.#look();
  }

  get isBlank(): boolean {
    return this.next >= this.text.length;
  }

  /** Code of the next character that is no space or tab; NaN at the end. */
  get nextCode(): number {
    return this.text.charCodeAt(this.next);
  }

  /** What stands from `next` on. */
  get rest(): string {
    return this.text.slice(this.next);
  }

  /** Consumes the indent and `count` characters after it. */
  take(count: number): void {
    this.#column += this.indent + count;
    this.pos = this.next + count;
    this.#look();
  }

  /** Consumes spaces and tabs, at most `columns` wide; a tab can be consumed in part. */
  skip(columns: number): void {
    const target = this.#column + Math.min(columns, this.indent);
    while (this.#column < target) {
      const stop = this.text.charCodeAt(this.pos) === 0x09 ? nextStop(this.#column) : this.#column + 1;
      if (stop <= target) this.pos++;
      this.#column = Math.min(stop, target);
    }
    this.#look();
  }

  #look(): void {
    let column = this.#column;
    let next = this.pos;
    for (; next < this.text.length; next++) {
      const code = this.text.charCodeAt(next);
      if (code === 0x20) column++;
      else if (code === 0x09) column = nextStop(column);
      else break;
    }
    this.next = next;
    this.indent = column - this.#column;
  }
}

function nextStop(column: number): number {
  return column - (column % 4) + 4;
}
