/** Text of extensions for places outside the transcript: coloured lines, one coloured line, or plain text. */
import { PLAIN_STYLE } from "./ansi";
import { parseAnsi } from "./ansiText";
import { marksOf } from "./bytes";
import { cutBefore } from "./controls";
import { formatBytes } from "./format";

/** Lines with their highlights: [row, col, endCol, group] four by four, columns in bytes. */
export interface ShownText {
  readonly lines: readonly string[];
  readonly marks: readonly (number | string)[];
  /** Groups of whole lines, also beyond their end: [row, group] two by two. */
  readonly rows?: readonly (number | string)[];
}

/** Most characters of a text, and of one line of it, that are shown. */
const LONGEST_TEXT = 200_000;
const LONGEST_LABEL = 2000;

/** Marks that turn the direction of what follows: they could make one answer look like another. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** All lines of a text. ANSI colours become marks, everything else that is not text becomes visible. */
export function showLines(raw: string, mostLines = 10_000): ShownText {
  const text = cut(raw, LONGEST_TEXT);
  const all = withVisibleDirections(text).split(/\r\n|\n/);
  const lines: string[] = [];
  const marks: (number | string)[] = [];
  let style = PLAIN_STYLE;
  for (const [row, source] of all.slice(0, mostLines).entries()) {
    const parsed = parseAnsi(source, style, false);
    style = parsed.style;
    lines.push(parsed.text);
    for (const { col, endCol, group } of marksOf(parsed.text, parsed.spans)) marks.push(row, col, endCol, group);
  }
  if (all.length > mostLines) lines.push(`… (${all.length - mostLines} more lines)`);
  if (text.length < raw.length) lines.push(`… (${formatBytes(raw.length - text.length)} more)`);
  return { lines, marks };
}

/** A text on one line: a line break in it is shown as a sign. */
export function showLine(raw: string): ShownText {
  const parsed = parseAnsi(withVisibleDirections(cut(raw, LONGEST_LABEL)), PLAIN_STYLE, false);
  const text = raw.length > LONGEST_LABEL ? `${parsed.text}…` : parsed.text;
  const marks = marksOf(text, parsed.spans).flatMap(({ col, endCol, group }) => [0, col, endCol, group]);
  return { lines: [text], marks };
}

/** One line without colours. */
export function plainLine(raw: string, most = 500): string {
  const text = showLine(raw).lines[0] as string;
  return text.length > most ? `${cut(text, most - 1)}…` : text;
}

/** Lines without colours, joined by LF. */
export function plainText(raw: string): string {
  return showLines(raw).lines.join("\n");
}

/** Also for code that is to be judged: what looks harmless must be so. */
export function withVisibleDirections(text: string): string {
  return text.replace(DIRECTIONS, (mark) => `<${mark.charCodeAt(0).toString(16)}>`);
}

function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, cutBefore(text, most)) : text;
}
