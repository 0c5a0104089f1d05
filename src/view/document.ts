import type { Block } from "../agent/blocks";
import { BlockLines, type BlockLinesOptions } from "./blockLines";
import { Segments } from "./segments";
import type { Hunk } from "./types";
import { type ExtendTo, LIMITS, type Limits, Viewport } from "./viewport";

export interface DocumentPatch {
  /** The buffer is to be emptied before the hunks. */
  readonly reset: boolean;
  readonly hunks: readonly Hunk[];
  /** Whether the conversation has lines before and after those in Neovim. */
  readonly older: boolean;
  readonly newer: boolean;
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

  constructor(blocks: readonly Block[], options: DocumentOptions) {
    this.#source = new BlockLines(blocks, options);
    this.#viewport = new Viewport(this.#source, { ...LIMITS, ...options.limits });
  }

  /** Whether Neovim may lack something. */
  get isDirty(): boolean {
    return this.#isDirty;
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
    this.#isDirty = true;
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
      const patch = { reset: this.#needsReset, hunks, older: this.#viewport.hasOlder, newer: this.#viewport.hasNewer };
      this.#isDirty = !isComplete || (!isDetached && this.#viewport.fill(this.#segments.lines));
      this.#needsReset = false;
      if (hunks.length > 0 || patch.reset) return patch;
    }
    return undefined;
  }
}
