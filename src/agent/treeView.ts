import { PiError } from "../errors";
import type { PiClient } from "../pi/client";
import type { PiEvent } from "../pi/protocol";
import { SessionTree, type TreeNode } from "../tree/sessionTree";
import { TreeDocument, type TreePatch } from "../tree/treeDocument";

/** Entries come in bursts: one question asks for all of them. */
const REFRESH_MS = 200;

const GROWING: ReadonlySet<PiEvent["type"]> = new Set([
  "entry_appended",
  "message_end",
  "compaction_end",
  "agent_settled",
  "session_info_changed",
]);

/** The tree of an agent's session while somebody looks at it: loaded once, then kept up with what pi appends. */
export class TreeView {
  readonly #connect: () => Promise<PiClient>;
  readonly #wake: () => void;
  #tree = new SessionTree();
  #document = new TreeDocument(this.#tree);
  #isOpen = false;
  /** Before the first answer there is nothing to show, not even that there is nothing. */
  #isLoaded = false;
  #timer: NodeJS.Timeout | undefined;
  /** Questions go one after the other: each asks for what came after the one before. */
  #asking: Promise<void> = Promise.resolve();

  constructor(connect: () => Promise<PiClient>, wake: () => void) {
    this.#connect = connect;
    this.#wake = wake;
  }

  get hasNews(): boolean {
    return this.#isOpen && this.#isLoaded && this.#document.isDirty;
  }

  /** Shows the tree from its beginning. Rejects with what keeps pi from telling it. */
  async open(): Promise<void> {
    this.#isOpen = true;
    this.#forget();
    await this.refresh();
  }

  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#forget();
  }

  /** What Neovim has is unknown: all of it is sent again. */
  reset(): void {
    this.#document.reset();
    this.#wake();
  }

  /** Another session is in its place. */
  async sessionChanged(): Promise<void> {
    if (!this.#isOpen) return;
    this.#forget();
    await this.refresh().catch(() => undefined);
  }

  heard(event: PiEvent): void {
    if (!this.#isOpen || !GROWING.has(event.type)) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.refresh().catch(() => undefined);
    }, REFRESH_MS).unref();
  }

  /** Asks pi for what has been added. */
  refresh(): Promise<void> {
    const asking = this.#asking.then(() => this.#ask());
    this.#asking = asking.catch(() => undefined);
    return asking;
  }

  /** @throws PiError for a number that no row has. */
  node(number: number): TreeNode {
    const node = this.#tree.at(number);
    if (node === undefined) throw new PiError("invalid", "This entry is not in the tree any more: open it again.");
    return node;
  }

  /** @throws PiError for a number that no row has. */
  labelOf(number: number): string | undefined {
    return this.#tree.label(this.node(number));
  }

  get leafId(): string | undefined {
    return this.#tree.leaf?.entry.id;
  }

  toggleAll(): void {
    this.#document.toggleAll();
    this.#wake();
  }

  /** @param number undefined: all rows. */
  openRows(number: number | undefined, open: boolean | undefined): void {
    if (number === undefined) this.#document.openAll(open ?? true);
    else this.#document.open(this.node(number), open);
    this.#wake();
  }

  collect(): TreePatch | undefined {
    return this.hasNews ? this.#document.patch() : undefined;
  }

  #forget(): void {
    this.#tree = new SessionTree();
    this.#document = new TreeDocument(this.#tree);
    this.#isLoaded = false;
  }

  async #ask(): Promise<void> {
    const tree = this.#tree;
    const client = await this.#connect();
    const since = tree.lastId;
    const { entries, leafId } = await client
      .request({ type: "get_entries", ...(since !== undefined && { since }) })
      .catch((error: unknown) => {
        if (!(error instanceof PiError) || error.code !== "unsupported") throw error;
        throw new PiError("unsupported", "This pi cannot show its tree: update pi to 0.80.3 or newer.");
      });
    if (tree !== this.#tree) return;
    tree.add(entries, leafId);
    this.#isLoaded = true;
    this.#document.touch();
    this.#wake();
  }
}
