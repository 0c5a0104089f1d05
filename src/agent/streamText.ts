/**
 * Text that grows at its end, kept as lines: appending costs what is appended, however long the text is.
 * LF and CRLF end a line, also when cut between two appends; every other character is kept.
 */
export class StreamText {
  /** Read only for everyone else. The last line is the one that still grows. */
  readonly lines: string[] = [""];
  /** A CR at the end of what has come: the LF that makes it a line's end may follow. */
  #hasOpenCr = false;

  constructor(text = "") {
    this.append(text);
  }

  get isEmpty(): boolean {
    return this.lines.length === 1 && this.lines[0] === "" && !this.#hasOpenCr;
  }

  /** @returns whether the text changed. */
  append(delta: string): boolean {
    if (delta === "") return false;
    let text = this.#hasOpenCr ? `\r${delta}` : delta;
    this.#hasOpenCr = text.endsWith("\r");
    if (this.#hasOpenCr) text = text.slice(0, -1);
    const last = this.lines.length - 1;
    if (!text.includes("\n")) {
      this.lines[last] += text;
      return true;
    }
    const parts = (text.includes("\r") ? text.replaceAll("\r\n", "\n") : text).split("\n");
    this.lines[last] += parts[0] as string;
    for (let index = 1; index < parts.length; index++) this.lines.push(parts[index] as string);
    return true;
  }

  /**
   * Replaces the text by an authoritative one; lines that stay the same stay the same strings.
   * @returns whether anything changed.
   */
  set(text: string): boolean {
    const next = new StreamText(text);
    const shorter = Math.min(this.lines.length, next.lines.length);
    let same = 0;
    while (same < shorter && this.lines[same] === next.lines[same]) same++;
    const isSame = same === this.lines.length && same === next.lines.length;
    this.lines.length = same;
    for (let index = same; index < next.lines.length; index++) this.lines.push(next.lines[index] as string);
    this.#hasOpenCr = next.#hasOpenCr;
    return !isSame;
  }

  toString(): string {
    return this.lines.join("\n") + (this.#hasOpenCr ? "\r" : "");
  }
}
