import { promisify } from "node:util";
import { constants, deflateRaw, inflateRawSync } from "node:zlib";

const deflate = promisify(deflateRaw);

/** Shorter texts are left as they are: what they take is mostly not their characters. */
const WORTH_PACKING = 2048;
/** Half of a surrogate pair: UTF-8, in which texts are packed, has no place for one. */
const HALF_PAIR = /\p{Surrogate}/u;

/**
 * Text that grows at its end, kept as lines: appending costs what is appended, however long the text is.
 * LF and CRLF end a line, also when cut between two appends; every other character is kept.
 * A text that is there at once stays one string until someone wants its lines: most of a long session is never shown.
 */
export class StreamText {
  /** The whole text, as long as nobody asked for lines. */
  #whole: string | undefined;
  /** The same, deflated. */
  #packed: Uint8Array | undefined;
  #lines: string[] = [""];
  /** A CR at the end of what has come: the LF that makes it a line's end may follow. */
  #hasOpenCr = false;

  constructor(text = "") {
    if (text !== "") this.#whole = text;
  }

  /** Read only for everyone else. The last line is the one that still grows. */
  get lines(): readonly string[] {
    return this.#split();
  }

  get isEmpty(): boolean {
    if (this.#whole !== undefined || this.#packed !== undefined) return false;
    return this.#lines.length === 1 && this.#lines[0] === "" && !this.#hasOpenCr;
  }

  /** @returns whether the text changed. */
  append(delta: string): boolean {
    if (delta === "") return false;
    const lines = this.#split();
    let text = this.#hasOpenCr ? `\r${delta}` : delta;
    this.#hasOpenCr = text.endsWith("\r");
    if (this.#hasOpenCr) text = text.slice(0, -1);
    const last = lines.length - 1;
    if (!text.includes("\n")) {
      lines[last] += text;
      return true;
    }
    const parts = (text.includes("\r") ? text.replaceAll("\r\n", "\n") : text).split("\n");
    lines[last] += parts[0] as string;
    for (let index = 1; index < parts.length; index++) lines.push(parts[index] as string);
    return true;
  }

  /**
   * Replaces the text by an authoritative one; lines that stay the same stay the same strings.
   * @returns whether anything changed.
   */
  set(text: string): boolean {
    if (this.isEmpty) {
      if (text !== "") this.#whole = text;
      return text !== "";
    }
    const lines = this.#split();
    const next = new StreamText(text);
    const nextLines = next.#split();
    const shorter = Math.min(lines.length, nextLines.length);
    let same = 0;
    while (same < shorter && lines[same] === nextLines[same]) same++;
    const isSame = same === lines.length && same === nextLines.length;
    lines.length = same;
    for (let index = same; index < nextLines.length; index++) lines.push(nextLines[index] as string);
    this.#hasOpenCr = next.#hasOpenCr;
    return !isSame;
  }

  toString(): string {
    return this.#unsplit() ?? this.#lines.join("\n") + (this.#hasOpenCr ? "\r" : "");
  }

  /** Makes a long text that nobody has read small, beside everything else; it is there again for whoever wants it. */
  async pack(): Promise<void> {
    const whole = this.#whole;
    if (whole === undefined || whole.length < WORTH_PACKING || HALF_PAIR.test(whole)) return;
    const packed = await deflate(whole, { level: constants.Z_BEST_SPEED });
    if (this.#whole !== whole) return;
    this.#whole = undefined;
    this.#packed = new Uint8Array(packed); // without the rest of zlib's own chunk of memory
  }

  #unsplit(): string | undefined {
    return this.#packed === undefined ? this.#whole : inflateRawSync(this.#packed).toString("utf8");
  }

  #split(): string[] {
    const whole = this.#unsplit();
    if (whole !== undefined) {
      this.#whole = this.#packed = undefined;
      this.append(whole);
    }
    return this.#lines;
  }
}
