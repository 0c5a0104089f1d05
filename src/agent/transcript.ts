import { namedPath } from "../changes/toolCall";
import type { BeyondAnswer, Watching } from "../transcriptContract";
import type { BlockViewOptions } from "../view/blocks/blockViewOptions";
import { createBlockView } from "../view/blocks/createBlockView";
import { defaultOpenOf, type OpeningOptions, startsOpen } from "../view/blocks/openingOptions";
import { itemAt } from "../view/blocks/user";
import { Document, type DocumentPatch } from "../view/document";
import { type OutlineItem, outlineOf } from "../view/outline";
import type { Target } from "../view/outsideSearch";
import { matcherOf, type TextQuery } from "../view/textSearch";
import type { Block, BlockId, ImageInfo, UserBlock } from "./blocks";
import { takeTurns } from "./turns";

export interface TranscriptPatch extends DocumentPatch {
  /** No window may move to the end with this patch: the user asked for what it brings. */
  readonly hold: boolean;
}

const AGAIN: BeyondAnswer = { found: false, again: true };

/** How an agent's conversation is shown in Neovim: which blocks are open, and what is to be sent next. */
export class Transcript {
  readonly #blocks: readonly Block[];
  readonly #document: Document;
  readonly #open = new Map<BlockId, boolean>();
  readonly #wake: () => void;
  /** Whether Neovim has a buffer for it. */
  #isAttached = false;
  /** Searches that wait for the next patch. */
  readonly #waiting: (() => void)[] = [];
  #watching: Watching = { isDetached: false, isHidden: false };
  #isHeld = false;
  #defaultOpen = defaultOpenOf({});

  /** @param wake called when `collect` has something. */
  constructor(blocks: readonly Block[], wake: () => void, viewOptions: BlockViewOptions = {}) {
    this.#blocks = blocks;
    this.#wake = wake;
    this.#document = new Document(blocks, {
      createView: (block) => createBlockView(block, { ...viewOptions, defaultOpen: this.#defaultOpen }),
      isOpen: (id) => this.#open.get(id),
    });
  }

  /** How blocks start that the user has neither opened nor closed. */
  openAs(options: OpeningOptions): void {
    this.#defaultOpen = defaultOpenOf(options);
    this.reset();
  }

  get hasNews(): boolean {
    return this.#isAttached && !this.#watching.isHidden && this.#document.isDirty;
  }

  /** While nobody sees it nothing is sent: it is brought up to date when it is shown again. */
  watch(watching: Watching): void {
    this.#watching = watching;
    if (this.hasNews) this.#wake();
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
   * @param line of the blocks: where a piece of context is, only that piece is meant.
   */
  openBlocks(ids: readonly BlockId[] | undefined, open: boolean | undefined, line?: number): void {
    const blocks = ids === undefined ? this.#blocks : this.#blocks.filter((block) => ids.includes(block.id));
    for (const block of blocks) this.#openBlock(block, open, line);
    this.#isHeld = true;
    this.touch();
  }

  #openBlock(block: Block, open: boolean | undefined, line: number | undefined): void {
    if (block.kind === "user") {
      const item = line === undefined ? undefined : itemAt(block, line, this.#isOpen(block));
      block.openItems = item && new Map(block.openItems).set(item.index, open ?? !item.isOpen);
      block.version++;
      if (item !== undefined) return;
    }
    this.#open.set(block.id, open ?? !this.#isOpen(block));
  }

  #isOpen(block: Block): boolean {
    return this.#open.get(block.id) ?? startsOpen(block, this.#defaultOpen);
  }

  /** Brings a line of a block into Neovim. @returns false when the block is gone. */
  reveal(id: BlockId, line: number, now: number): boolean {
    const block = this.#blocks.find((candidate) => candidate.id === id);
    if (block === undefined) return false;
    this.#isHeld = true;
    this.#document.reveal({ block, line }, now);
    this.#wake();
    return true;
  }

