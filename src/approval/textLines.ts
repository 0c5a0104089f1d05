/** The lines of a text, without the empty one behind its last line break. */
export function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** The text of lines, with a line break at its end where `like` has one. */
export function textOf(lines: readonly string[], like: string): string {
  const isEmpty = lines.length === 0 || (lines.length === 1 && lines[0] === "");
  if (isEmpty) return "";
  return lines.join("\n") + (like.endsWith("\n") ? "\n" : "");
}
