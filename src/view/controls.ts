/**
 * Control characters made harmless and visible: C0 and DEL become their pictures (U+2400 and up), C1 `<85>`, a lone
 * surrogate U+FFFD. Tab stays. No line may hold LF or NUL, and no terminal may ever see a raw ESC.
 */
import { NO_SPANS, type Span } from "./bytes";

export interface Visible {
  readonly text: string;
  /** Where something was replaced, as `PiControl`. */
  readonly spans: readonly Span[];
}

/** U+0085 is a line break to some, so text may hold it: it stays, as U+2028 does. Neovim itself shows it as `<85>`. */
const HARMFUL = /[\x00-\x08\x0a-\x1f\x7f-\x84\x86-\x9f\p{Cs}]/u;
const EACH_HARMFUL = new RegExp(HARMFUL, "gu");

/** Whether the text has anything that must not reach a buffer as it is. */
export function isHarmful(text: string): boolean {
  return HARMFUL.test(text);
}

export function makeVisible(raw: string): Visible {
  if (!HARMFUL.test(raw)) return { text: raw, spans: NO_SPANS };
  const spans: Span[] = [];
  let grown = 0;
  const text = raw.replace(EACH_HARMFUL, (char, index: number) => {
    const shown = picture(char.charCodeAt(0));
    const from = index + grown;
    grown += shown.length - char.length;
    spans.push({ from, to: from + shown.length, group: "PiControl" });
    return shown;
  });
  return { text, spans };
}

/** Text from outside on one line of ours: a path, a command, a name. At most `limit` characters. */
export function oneLine(raw: string, limit = 500): string {
  const text = makeVisible(raw.length > limit * 2 ? raw.slice(0, limit * 2) : raw).text;
  return text.length > limit ? `${text.slice(0, cutBefore(text, limit - 1))}…` : text;
}

/** The index, or the one before when it would cut a surrogate pair in two. */
export function cutBefore(text: string, index: number): number {
  const unit = text.charCodeAt(index - 1);
  return index < text.length && unit >= 0xd800 && unit < 0xdc00 ? index - 1 : index;
}

function picture(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  if (code < 0xa0) return `<${code.toString(16)}>`;
  return "\ufffd";
}
