import { createBlockView } from "../view/blocks/createBlockView";
import { Document, type DocumentPatch } from "../view/document";
import type { Block, BlockId } from "./blocks";

export interface TranscriptPatch extends DocumentPatch {
  /** No window may move to the end with this patch: the user asked for what it brings. */
  readonly hold: boolean;
}

/** How an agent's conversation is shown in Neovim: which blocks are open, and what is to be sent next. */
export class Transcript {
  readonly #blocks: readonly Block[];
  readonly #document: Document;
  readonly #open = new Map<BlockId, boolean>();
  readonly #wake: () => void;
  /** Whether Neovim has a buffer for it. */
  #isAttached = false;
  #isHeld = false;

  /** @param wake called when `collect` has something. */
  constructor(blocks: readonly Block[], wake: () => void) {
    this.#blocks = blocks;
    this.#wake = wake;
    this.#document = new Document(blocks, {
      createView: (block) => createBlockView(block),
      isOpen: (id) => this.#open.get(id),
    });
  }

  get hasNews(): boolean {
    return this.#isAttached && this.#document.isDirty;
  }

  /** Neovim has a new, empty buffer. */
  attach(): void {
    this.#isAttached = true;
    this.reset();
  }

  /** A block changed. */
  touch(): void {
    this.#document.touch();
    if (this.#isAttached) this.#wake();
  }

  /** All blocks changed, or what Neovim has is unknown. */
  reset(): void {
    this.#document.reset();
    if (this.#isAttached) this.#wake();
  }

  extend(to: "older" | "newer" | "oldest" | "newest", now: number): void {
    this.#document.extend(to, now);
    this.#wake();
  }

  /**
   * @param ids undefined: all blocks.
   * @param open undefined: the other way round.
   */
  openBlocks(ids: readonly BlockId[] | undefined, open: boolean | undefined): void {
    const blocks = ids === undefined ? this.#blocks : this.#blocks.filter((block) => ids.includes(block.id));
    for (const block of blocks) this.#open.set(block.id, open ?? !(this.#open.get(block.id) ?? false));
    this.#isHeld = true;
    this.touch();
  }

  /** The next patch for Neovim. It counts as applied: call `reset` if it was not. */
  collect(now: number, isDetached: boolean): TranscriptPatch | undefined {
    if (!this.#isAttached) return undefined;
    const hold = this.#isHeld;
    const patch = this.#document.patch(now, isDetached || hold);
    if (!this.#document.isDirty) this.#isHeld = false;
    return patch && { ...patch, hold };
  }

  /** The text of a block, or of the newest reply; undefined when there is none. */
  text(id: BlockId | undefined): string | undefined {
    const blocks = this.#blocks;
    const block = id === undefined ? blocks.findLast((b) => b.kind === "text") : blocks.find((b) => b.id === id);
    return block === undefined ? undefined : textOfBlock(block);
  }
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case "user":
    case "notice":
      return block.text;
    case "tool":
    case "bash":
      return block.output.toString();
    case "runEnd":
      return "";
    default:
      return block.text.toString();
  }
}
