/** Limits of pi's own tools, so that no tool of ours fills the model's context either. */
const MOST_LINES = 2000;
const MOST_BYTES = 50 * 1024;

export interface Shortened {
  readonly text: string;
  readonly lines: number;
  readonly isCut: boolean;
}

/** The first lines of a text that a tool may give; of a line that is too long by itself, its start. */
export function shorten(text: string): Shortened {
  const lines = text.split("\n");
  let [bytes, kept] = [0, 0];
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + (kept > 0 ? 1 : 0);
    if (bytes > MOST_BYTES || kept === MOST_LINES) break;
    kept++;
  }
  if (kept === lines.length) return { text, lines: kept, isCut: false };
  if (kept > 0) return { text: lines.slice(0, kept).join("\n"), lines: kept, isCut: true };
  const start = Buffer.from(lines[0] as string).subarray(0, MOST_BYTES);
  return { text: new TextDecoder().decode(start, { stream: true }), lines: 1, isCut: true };
}
