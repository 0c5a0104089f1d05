/** Keeps the last bytes of a stream; memory is at most twice as much. */
export class Tail {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    this.#pieces.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > 2 * this.#maxBytes) this.#trim();
  }

  toString(): string {
    this.#trim();
    const text = Buffer.concat(this.#pieces).toString("utf8");
    // A character that was cut at the front.
    return text.replace(/^\ufffd+/, "");
  }

  #trim(): void {
    if (this.#bytes <= this.#maxBytes) return;
    // Copied, or the whole chunk would be kept alive by its end.
    const kept = Buffer.from(Buffer.concat(this.#pieces).subarray(-this.#maxBytes));
    this.#pieces = [kept];
    this.#bytes = kept.length;
  }
}
