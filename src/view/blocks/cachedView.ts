import type { Block } from "../../agent/blocks";
import type { BlockView, Line, ViewOptions } from "../types";

/** A view that renders only when the block, its opening or (while it runs) the second on the clock changed. */
export abstract class CachedView<B extends Block> implements BlockView {
  protected readonly block: B;
  #lines: readonly Line[] | undefined;
  #version: number | undefined;
  #open: boolean | undefined;
  #second = 0;

  constructor(block: B) {
    this.block = block;
  }

  lines(options: ViewOptions): readonly Line[] {
    const second = this.secondAt(options.now);
    const isKnown = this.#version === this.block.version && this.#open === options.open && this.#second === second;
    if (this.#lines !== undefined && isKnown) return this.#lines;
    this.#lines = this.render(options);
    this.#version = this.block.version;
    this.#open = options.open;
    this.#second = second;
    return this.#lines;
  }

  protected abstract render(options: ViewOptions): readonly Line[];

  /** What a running clock shows; constant for a block that shows none. */
  protected secondAt(_now: number): number {
    return 0;
  }
}
