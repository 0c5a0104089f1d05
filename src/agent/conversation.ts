import type { Block, BlockId, NoticeBlock, ToolBlock, UserBlock } from "./blocks";

type WithoutIdentity<T> = T extends Block ? Omit<T, "id" | "version"> : never;
/** A block as its creator describes it; the conversation gives it its identity. */
export type NewBlock = WithoutIdentity<Block>;

export interface ConversationListener {
  /** A block was added, changed or removed (then `blocks` no longer holds it). */
  touched(block: Block): void;
  /** Everything was replaced. */
  reset(): void;
}

/**
 * The blocks of one agent in the order they are shown, the pending user messages always last.
 * Every change goes through here, so that the view hears of it; who decides what changes is reducer.ts.
 */
export class Conversation {
  readonly blocks: Block[] = [];
  #pendingCount = 0;
  #nextId: BlockId = 1;
  readonly #listener: ConversationListener;

  constructor(listener: ConversationListener) {
    this.#listener = listener;
  }

  /** Adds a block at the end, before the pending messages. */
  add<B extends NewBlock>(block: B): Extract<Block, { kind: B["kind"] }> {
    return this.#insert(block, this.blocks.length - this.#pendingCount);
  }

  /** Adds a call that another one made, under it and the calls it made before. */
  addNested(parent: ToolBlock, block: Extract<NewBlock, { kind: "tool" }>): ToolBlock {
    let index = this.blocks.lastIndexOf(parent) + 1;
    for (let next = this.blocks[index]; isNestedIn(parent, next); next = this.blocks[index]) index++;
    return this.#insert(block, index);
  }

  /** Shows a message that pi has not echoed yet. It stays at the end until `settlePending` or `remove`. */
  addPending(text: string, at: number, state: "held" | "sending" = "sending"): UserBlock {
    this.#pendingCount++;
    return this.#insert({ kind: "user" as const, text, images: [], at, state }, this.blocks.length);
  }

  /** The newest block, pending messages left out. */
  get last(): Block | undefined {
    return this.blocks[this.blocks.length - 1 - this.#pendingCount];
  }

  get pending(): readonly UserBlock[] {
    return this.blocks.slice(this.blocks.length - this.#pendingCount) as UserBlock[];
  }

  /**
   * The pending message that an echo of pi is of. The echo may differ from what was sent: pi expands `/templates` and
   * skills, and says behind the text how it has resized images.
   */
  pendingFor(text: string, hasImages: boolean): UserBlock | undefined {
    const { pending } = this;
    return (
      pending.find((block) => block.text === text) ??
      pending.find((block) => hasImages && block.images.length > 0 && text.startsWith(block.text)) ??
      pending.find((block) => block.text.startsWith("/"))
    );
  }

  /** Turns a pending message into a part of the conversation, at its end. */
  settlePending(block: UserBlock): void {
    this.remove(block);
    block.state = "accepted";
    this.blocks.splice(this.blocks.length - this.#pendingCount, 0, block);
    this.touch(block);
  }

  notice(level: NoticeBlock["level"], text: string): NoticeBlock {
    return this.add({ kind: "notice", level, text });
  }

  /** A change of model or thinking level. What a session starts with is no change. */
  setting(text: string): void {
    if (this.blocks.length > 0) this.notice("info", text);
  }

  /** What fails at once in several ways, such as a prompt and the start that it needs, is told once. */
  problem(text: string): void {
    const { last } = this;
    if (last?.kind !== "notice" || last.text !== text) this.notice("error", text);
  }

  /** Tells the view that a block changed. */
  touch(block: Block): void {
    block.version++;
    this.#listener.touched(block);
  }

  /** Touches what shows a running time or a countdown. @returns whether there is any. */
  touchRunning(): boolean {
    const ticking = this.blocks.filter(isTicking);
    for (const block of ticking) this.touch(block);
    return ticking.length > 0;
  }

  remove(block: Block): void {
    const index = this.blocks.lastIndexOf(block);
    if (index < 0) return;
    if (index >= this.blocks.length - this.#pendingCount) this.#pendingCount--;
    this.blocks.splice(index, 1);
    this.#listener.touched(block);
  }

  /** Forgets everything but the pending messages; `fill` adds what takes its place. */
  replace(fill: () => void): void {
    const pending = this.pending;
    this.blocks.length = 0;
    this.#pendingCount = 0;
    fill();
    this.blocks.push(...pending);
    this.#pendingCount = pending.length;
    this.#listener.reset();
  }

  #insert<B extends NewBlock>(block: B, index: number): Extract<Block, { kind: B["kind"] }> {
    const added = { ...block, id: this.#nextId++, version: 1 } as unknown as Extract<Block, { kind: B["kind"] }>;
    this.blocks.splice(index, 0, added);
    this.#listener.touched(added);
    return added;
  }
}

function isTicking(block: Block): boolean {
  return block.kind === "tool" ? block.state === "running" : block.kind === "notice" && block.until !== undefined;
}

function isNestedIn(parent: ToolBlock, block: Block | undefined): boolean {
  return block?.kind === "tool" && block.parentCallId === parent.callId;
}
