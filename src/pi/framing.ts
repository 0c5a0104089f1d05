/**
 * Bytes to records: one JSON object per line, LF only. Pure; knows nothing of what records mean.
 * U+2028, U+2029, U+0085 and a lone CR are text here, unlike for most line readers.
 */

/**
 * Bytes of the longest record that is kept. Decoding needs about three times as much for a moment, and V8 has no
 * strings over 512 MB at all.
 */
const MAX_RECORD_BYTES = 256 * 1024 * 1024;

const LF = 10;
const NOTHING = Buffer.alloc(0);
/** A buffer up to this size is kept for the next record that comes in pieces. */
const KEPT_BYTES = 1024 * 1024;
/** How far into a line, and at how many places, a record behind noise is looked for. */
const MAX_NOISE_LENGTH = 64 * 1024;
const MAX_RECOVERIES = 16;
/** Characters of noise that are reported. */
const MAX_REPORTED = 1000;

export type JsonObject = { readonly [field: string]: unknown };

export interface RecordHandlers {
  onRecord(record: JsonObject): void;
  /** Text that is no record, shortened; may stand in front of a record on the same line. */
  onNoise(text: string): void;
  /** A record over the maximum was left out. */
  onDropped(bytes: number): void;
}

/** Takes chunks cut anywhere, hands on records in order. Cost is linear in the bytes, however they are cut. */
export class RecordReader {
  readonly #handlers: RecordHandlers;
  readonly #maxBytes: number;
  /**
   * The start of a record whose LF has not come yet. One buffer that doubles, not a list of pieces: thousands of small
   * allocations that live for a moment together are memory that malloc does not give back.
   */
  #held = NOTHING;
  #heldBytes = 0;
  /** Bytes of a too long record seen so far; 0 when none is being skipped. */
  #skippedBytes = 0;

  constructor(handlers: RecordHandlers, maxBytes = MAX_RECORD_BYTES) {
    this.#handlers = handlers;
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    const rest = this.#skippedBytes > 0 ? this.#skip(chunk) : chunk;
    const end = rest.lastIndexOf(LF) + 1;
    if (end > 0) this.#takeLines(rest.subarray(0, end));
    if (end < rest.length) this.#hold(end === 0 ? rest : rest.subarray(end));
  }

  /** The stream has ended: what was left is a record if it is complete, else noise. */
  end(): void {
    if (this.#skippedBytes > 0) this.#handlers.onDropped(this.#skippedBytes);
    this.#skippedBytes = 0;
    if (this.#heldBytes > 0) this.#parse(this.#join(NOTHING));
  }

  #hold(piece: Buffer): void {
    if (this.#heldBytes + piece.length <= this.#maxBytes) {
      this.#append(piece);
      return;
    }
    this.#skippedBytes = this.#heldBytes + piece.length;
    this.#release();
  }

  #append(piece: Buffer): void {
    const bytes = this.#heldBytes + piece.length;
    if (bytes > this.#held.length) {
      const grown = Buffer.allocUnsafeSlow(2 * bytes);
      this.#held.copy(grown, 0, 0, this.#heldBytes);
      this.#held = grown;
    }
    piece.copy(this.#held, this.#heldBytes);
    this.#heldBytes = bytes;
  }

  #release(): void {
    this.#heldBytes = 0;
    if (this.#held.length > KEPT_BYTES) this.#held = NOTHING;
  }

  /** @returns what follows the LF that ends the skipped record. */
  #skip(chunk: Buffer): Buffer {
    const end = chunk.indexOf(LF);
    this.#skippedBytes += end === -1 ? chunk.length : end;
    if (end === -1) return chunk.subarray(chunk.length);
    this.#handlers.onDropped(this.#skippedBytes);
    this.#skippedBytes = 0;
    return chunk.subarray(end + 1);
  }

  /** `bytes` ends with LF, so that decoding never cuts a character. */
  #takeLines(bytes: Buffer): void {
    const text = this.#join(bytes);
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      // The only way a record can be this long here is in one huge chunk: characters are near enough to bytes.
      if (end - start > this.#maxBytes) this.#handlers.onDropped(end - start);
      else if (end > start) this.#parse(text.slice(start, end));
      start = end + 1;
    }
  }

  #join(last: Buffer): string {
    if (this.#heldBytes === 0) return last.toString("utf8");
    this.#append(last);
    const text = this.#held.toString("utf8", 0, this.#heldBytes);
    this.#release();
    return text;
  }

  #parse(line: string): void {
    const record = parseObject(line);
    if (record) {
      this.#handlers.onRecord(record);
      return;
    }
    const found = findRecord(line);
    const noise = (found ? line.slice(0, found.start) : line.slice(0, MAX_REPORTED * 2)).trim();
    if (noise !== "") this.#handlers.onNoise(noise.slice(0, MAX_REPORTED));
    if (found) this.#handlers.onRecord(found.record);
  }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A record behind noise that was printed without a line break. pi's records begin with their type or id.
 * A damaged record is not searched for the objects inside it: noise that begins like an object has to be a whole one.
 */
function findRecord(line: string): { start: number; record: JsonObject } | undefined {
  const starts = /\{"(?:type|id)":/g;
  for (let tries = 0; tries < MAX_RECOVERIES; tries++) {
    const start = starts.exec(line)?.index;
    if (start === undefined || start > MAX_NOISE_LENGTH) return undefined;
    const noise = line.slice(0, start).trimStart();
    const isInsideObject = noise.startsWith("{") && !parseObject(noise);
    const record = isInsideObject ? undefined : parseObject(line.slice(start));
    if (record) return { start, record };
  }
  return undefined;
}
