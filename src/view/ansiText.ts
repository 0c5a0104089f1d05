/** Terminal output as text and spans: colours kept, every other escape sequence removed, the rest made visible. */
import { type AnsiStyle, applySgr } from "./ansi";
import { NO_SPANS, type Span } from "./bytes";
import { isHarmful, makeVisible } from "./controls";

export interface AnsiText {
  readonly text: string;
  readonly spans: readonly Span[];
  /** In force after the text. */
  readonly style: AnsiStyle;
}

/**
 * Sequences (ECMA-48): CSI with its parameters and final byte, OSC and other strings with their terminator (links
 * of OSC 8 among them), character sets, and two-byte functions. An ESC that begins none of these has no meaning.
 */
const SEQUENCE =
  /\x1b(?:\[([0-?]*)[ -/]*([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[()*+][ -~]|[78=>cDEHMNOZ])/g;

/** A sequence that may go on in the next piece. */
const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?|[()*+])?$/;

/** @param isOpen the line may still grow: an escape sequence cut off at its end is held back. */
export function parseAnsi(raw: string, style: AnsiStyle, isOpen: boolean): AnsiText {
  if (style.groups.length === 0 && !isHarmful(raw)) return { text: raw, spans: NO_SPANS, style };
  const source = isOpen ? raw.replace(UNFINISHED, "") : raw;
  const spans: Span[] = [];
  let text = "";
  let now = style;
  let at = 0;
  const take = (until: number): void => {
    if (until === at) return;
    const from = text.length;
    const visible = makeVisible(source.slice(at, until));
    text += visible.text;
    for (const group of now.groups) spans.push({ from, to: text.length, group });
    for (const span of visible.spans) spans.push({ ...span, from: from + span.from, to: from + span.to });
  };
  for (const match of source.matchAll(SEQUENCE)) {
    take(match.index);
    at = match.index + match[0].length;
    if (match[2] === "m") now = applySgr(now, match[1] ?? "");
  }
  take(source.length);
  return { text, spans: mergeAdjacent(spans), style: now };
}

/** The style after a piece of text, for text that is not shown. */
export function styleAfter(raw: string, style: AnsiStyle): AnsiStyle {
  let now = style;
  for (const match of raw.matchAll(SEQUENCE)) if (match[2] === "m") now = applySgr(now, match[1] ?? "");
  return now;
}

/** Joins neighbours of one group, as where a sequence without effect stood between them. */
function mergeAdjacent(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  const ending = new Map<string, number>();
  for (const span of spans) {
    const index = ending.get(span.group);
    const last = index === undefined ? undefined : merged[index];
    if (last !== undefined && index !== undefined && last.to === span.from && span.group !== "PiControl") {
      merged[index] = { ...last, to: span.to };
      continue;
    }
    ending.set(span.group, merged.length);
    merged.push(span);
  }
  return merged;
}