  /**
   * Brings the nearest line with this text into Neovim that it does not hold yet.
   * @param lines that Neovim holds.
   */
  find(query: TextQuery, to: "older" | "newer", lines: number, now: number): Promise<BeyondAnswer> {
    return this.#beyond(lines, now, () => takeTurns(this.#document.search(matcherOf(query), to)));
  }

  /** The same for the message so many before, or after, those that begin within what Neovim holds. */
  message(count: number, to: "older" | "newer", lines: number, now: number): Promise<BeyondAnswer> {
    return this.#beyond(lines, now, async () => {
      const block = this.#document.message(to, count);
      return block && { block, line: 0 };
    });
  }

  async #beyond(lines: number, now: number, look: () => Promise<Target | undefined>): Promise<BeyondAnswer> {
    if (this.#document.isMoving) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      return AGAIN;
    }
    if (lines !== this.#document.lines) return AGAIN;
    const found = await look();
    return { found: found !== undefined && this.reveal(found.block.id, found.line, now), again: false };
  }

  /** The newest items of the outline. */
  outline(most: number): OutlineItem[] {
    return outlineOf(this.#blocks, most);
  }

  image(id: BlockId, index: number): ImageInfo | undefined {
    const block = this.#blocks.find((candidate) => candidate.id === id);
    return block !== undefined && "images" in block ? block.images[index] : undefined;
  }

  /** The file that a tool call is about, as the model named it. */
  path(id: BlockId): string | undefined {
    const block = this.#blocks.find((candidate) => candidate.id === id);
    return block?.kind === "tool" ? namedPath(block.args ?? {}) : undefined;
  }

  /** When the message came that a block belongs to, and the one after it; undefined before the first one. */
  messageSpan(id: BlockId): { since: number; until?: number } | undefined {
    const index = this.#blocks.findIndex((block) => block.id === id);
    const since = this.#blocks.slice(0, index + 1).findLast(isMessage)?.at;
    const until = this.#blocks.slice(index + 1).find(isMessage)?.at;
    if (index === -1 || since === undefined) return undefined;
    return until === undefined ? { since } : { since, until };
  }

  /** The next patch for Neovim. It counts as applied: call `reset` if it was not. */
  collect(now: number): TranscriptPatch | undefined {
    if (!this.#isAttached || this.#watching.isHidden) return undefined;
    const hold = this.#isHeld;
    for (const resolve of this.#waiting.splice(0)) setImmediate(resolve); // behind the patch
    const patch = this.#document.patch(now, this.#watching.isDetached || hold);
    if (!this.#document.isDirty) this.#isHeld = false;
    return patch && { ...patch, hold };
  }

  /** The text of a block; undefined when there is none. */
  text(id: BlockId): string | undefined {
    const block = this.#blocks.find((b) => b.id === id);
    return block === undefined ? undefined : textOfBlock(block);
  }

  /**
   * The newest reply, or the last one to a message: before the next message, or the first one behind it when pi was
   * steered by that before it had said anything.
   */
  reply(message?: BlockId): string | undefined {
    const blocks = this.#blocks;
    const start = blocks.findIndex((block) => block.id === message) + 1;
    const texts = blocks.slice(start).filter((block) => block.kind === "text" || isMessage(block));
    const first = texts.findIndex((block) => block.kind === "text");
    const end = texts.findIndex((block, index) => index > first && block.kind === "user");
    const reply = start === 0 || end === -1 ? texts.findLast((block) => block.kind === "text") : texts[end - 1];
    return reply === undefined ? undefined : textOfBlock(reply);
  }
}

/** Of the user, and with pi. */
function isMessage(block: Block): block is UserBlock & { at: number } {
  return block.kind === "user" && block.state === "accepted" && block.at !== undefined;
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
    case "text":
    case "thinking":
    case "summary":
    case "custom":
      return block.text.toString();
  }
}
