import type { BufferEdit } from "../editorContract";
import { PiError } from "../errors";

export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * What has to change in a buffer, last first, so that no edit moves another.
 * @throws PiError when a text is not there exactly once, or two of them overlap.
 */
export function bufferEdits(text: string, replacements: readonly Replacement[]): readonly BufferEdit[] {
  if (replacements.length === 0) throw new PiError("invalid", "Give at least one edit.");
  const found = replacements
    .map((replacement, index) => find(text, replacement, index))
    .sort((a, b) => b.from - a.from);
  found.forEach(({ to }, index) => {
    const after = found[index - 1];
    if (after !== undefined && to > after.from)
      throw new PiError("invalid", "Two of the edits overlap: make them one.");
  });
  return found.map(({ from, to, lines }) => ({ start: placeOf(text, from), end: placeOf(text, to), lines }));
}

function find(text: string, { oldText, newText }: Replacement, index: number): Found {
  const [old, lines] = [withoutReturns(oldText), withoutReturns(newText).split("\n")];
  const which = `The oldText of edit ${index + 1}`;
  const from = old === "" ? -1 : text.indexOf(old);
  if (old === "") throw new PiError("invalid", `${which} is empty.`);
  if (from === -1) throw new PiError("invalid", `${which} is not in the buffer: read it again.`);
  if (text.indexOf(old, from + 1) !== -1) {
    throw new PiError("invalid", `${which} is in the buffer more than once: give more of what is around it.`);
  }
  return { from, to: from + old.length, lines };
}

/** A buffer's lines have none, whatever its file has. */
function withoutReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function placeOf(text: string, index: number): readonly [number, number] {
  const before = text.slice(0, index);
  const lineStart = before.lastIndexOf("\n") + 1;
  return [before.split("\n").length - 1, Buffer.byteLength(before.slice(lineStart))];
}
