/** How much a tool gave back, in the words of what it is: `3 matches`, `12 files`, `2000 of 5321 lines`. */
import type { ToolBlock } from "../../agent/blocks";
import { formatCount } from "../format";
import { fieldOf } from "./diffText";
import { isReadNote } from "./fileLines";

interface Counted {
  readonly one: string;
  readonly many: string;
  /** Whether a line of output is one of them. */
  is(line: string): boolean;
}

/** What pi's tools say in brackets or in place of a result. */
const NOTE = /^(?:\[.*\]|No (?:matches|files) found.*|\(empty directory\))$/;
const isItem = (line: string): boolean => line !== "" && !NOTE.test(line);

const COUNTED: ReadonlyMap<string, Counted> = new Map<string, Counted>([
  ["grep", { one: "match", many: "matches", is: (line) => /^.+?:\d+:/.test(line) }],
  ["find", { one: "file", many: "files", is: isItem }],
  ["ls", { one: "entry", many: "entries", is: isItem }],
]);

/** @param lineCount lines of the output. @returns an empty string when the number would say nothing. */
export function countText(block: ToolBlock, lineCount: number): string {
  const { name, output } = block;
  if (name === "edit" || name === "write" || output.isEmpty) return "";
  const counted = COUNTED.get(name);
  if (counted !== undefined) {
    const count = output.lines.filter((line) => counted.is(line)).length;
    return formatCount(count, counted.one, counted.many);
  }
  if (name === "read") return fileText(block, lineCount);
  if (lineCount === 0) return "";
  const shown = shownOf(block);
  return shown === undefined ? formatCount(lineCount, "line") : `${shown.lines} of ${formatCount(shown.of, "line")}`;
}

/** A file's lines, without what is said above and below them. */
function fileText(block: ToolBlock, lineCount: number): string {
  if (block.images.length > 0) return "";
  const { lines: output } = block.output;
  const above = isReadNote(output[0] ?? "") ? 1 : 0;
  const below = output.length > 1 && isReadNote(output.at(-1) ?? "") ? 2 : 0;
  const lines = lineCount - above - below;
  const shown = shownOf(block);
  return shown === undefined ? formatCount(lines, "line") : `${lines} of ${formatCount(shown.of, "line")}`;
}

/** pi cuts long output and says so in the details. */
function shownOf(block: ToolBlock): { readonly lines: number; readonly of: number } | undefined {
  const truncation = fieldOf(block.details, "truncation");
  const lines = fieldOf(truncation, "outputLines");
  const of = fieldOf(truncation, "totalLines");
  const isCut = fieldOf(truncation, "truncated") === true && typeof lines === "number" && typeof of === "number";
  return isCut && of > lines ? { lines, of } : undefined;
}
