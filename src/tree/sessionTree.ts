import type { SessionEntry } from "../pi/protocol";

/** An entry of a session in its place. */
export interface TreeNode {
  /** Counts entries from 1 in the order they were written: stable, and small enough for a mark. */
  readonly number: number;
  readonly entry: SessionEntry;
  readonly parent: TreeNode | undefined;
  readonly children: TreeNode[];
}

/**
 * A session as a tree, however deep: nothing here goes down its levels by calling itself. It is built from the flat
 * list (`get_entries`), since pi's own `get_tree` fails beyond some 4,000 levels.
 */
export class SessionTree {
  readonly roots: TreeNode[] = [];
  readonly #nodes = new Map<string, TreeNode>();
  readonly #inOrder: TreeNode[] = [];
  readonly #labels = new Map<string, string>();
  #leafId: string | null = null;
  #lastId: string | undefined;

  get size(): number {
    return this.#nodes.size;
  }

  /** The newest entry's id: what came after it is what is missing here. */
  get lastId(): string | undefined {
    return this.#lastId;
  }

  get leaf(): TreeNode | undefined {
    return this.#leafId === null ? undefined : this.#nodes.get(this.#leafId);
  }

  /** Adds entries, each after its parent, and moves the leaf. */
  add(entries: readonly SessionEntry[], leafId: string | null): void {
    for (const entry of entries) this.#addOne(entry);
    this.#leafId = leafId;
  }

  /** The node of this number. */
  at(number: number): TreeNode | undefined {
    return this.#inOrder[number - 1];
  }

  label(node: TreeNode): string | undefined {
    return this.#labels.get(node.entry.id);
  }

  /** The nodes from the root to the leaf. */
  activePath(): Set<TreeNode> {
    const path = new Set<TreeNode>();
    for (let node = this.leaf; node !== undefined && !path.has(node); node = node.parent) path.add(node);
    return path;
  }

  #addOne(entry: SessionEntry): void {
    if (this.#nodes.has(entry.id)) return;
    // One whose parent is not there, or comes later, is a root: a torn file has such.
    const parent = entry.parentId === null ? undefined : this.#nodes.get(entry.parentId);
    const node: TreeNode = { number: this.#nodes.size + 1, entry, parent, children: [] };
    (parent?.children ?? this.roots).push(node);
    this.#nodes.set(entry.id, node);
    this.#inOrder.push(node);
    this.#lastId = entry.id;
    if (entry.type !== "label") return;
    if (entry.label) this.#labels.set(entry.targetId, entry.label);
    else this.#labels.delete(entry.targetId);
  }
}
