import type { Block, BlockId } from "../agent/blocks";
import type { BlockView, Line } from "./types";
import type { LineCount } from "./window";

/** Some lines of a block as the transcript shows them. */
export interface BlockSlice {
  readonly block: Block;
  readonly lines: readonly Line[];
  /** Index in `lines` of the block's own first line, where its anchor stands; -1 when that is not among them. */
  readonly anchor: number;
}

export interface BlockLinesOptions {
  readonly createView: (block: Block) => BlockView;
  /** Whether the user opened or closed the block; undefined: the default of its kind. */
  readonly isOpen: (id: BlockId) => boolean | undefined;
}

const BLANK: Line = { text: "", marks: [] };

/** Every block's lines, with the blank line that sets it off from the one before. Views are made when first needed. */
export class BlockLines {
  readonly blocks: readonly Block[];
  /** Clock for running times, Unix milliseconds; set before reading. */
  now = 0;
  readonly #options: BlockLinesOptions;
  readonly #views = new Map<BlockId, BlockView>();

  constructor(blocks: readonly Block[], options: BlockLinesOptions) {
    this.blocks = blocks;
    this.#options = options;
  }

  readonly count: LineCount = (index) => {
    const own = this.#own(this.blocks[index] as Block).length;
    return own === 0 ? 0 : own + this.#lead(index);
  };

  /** Lines [from, to) of the block at `index`, the blank line counted. */
  slice(index: number, from: number, to: number): BlockSlice {
    const block = this.blocks[index] as Block;
    const lead = this.#lead(index);
    const lines = this.#own(block).slice(Math.max(0, from - lead), to - lead);
    if (lead > 0 && from === 0) lines.unshift(BLANK);
    return { block, lines, anchor: from <= lead && to > lead ? lead - from : -1 };
  }

  /** A block's own lines, without the blank one; what is rendered only for this is not kept. */
  peek(index: number): readonly Line[] {
    const block = this.blocks[index] as Block;
    const view = this.#views.get(block.id) ?? this.#options.createView(block);
    return view.lines({ open: this.#options.isOpen(block.id), now: this.now });
  }

  /** Blank lines before the block's own first one. */
  leadOf(index: number): number {
    return this.#lead(index);
  }

  /** Drops what was rendered, but for these blocks. */
  keepOnly(slices: readonly BlockSlice[]): void {
    if (this.#views.size <= slices.length) return;
    const kept = new Set(slices.map((slice) => slice.block.id));
    for (const id of this.#views.keys()) if (!kept.has(id)) this.#views.delete(id);
  }

  clear(): void {
    this.#views.clear();
  }

  #own(block: Block): readonly Line[] {
    let view = this.#views.get(block.id);
    if (view === undefined) {
      view = this.#options.createView(block);
      this.#views.set(block.id, view);
    }
    return view.lines({ open: this.#options.isOpen(block.id), now: this.now });
  }

  /** Steps of the same work stand together, everything else is set off by a blank line. */
  #lead(index: number): number {
    const before = this.blocks[index - 1];
    if (before === undefined) return 0;
    return isStep(before) && isStep(this.blocks[index] as Block) ? 0 : 1;
  }
}

function isStep(block: Block): boolean {
  return block.kind === "tool" || block.kind === "thinking" || block.kind === "bash";
}

/** Whether `[[` and `]]` stop at the block. */
export function isMessage(block: Block): boolean {
  return block.kind === "user" || block.kind === "text" || block.kind === "summary";
}
