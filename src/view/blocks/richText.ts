/** Builds a line out of pieces of text with a group each. */
import type { Span } from "../bytes";
import { makeLine } from "../line";
import type { Decor, Line } from "../types";

/** Text and its group; an empty group highlights nothing. */
export type Piece = readonly [text: string, group: string];

export function lineOf(pieces: readonly Piece[], decor?: Decor): Line {
  const spans: Span[] = [];
  let text = "";
  for (const [piece, group] of pieces) {
    if (group !== "") spans.push({ from: text.length, to: text.length + piece.length, group });
    text += piece;
  }
  return makeLine(text, spans, decor);
}
