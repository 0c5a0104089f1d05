/** `read` of a file whose buffer has unsaved changes. */
import type { ContextLines } from "../promptContract";
import { joinNotes } from "./itemText";
import { shorten } from "./shorten";

export interface LinesAsked {
  /** From 1. */
  readonly offset?: number;
  readonly limit?: number;
}

/** First in the result: how the model knows that this is not what is on disk. */
const MARK = "[Unsaved: this is the text in the user's editor; the file on disk is older.]";

/** The lines asked for, in the way in which pi's `read` gives them. */
export function livingLines({ text }: ContextLines, { offset = 1, limit }: LinesAsked): string {
  const lines = text.split("\n");
  const start = Math.max(0, Math.floor(offset) - 1);
  if (start >= lines.length) {
    return joinNotes(MARK, [`Offset ${offset} is beyond the end: there are ${lines.length} lines.`]);
  }
  const asked = limit === undefined ? lines.slice(start) : lines.slice(start, start + Math.max(0, limit));
  const shown = shorten(asked.join("\n"));
  const end = start + shown.lines;
  const note = `Showing lines ${start + 1}-${end} of ${lines.length}. Use offset=${end + 1} to continue.`;
  return `${MARK}\n${joinNotes(shown.text, end < lines.length ? [note] : [])}`;
}
