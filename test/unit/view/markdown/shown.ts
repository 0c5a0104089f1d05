import type { Line } from "../../../../src/view/types";

/** A line's marks with the text under them: `["@markup.strong", "**b**"]`. */
export function marked(line: Line | undefined): [string, string][] {
  const bytes = Buffer.from(line?.text ?? "");
  return (line?.marks ?? []).map((mark) => [mark.group, bytes.subarray(mark.col, mark.endCol).toString()]);
}

/** Everything about a line that a reader can see. */
export function seen(line: Line): unknown {
  return { text: line.text, marks: line.marks, decor: line.decor };
}

/** Throws unless the line may go to Neovim: no LF or NUL, and marks on character boundaries within its bytes. */
export function checkLine(line: Line): void {
  if (/[\n\0]/.test(line.text)) throw new Error(`line break or NUL in ${JSON.stringify(line.text)}`);
  if (/\p{Cs}/u.test(line.text)) throw new Error(`half a character in ${JSON.stringify(line.text)}`);
  const bytes = Buffer.from(line.text);
  const isBoundary = (at: number): boolean => at === bytes.length || ((bytes[at] as number) & 0xc0) !== 0x80;
  let last = 0;
  for (const { col, endCol, group } of line.marks) {
    const isInside = 0 <= col && col < endCol && endCol <= bytes.length;
    if (!isInside || !isBoundary(col) || !isBoundary(endCol) || col < last || group === "") {
      throw new Error(`mark ${group} ${col}-${endCol} does not fit ${JSON.stringify(line.text)}`);
    }
    last = col;
  }
}
