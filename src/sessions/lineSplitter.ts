const LF = 10;

/** Cuts a file into lines. A line longer than the limit is not kept: it is only counted. */
export class LineSplitter {
  readonly #onLine: (line: Buffer) => void;
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Lines that were too long. */
  dropped = 0;

  constructor(onLine: (line: Buffer) => void, maxBytes: number) {
    this.#onLine = onLine;
    this.#maxBytes = maxBytes;
  }

  /** `chunk` may be reused afterwards; a line that is handed on may not outlive the call. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#take(chunk.subarray(start, end));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    this.#bytes += rest.length;
    if (this.#bytes > this.#maxBytes) this.#pieces = [];
    else if (rest.length > 0) this.#pieces.push(Buffer.from(rest));
  }

  /** What has no line break at its end: a torn line, or the last one. */
  end(): void {
    if (this.#bytes > 0) this.#take(Buffer.alloc(0));
  }

  #take(last: Buffer): void {
    const bytes = this.#bytes + last.length;
    const line = this.#pieces.length > 0 ? Buffer.concat([...this.#pieces, last]) : last;
    this.#pieces = [];
    this.#bytes = 0;
    if (bytes > this.#maxBytes) this.dropped++;
    else if (bytes > 0) this.#onLine(line);
  }
}
