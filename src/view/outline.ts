/** The conversation in one line each: messages, headings, tool calls. */
import type { Block, BlockId, TextBlock, UserBlock } from "../agent/blocks";
import { createBlockView } from "./blocks/createBlockView";
import { splitContext } from "./contextChips";
import { oneLine } from "./controls";
import { trimBlankLines } from "./sourceLines";

export interface OutlineItem {
  readonly block: BlockId;
  /** The block's line it stands for, from 0. */
  readonly line: number;
  /** 0 for what the user said, more for what belongs under it. */
  readonly depth: number;
  readonly text: string;
}

/** Longest text of an item in characters. */
const LONGEST = 120;

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The newest items, oldest first, at most about `most`: an item's block is never cut in two. */
export function outlineOf(blocks: readonly Block[], most: number): OutlineItem[] {
  const groups: OutlineItem[][] = [];
  let count = 0;
  for (let index = blocks.length - 1; index >= 0 && count < most; index--) {
    const items = itemsOf(blocks[index] as Block);
    count += items.length;
    groups.push(items);
  }
  return groups.reverse().flat();
}

function itemsOf(block: Block): OutlineItem[] {
  switch (block.kind) {
    case "user":
      return [{ block: block.id, line: 0, depth: 0, text: saidBy(block) }];
    case "text":
      return textItems(block);
    case "tool":
    case "bash":
    case "summary":
    case "custom":
      return [{ block: block.id, line: 0, depth: 1, text: headerOf(block) }];
    case "thinking":
    case "notice":
    case "runEnd":
      return [];
  }
}

function saidBy({ text }: UserBlock): string {
  const said = splitContext(text).lines.find((line) => line.trim() !== "") ?? "";
  return oneLine(`You: ${said.trim()}`, LONGEST);
}

/** Every heading, and the first line of a text that begins without one. */
function textItems({ id, text }: TextBlock): OutlineItem[] {
  const { first, end } = trimBlankLines(text.lines);
  const items: OutlineItem[] = [];
  let fence: string | undefined;
  for (let index = first; index < end; index++) {
    const line = text.lines[index] as string;
    const heading = fence === undefined ? HEADING.exec(line) : null;
    if (heading !== null) items.push(item(id, index - first, (heading[1] as string).length + 1, heading[2] as string));
    else if (index === first) items.push(item(id, 0, 1, line));
    fence = fenceAfter(line, fence);
  }
  return items;
}

function item(block: BlockId, line: number, depth: number, text: string): OutlineItem {
  return { block, line, depth, text: oneLine(text.trim(), LONGEST) };
}

/** The opening fence that code after this line is in. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const marks = FENCE.exec(line)?.[1];
  if (marks === undefined) return open;
  if (open === undefined) return marks;
  const closes = marks[0] === open[0] && marks.length >= open.length && line.trim() === marks;
  return closes ? undefined : open;
}

function headerOf(block: Block): string {
  const header = createBlockView(block).lines({ open: false, now: 0 })[0]?.text ?? "";
  return oneLine(header.trim(), LONGEST);
}
