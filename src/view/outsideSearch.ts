/**
 * Looks for a line among those that Neovim does not hold. One step of a generator is one block, so that a long search
 * can be cut into pieces.
 */
import type { Block } from "../agent/blocks";
import type { BlockLines } from "./blockLines";
import type { Place } from "./window";

/** A line of a block, its own first one being 0. */
export interface Target {
  readonly block: Block;
  readonly line: number;
}

type Matches = (line: string) => boolean;

/** The last match before a place. */
export function* searchBefore(source: BlockLines, start: Place, matches: Matches): Generator<void, Target | undefined> {
  for (let index = Math.min(start.index, source.blocks.length - 1); index >= 0; index--) {
    const block = source.blocks[index];
    if (block === undefined) continue;
    const end = index === start.index ? start.line - source.leadOf(index) : Number.POSITIVE_INFINITY;
    const line = source.peek(index).findLastIndex(({ text }, at) => at < end && matches(text));
    if (line !== -1) return { block, line };
    yield;
  }
  return undefined;
}

/** The first match at or after a place. */
export function* searchFrom(source: BlockLines, end: Place, matches: Matches): Generator<void, Target | undefined> {
  for (let index = end.index; index < source.blocks.length; index++) {
    const start = index === end.index ? end.line - source.leadOf(index) : 0;
    const line = source.peek(index).findIndex(({ text }, at) => at >= start && matches(text));
    if (line !== -1) return { block: source.blocks[index] as Block, line };
    yield;
  }
  return undefined;
}
