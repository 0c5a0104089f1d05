import type { Block } from "../agent/blocks";
import { type BlockSlice, isMessage } from "./blockLines";
import { type Budget, changeHunk } from "./hunks";
import type { Hunk, Line } from "./types";

interface Segment {
  readonly block: Block;
  readonly lines: readonly Line[];
}

interface Step {
  readonly hunks: Hunk[];
  readonly budget: Budget;
  /** Buffer line that comes next. */
  at: number;
}

/** One patch: applied by Neovim in one to two milliseconds. */
const PATCH_LINES = 300;
const PATCH_TEXT = 64 * 1024;

/** The lines that Neovim holds, block by block, and the hunks that bring it to others. */
export class Segments {
  #segments: Segment[] = [];
  #lines = 0;

  /** How many lines Neovim holds. */
  get lines(): number {
    return this.#lines;
  }

  clear(): void {
    this.#segments = [];
    this.#lines = 0;
  }

  /** @returns hunks to apply in this order, and whether they bring all that is wanted. */
  sync(wanted: readonly BlockSlice[]): { hunks: Hunk[]; isComplete: boolean } {
    const step: Step = { hunks: [], budget: { lines: PATCH_LINES, text: PATCH_TEXT }, at: 0 };
    const ahead = new Set(wanted.map((slice) => slice.block));
    const synced: Segment[] = [];
    let old = 0;
    const isStale = (segment: Segment | undefined, block: Block): boolean =>
      segment !== undefined && segment.block !== block && (!ahead.has(segment.block) || this.#comesLater(block, old));
    for (const slice of wanted) {
      while (isStale(this.#segments[old], slice.block)) this.#drop(this.#segments[old++] as Segment, step);
      const isFull = step.budget.lines <= 0 || step.budget.text <= 0;
      const known = this.#segments[old]?.block === slice.block ? this.#segments[old++] : undefined;
      const lines = isFull ? known?.lines : this.#bring(slice, known, step);
      if (lines !== undefined) synced.push({ block: slice.block, lines });
      ahead.delete(slice.block);
      if (isFull || !isEqual(lines ?? [], slice.lines)) {
        this.#segments = [...synced, ...this.#segments.slice(old)];
        return { hunks: step.hunks, isComplete: false };
      }
    }
    while (old < this.#segments.length) this.#drop(this.#segments[old++] as Segment, step);
    this.#segments = synced;
    return { hunks: step.hunks, isComplete: true };
  }

  #comesLater(block: Block, from: number): boolean {
    for (let index = from; index < this.#segments.length; index++) {
      if (this.#segments[index]?.block === block) return true;
    }
    return false;
  }

  #drop(segment: Segment, step: Step): void {
    this.#bring({ block: segment.block, lines: [], anchor: -1 }, segment, step);
  }

  #bring(slice: BlockSlice, known: Segment | undefined, step: Step): readonly Line[] {
    const sent = known?.lines ?? [];
    const { block, lines: wanted, anchor } = slice;
    const change = { id: block.id, isMessage: isMessage(block), at: step.at, sent, wanted, anchor };
    const changed = changeHunk(change, step.budget);
    if (changed !== undefined) {
      step.hunks.push(this.#lines === 0 ? overEmpty(changed.hunk) : changed.hunk);
      this.#lines += changed.result.length - sent.length;
    }
    const lines = changed?.result ?? sent;
    step.at += lines.length;
    return lines;
  }
}

/** A buffer without lines does not exist: an empty one has an empty line, which the first lines replace. */
function overEmpty(hunk: Hunk): Hunk {
  return { ...hunk, last: 1 };
}

function isEqual(a: readonly Line[], b: readonly Line[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}
