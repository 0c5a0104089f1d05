/**
 * Text that grows at its end, kept as lines: appending costs what is appended, however long the text is.
 * LF and CRLF end a line (also when cut between two appends); every other character is kept.
 */
export class StreamText {
  readonly lines: string[] = [""];
  #pendingCr = false;

  constructor(text = "") {
    if (text !== "") this.append(text);
  }

  get isEmpty(): boolean {
    return this.lines.length === 1 && this.lines[0] === "" && !this.#pendingCr;
  }

  /** @returns true when the text changed. */
  append(delta: string): boolean {
    if (delta === "") return false;
    let text = this.#pendingCr ? `\r${delta}` : delta;
    this.#pendingCr = text.endsWith("\r");
    if (this.#pendingCr) text = text.slice(0, -1);
    const lines = this.lines;
    if (!text.includes("\n")) {
      lines[lines.length - 1] += text;
      return true;
    }
    const parts = text.split("\n");
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as string;
      const isEnded = i < parts.length - 1;
      const line = isEnded && part.endsWith("\r") ? part.slice(0, -1) : part;
      if (i === 0) lines[lines.length - 1] = trimEndedCr((lines[lines.length - 1] as string) + part, isEnded);
      else lines.push(line);
    }
    return true;
  }

  /**
   * Replaces the text with an authoritative one, keeping the common lines.
   * @returns true when anything changed.
   */
  set(text: string): boolean {
    const next = new StreamText();
    next.append(text);
    const old = this.lines;
    let same = 0;
    while (same < old.length && same < next.lines.length && old[same] === next.lines[same]) same++;
    const changed = same < old.length || same < next.lines.length;
    if (changed) {
      old.length = same;
      for (let i = same; i < next.lines.length; i++) old.push(next.lines[i] as string);
    }
    this.#pendingCr = next.#pendingCr;
    return changed;
  }

  toString(): string {
    return this.lines.join("\n") + (this.#pendingCr ? "\r" : "");
  }
}

function trimEndedCr(line: string, isEnded: boolean): string {
  return isEnded && line.endsWith("\r") ? line.slice(0, -1) : line;
}
