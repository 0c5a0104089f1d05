/** One line of a tool's output as a terminal would leave it: progress bars at their last state, long lines cut. */
import { type AnsiStyle, PLAIN_STYLE } from "./ansi";
import { parseAnsi, styleAfter } from "./ansiText";
import type { Span } from "./bytes";
import { cutBefore } from "./controls";
import { formatBytes } from "./format";
import { makeLine } from "./line";
import type { Decor, Line } from "./types";

export interface OutputLine {
  readonly line: Line;
  /** In force at the beginning of the next line. */
  readonly style: AnsiStyle;
}

/** Characters of a line that are shown. */
export const LONGEST_LINE = 2000;
/** Characters that are looked at, since escape sequences take room but show nothing. */
const LOOKED_AT = 8 * LONGEST_LINE;
/** Characters before the last carriage return in which colours are looked for. */
const LOOKED_BACK = 1024;

/** @param isOpen the line may still grow. */
export function renderOutputLine(raw: string, before: AnsiStyle, isOpen: boolean, group: string): OutputLine {
  const { shown, style } = afterLastReturn(raw, before);
  const isLong = shown.length > LOOKED_AT;
  const parsed = parseAnsi(isLong ? shown.slice(0, cutBefore(shown, LOOKED_AT)) : shown, style, isOpen || isLong);
  const end = parsed.text.length > LONGEST_LINE ? cutBefore(parsed.text, LONGEST_LINE) : parsed.text.length;
  const text = parsed.text.slice(0, end);
  const rest = isLong ? shown.length - LOOKED_AT + parsed.text.length - end : parsed.text.length - end;
  const spans: Span[] = [{ from: 0, to: text.length, group }];
  for (const span of parsed.spans) spans.push(span);
  const decor: Decor | undefined = rest > 0 ? { eol: [[`… (${formatBytes(rest)} more)`, "PiPending"]] } : undefined;
  return { line: makeLine(text, spans, decor), style: isLong ? PLAIN_STYLE : parsed.style };
}

/** A terminal goes back to the line's beginning at CR. What was overwritten can still have switched a colour on. */
function afterLastReturn(raw: string, before: AnsiStyle): { shown: string; style: AnsiStyle } {
  let end = raw.length;
  while (end > 0 && raw.charCodeAt(end - 1) === 0x0d) end--;
  const start = end === 0 ? 0 : raw.lastIndexOf("\r", end - 1) + 1;
  const shown = start === 0 && end === raw.length ? raw : raw.slice(start, end);
  const style = start === 0 ? before : styleAfter(raw.slice(Math.max(0, start - LOOKED_BACK), start), before);
  return { shown, style };
}
