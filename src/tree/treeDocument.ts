import { changeHunk } from "../view/hunks";
import { keepLine } from "../view/line";
import type { Hunk, Line } from "../view/types";
import { entryText, isMain } from "./entryText";
import { flatten, type TreeRow } from "./flatten";
import type { SessionTree, TreeNode } from "./sessionTree";
import { modelOf, treeLine } from "./treeLine";

/** What Neovim applies within a frame. */
const LINES_AT_ONCE = 200;
const TEXT_AT_ONCE = 64 * 1024;

/** The next step from what Neovim has to the tree as it is. */
export interface TreePatch {
  readonly reset: boolean;
  readonly hunks: readonly Hunk[];
  /** Line, from 0, of the row that stands for where the conversation is; -1 when there is none. */
  readonly leaf: number;
  /** Nothing is missing after this. */
  readonly done: boolean;
}

/** The tree as Neovim has it: rows that open and close, everything or the conversation alone. */
export class TreeDocument {
  readonly #tree: SessionTree;
  readonly #closed = new Set<TreeNode>();
  readonly #kept = new Map<TreeNode, Line>();
  #showsAll = false;
  #sent: Line[] = [];
  #rows: TreeRow[] = [];
  #wanted: Line[] = [];
  #leafRow = -1;
  #isStale = true;
  #isDirty = true;
  #needsReset = true;

  constructor(tree: SessionTree) {
    this.#tree = tree;
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** The tree has changed. */
  touch(): void {
    this.#isStale = true;
    this.#isDirty = true;
  }

  /** Neovim's buffer is new, or its content unknown. */
  reset(): void {
    this.#needsReset = true;
    this.#sent = [];
    this.touch();
  }

  /** Shows results of tools and settings too, or no longer. */
  toggleAll(): void {
    this.#showsAll = !this.#showsAll;
    this.touch();
  }

  /** @param open undefined: the other way round. */
  open(node: TreeNode, open: boolean | undefined): void {
    const isOpen = !this.#closed.has(node);
    if (open ?? !isOpen) this.#closed.delete(node);
    else if (node.children.length > 0) this.#closed.add(node);
    this.touch();
  }

  /** Opens everything, or closes every branch that the conversation has left. */
  openAll(open: boolean): void {
    this.#closed.clear();
    if (!open) for (const node of abandoned(this.#tree)) this.#closed.add(node);
    this.touch();
  }

  /** The next patch, or undefined when Neovim has everything. It counts as applied: call `reset` if it was not. */
  patch(): TreePatch | undefined {
    if (this.#isStale) this.#render();
    const budget = { lines: LINES_AT_ONCE, text: TEXT_AT_ONCE };
    const change = { id: 0, isMessage: false, at: 0, sent: this.#sent, wanted: this.#wanted, anchor: -1 };
    const next = changeHunk(change, budget);
    const reset = this.#needsReset;
    this.#needsReset = false;
    if (next !== undefined) this.#sent = next.result;
    this.#isDirty = next !== undefined && this.#sent.some((line, row) => line !== this.#wanted[row]);
    this.#isDirty ||= this.#sent.length !== this.#wanted.length;
    if (next === undefined && !reset) return undefined;
    const hunks = next === undefined ? [] : [this.#withNumbers(next.hunk)];
    return { reset, hunks, leaf: this.#leafRow, done: !this.#isDirty };
  }

  /** Each row's mark tells which entry it is. */
  #withNumbers(hunk: Hunk): Hunk {
    const anchors = hunk.lines.flatMap((_, row) => [row, this.#rows[hunk.first + row]?.node.number ?? 0, 0]);
    return { ...hunk, anchors };
  }

  #render(): void {
    const isShown = ({ entry }: TreeNode): boolean =>
      (this.#showsAll || isMain(entry)) && entryText(entry) !== undefined;
    this.#rows = flatten(this.#tree, { isShown, isClosed: (node) => this.#closed.has(node) });
    const active = this.#tree.activePath();
    const current = this.#shownLeaf(new Set(this.#rows.map(({ node }) => node)));
    let modelBefore: string | undefined;
    this.#leafRow = -1;
    this.#wanted = this.#rows.map((row, index) => {
      const line = treeLine(row, { tree: this.#tree, active, current, modelBefore });
      modelBefore = modelOf(row.node) ?? modelBefore;
      if (row.node === current) this.#leafRow = index;
      const kept = keepLine(this.#kept.get(row.node), line);
      this.#kept.set(row.node, kept);
      return kept;
    });
    this.#isStale = false;
  }

  /** The leaf, or the nearest before it that has a row. */
  #shownLeaf(shown: ReadonlySet<TreeNode>): TreeNode | undefined {
    let node = this.#tree.leaf;
    while (node !== undefined && !shown.has(node)) node = node.parent;
    return node;
  }
}

/** Where the branches begin that do not lead to the leaf. */
function abandoned(tree: SessionTree): TreeNode[] {
  const active = tree.activePath();
  const starts = tree.roots.filter((root) => !active.has(root));
  for (const node of active) starts.push(...node.children.filter((child) => !active.has(child)));
  return starts.filter((node) => node.children.length > 0);
}
