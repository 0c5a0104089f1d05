import type { SessionTree, TreeNode } from "./sessionTree";

/** One row of the tree as it is shown. */
export interface TreeRow {
  readonly node: TreeNode;
  /** One for each step inwards: whether the branch there goes on below this row. */
  readonly rails: readonly boolean[];
  /** `only`: goes on from the row above; `more`, `last`: one of several that begin at the same point. */
  readonly branch: "only" | "more" | "last";
  /** Rows that are hidden since this one is closed. */
  readonly hidden: number;
}

export interface FlattenOptions {
  /** Whether a node has a row of its own; one that has none hands its children to its parent. */
  isShown(node: TreeNode): boolean;
  isClosed(node: TreeNode): boolean;
}

interface Step {
  readonly node: TreeNode;
  readonly rails: readonly boolean[];
  readonly branch: TreeRow["branch"];
}

/**
 * The rows of a tree from its roots down. A conversation that does not branch stays at the same depth, so that a long
 * one is a list; the branch that is active comes last where it forks.
 */
export function flatten(tree: SessionTree, options: FlattenOptions): TreeRow[] {
  const active = tree.activePath();
  const rows: TreeRow[] = [];
  const stack = steps(shownAmong(tree.roots, options), [], active);
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { node, rails, branch } = step;
    const isClosed = options.isClosed(node);
    rows.push({ node, rails, branch, hidden: isClosed ? countShown(node, options) : 0 });
    if (isClosed) continue;
    const inner = branch === "only" ? rails : [...rails, branch === "more"];
    stack.push(...steps(shownAmong(node.children, options), inner, active));
  }
  return rows;
}

/** Children in reverse, as a stack takes them. */
function steps(nodes: readonly TreeNode[], rails: readonly boolean[], active: ReadonlySet<TreeNode>): Step[] {
  if (nodes.length === 1) return [{ node: nodes[0] as TreeNode, rails, branch: "only" }];
  const ordered = [...nodes].sort((a, b) => rank(a, active) - rank(b, active) || a.number - b.number);
  return ordered
    .map((node, index): Step => ({ node, rails, branch: index === ordered.length - 1 ? "last" : "more" }))
    .reverse();
}

/** A node that has no row itself may lead to the leaf: then so does what is shown of it. */
function rank(node: TreeNode, active: ReadonlySet<TreeNode>): number {
  return active.has(node) ? 1 : 0;
}

/** The nodes themselves, or what of theirs is shown first. */
function shownAmong(nodes: readonly TreeNode[], options: FlattenOptions): TreeNode[] {
  const shown: TreeNode[] = [];
  const stack = [...nodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (options.isShown(node)) shown.push(node);
    else for (let index = node.children.length - 1; index >= 0; index--) stack.push(node.children[index] as TreeNode);
  }
  return shown;
}

function countShown(node: TreeNode, options: FlattenOptions): number {
  let count = 0;
  const stack = [...node.children];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (options.isShown(next)) count++;
    for (const child of next.children) stack.push(child);
  }
  return count;
}
