import type { Block, BlockId } from "../agent/blocks";
import { BlockLines, type BlockLinesOptions, isMessage } from "./blockLines";
import { searchBefore, searchFrom, type Target } from "./outsideSearch";
import { Segments } from "./segments";
import type { Hunk } from "./types";
import { type ExtendTo, LIMITS, type Limits, Viewport } from "./viewport";
import type { Place } from "./window";

export interface DocumentPatch {
  /** The buffer is to be emptied before the hunks. */
  readonly reset: boolean;
  readonly hunks: readonly Hunk[];
  /** Whether the conversation has lines before and after those in Neovim. */
  readonly older: boolean;
  readonly newer: boolean;
  /** The block that the buffer begins in the middle of, and how many lines of it come before. */
  readonly cut?: { readonly block: BlockId; readonly lines: number };
  /** Buffer line of what was to be revealed, with the patch that completes it. */
  readonly target?: number;
}

export interface DocumentOptions extends BlockLinesOptions {
  readonly limits?: Partial<Limits>;
}

/**
 * The transcript as Neovim has it: a window of lines onto all blocks, which moves along as the conversation grows or
 * as someone scrolls. `patch` compares it with the blocks and gives the next step towards them. Neovim never holds
 * more than `limits.most` lines, however long the conversation is.
 */
export class Document {
  readonly #source: BlockLines;
  readonly #viewport: Viewport;
  readonly #segments = new Segments();
  #needsReset = true;
  #isDirty = true;
  #isMoving = false;
  #target: Target | undefined;

  constructor(blocks: readonly Block[], options: DocumentOptions) {
    this.#source = new BlockLines(blocks, options);
    this.#viewport = new Viewport(this.#source, { ...LIMITS, ...options.limits });
  }

  /** Whether Neovim may lack something. */
  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** Whether the window was moved to lines that no patch has brought yet: what Neovim has ends before it. */
  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** How many lines Neovim has once the patches so far are applied. */
  get lines(): number {
    return this.#segments.lines;
  }

  /** Something changed: a block, or whether one is open. */
  touch(): void {
    this.#isDirty = true;
  }

  /** Neovim's buffer is new or its content unknown, or all blocks were replaced: everything is sent again. */
  reset(): void {
    this.#needsReset = true;
    this.#isDirty = true;
    this.#segments.clear();
    this.#source.clear();
    this.#viewport.clear();
  }

  extend(to: ExtendTo, now: number): void {
    this.#source.now = now;
    this.#viewport.extend(to);
    this.#isMoving = true;
    this.#isDirty = true;
  }

  /** Brings a line into Neovim; a patch says where it is. */
  reveal(target: Target, now: number): void {
    const place = this.#placeOf(target);
    if (place === undefined) return;
    this.#source.now = now;
    this.#viewport.reveal(place);
    this.#target = target;
    this.#isMoving = true;
    this.#isDirty = true;
  }

  /** Looks for a line that Neovim does not hold, from what it holds on outwards: not while the window moves. */
  search(matches: (line: string) => boolean, to: "older" | "newer"): Generator<void, Target | undefined> {
    const { start, end } = this.#viewport.bounds();
    return to === "older" ? searchBefore(this.#source, start, matches) : searchFrom(this.#source, end, matches);
  }

  /** The message so many before, or after, those that begin within what Neovim holds; else the farthest one. */
  message(to: "older" | "newer", count: number): Block | undefined {
    const { blocks } = this.#source;
    const { start, end } = this.#viewport.bounds();
    const isWithin = ({ index, line }: Place) => line > this.#source.leadOf(index);
    const messages =
      to === "older"
        ? blocks.slice(0, isWithin(start) ? start.index + 1 : start.index).reverse()
        : blocks.slice(end.index < blocks.length && isWithin(end) ? end.index + 1 : end.index);
    const found = messages.filter(isMessage);
    return found[count - 1] ?? found.at(-1);
  }

  get #cut(): { block: BlockId; lines: number } | undefined {
    const { index, line } = this.#viewport.bounds().start;
    const block = this.#source.blocks[index];
    const lines = block === undefined ? 0 : line - this.#source.leadOf(index);
    return block !== undefined && lines > 0 ? { block: block.id, lines } : undefined;
  }

  #placeOf({ block, line }: Target): Place | undefined {
    const index = this.#source.blocks.lastIndexOf(block);
    if (index < 0) return undefined;
    const lead = this.#source.leadOf(index);
    return { index, line: lead + Math.max(0, Math.min(line, this.#source.count(index) - lead - 1)) };
  }

  /** Takes the target's row once everything before it is in Neovim. */
  #takeTarget(isComplete: boolean): number | undefined {
    if (!isComplete || this.#target === undefined) return undefined;
    const place = this.#placeOf(this.#target);
    this.#target = undefined;
    return place && this.#viewport.rowOf(place);
  }

  /**
   * The next patch, or undefined when Neovim has everything. It counts as applied: call `reset` if it was not.
   * @param now Unix milliseconds, for running times.
   * @param isDetached whether someone reads away from the end: then nothing is dropped under them.
   */
  patch(now: number, isDetached: boolean): DocumentPatch | undefined {
    while (this.#isDirty) {
      this.#source.now = now;
      this.#viewport.follow(this.#segments.lines, isDetached);
      const slices = this.#viewport.slices();
      const { hunks, isComplete } = this.#segments.sync(slices);
      this.#source.keepOnly(slices);
      const target = this.#takeTarget(isComplete);
      const { hasOlder: older, hasNewer: newer } = this.#viewport;
      const cut = this.#cut;
      const marks = { ...(cut && { cut }), ...(target !== undefined && { target }) };
      const patch = { reset: this.#needsReset, hunks, older, newer, ...marks };
      const isFilling = isComplete && !isDetached && this.#viewport.fill(this.#segments.lines);
      this.#isMoving = isFilling || (this.#isMoving && !isComplete);
      this.#isDirty = !isComplete || isFilling;
      this.#needsReset = false;
      if (hunks.length > 0 || patch.reset || target !== undefined) return patch;
    }
    return undefined;
  }
}
