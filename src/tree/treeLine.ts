import type { Span } from "../view/bytes";
import { oneLine } from "../view/controls";
import { formatCount } from "../view/format";
import { makeLine } from "../view/line";
import type { Chunk, Decor, Line } from "../view/types";
import { entryText } from "./entryText";
import type { TreeRow } from "./flatten";
import type { SessionTree, TreeNode } from "./sessionTree";

/** Deeper branches are drawn at this depth: their text must stay in sight. */
const MOST_RAILS = 12;
const WHO_CELLS = 9;

export interface LineContext {
  readonly tree: SessionTree;
  readonly active: ReadonlySet<TreeNode>;
  /** The row that stands for the leaf. */
  readonly current: TreeNode | undefined;
  /** The model of the nearest reply above, to name one only where it changes. */
  readonly modelBefore: string | undefined;
}

/** One row of the tree: where it branches, who, what, its label; the model where it changes; what is closed. */
export function treeLine(row: TreeRow, context: LineContext): Line {
  const { node } = row;
  const isActive = context.active.has(node);
  const { who, text, group } = entryText(node.entry) ?? { who: "", text: "", group: "PiTreeNote" };
  const spans: Span[] = [];
  let line = rails(row);
  const add = (piece: string, pieceGroup: string | undefined): void => {
    if (pieceGroup !== undefined) spans.push({ from: line.length, to: line.length + piece.length, group: pieceGroup });
    line += piece;
  };
  spans.push({ from: 0, to: line.length, group: "PiTreeRail" });
  add(`${who.padEnd(WHO_CELLS)} `, isActive ? group : "PiTreeOther");
  const label = context.tree.label(node);
  if (label !== undefined) add(`[${oneLine(label, 40)}] `, "PiTreeLabel");
  add(text, isActive ? undefined : "PiTreeOther");
  return makeLine(line, spans, decorOf(row, context));
}

/** The model of a reply. */
export function modelOf(node: TreeNode): string | undefined {
  const { entry } = node;
  if (entry.type !== "message" || entry.message.role !== "assistant") return undefined;
  return typeof entry.message.model === "string" ? entry.message.model : undefined;
}

function rails({ rails: open, branch }: TreeRow): string {
  const kept = open.slice(-MOST_RAILS);
  const lead = kept.length < open.length ? "… " : "";
  const before = kept.map((isOpen) => (isOpen ? "│ " : "  ")).join("");
  return `${lead}${before}${branch === "only" ? "" : branch === "more" ? "├─" : "└─"}`;
}

function decorOf({ node, hidden }: TreeRow, context: LineContext): Decor {
  const right: Chunk[] = [];
  if (hidden > 0) right.push([`▸ ${formatCount(hidden, "entry", "entries")}`, "PiTreeLabel"]);
  const model = modelOf(node);
  if (model !== undefined && model !== context.modelBefore) right.push([oneLine(model, 30), "PiTreeNote"]);
  // A long text goes on below what stands at the right.
  const spaced = right.map(([text, group]): Chunk => [`  ${text}`, group]);
  const isActive = context.active.has(node);
  const sign: Chunk = context.current === node ? ["●", "PiAccent"] : isActive ? ["│", "PiAccent"] : [" ", "PiTreeRail"];
  return { sign, ...(spaced.length > 0 && { right: spaced }) };
}
