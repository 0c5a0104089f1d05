import { createReadStream } from "node:fs";

/** Bytes of one item that are sent: more would fill the model's context. */
export const MOST_BYTES = 256 * 1024;
/** Bytes that are read to find a line. */
const MOST_SCANNED = 64 * 1024 * 1024;
/** Text holds no NUL; git looks as far as this for one. */
const PROBE_BYTES = 8_000;

export interface TextPart {
  readonly text: string;
  /** Lines that `text` holds, 1-based. */
  readonly first: number;
  readonly last: number;
  /** Whether the file goes on behind `text` though all was asked for. */
  readonly isCut: boolean;
  readonly isUtf8: boolean;
}

/**
 * Reads lines of a text file: exactly their text, without the last line's end.
 * @returns `binary` for a file that is not text, undefined when it has no such lines.
 */
export async function readText(
  file: string,
  first = 1,
  last = Number.POSITIVE_INFINITY,
): Promise<TextPart | "binary" | undefined> {
  const picker = new LinePicker(first, last);
  let scanned = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (scanned === 0 && chunk.subarray(0, PROBE_BYTES).includes(0)) return "binary";
    scanned += chunk.length;
    if (!picker.take(chunk) || scanned > MOST_SCANNED) break;
  }
  return picker.result();
}

/** Picks lines out of chunks of bytes. */
class LinePicker {
  readonly #first: number;
  readonly #last: number;
  readonly #parts: Buffer[] = [];
  #size = 0;
  /** The line that the next byte belongs to, and whether that line has any. */
  #line = 1;
  #hasStarted = false;

  constructor(first: number, last: number) {
    this.#first = first;
    this.#last = last;
  }

  /** @returns false when no more is needed. */
  take(chunk: Buffer): boolean {
    let from = 0;
    while (from < chunk.length && this.#line <= this.#last && this.#size <= MOST_BYTES) {
      const newline = chunk.indexOf(10, from);
      const to = newline === -1 ? chunk.length : newline + 1;
      if (this.#line >= this.#first) this.#keep(chunk.subarray(from, to));
      this.#hasStarted = newline === -1;
      if (newline !== -1) this.#line++;
      from = to;
    }
    return this.#line <= this.#last && this.#size <= MOST_BYTES;
  }

  result(): TextPart | undefined {
    const isCut = this.#size > MOST_BYTES;
    const bytes = Buffer.concat(this.#parts);
    const end = isCut ? wholeLinesEnd(bytes) : bytes.at(-1) === 10 ? bytes.length - 1 : bytes.length;
    const reached = this.#hasStarted ? this.#line : this.#line - 1;
    const isEmptyFile = reached === 0 && this.#first === 1;
    if (reached < this.#first && !isEmptyFile) return undefined;
    const kept = bytes.subarray(0, end);
    const last = isCut ? this.#first + countNewlines(kept) : Math.max(reached, this.#first);
    return { ...decode(kept, isCut), first: this.#first, last, isCut };
  }

  #keep(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#size += bytes.length;
  }
}

/** Where the last line that fits ends; in the middle of a line that is longer than all that fits. */
function wholeLinesEnd(bytes: Buffer): number {
  const newline = bytes.lastIndexOf(10, MOST_BYTES);
  return newline === -1 ? MOST_BYTES : newline;
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** @param mayBreak the bytes may end in the middle of a character, which is left out then. */
function decode(bytes: Buffer, mayBreak: boolean): { text: string; isUtf8: boolean } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: mayBreak });
    return { text, isUtf8: true };
  } catch {
    return { text: bytes.toString("latin1"), isUtf8: false };
  }
}
