import type { ToolBlock } from "../../agent/blocks";
import { keepLine } from "../line";
import type { Line, ViewOptions } from "../types";
import type { BlockViewOptions } from "./blockViewOptions";
import { CachedView } from "./cachedView";
import { type DiffText, diffOf } from "./diffText";
import { arrowOf, type DefaultOpen, openingOf } from "./opening";
import { lineOf, type Piece } from "./richText";
import { type ToolArgs, ToolArgsReader } from "./toolArgs";
import { ToolBody } from "./toolBody";
import { countText } from "./toolCount";
import { headerPieces } from "./toolHeader";
import { phaseOf, runningSecond, toolState } from "./toolState";

/** A tool call: one line that says what it does and how it went, and what it printed as far as it is open. */
export class ToolView extends CachedView<ToolBlock> {
  readonly #defaults: DefaultOpen;
  readonly #args: ToolArgsReader;
  readonly #body: ToolBody;
  #header: Line | undefined;
  #diff: { readonly args: unknown; readonly details: unknown; readonly text: DiffText } | undefined;

  constructor(block: ToolBlock, { defaultOpen = {}, highlighter }: BlockViewOptions) {
    super(block);
    this.#defaults = defaultOpen;
    this.#args = new ToolArgsReader(block);
    this.#body = new ToolBody(block, highlighter);
  }

  protected override secondAt(now: number): number {
    return this.block.state === "running" ? runningSecond(this.block.startedAt, now) : 0;
  }

  protected override render({ open, now }: ViewOptions): readonly Line[] {
    const args = this.#args.read();
    const diff = this.#diffOf(args);
    const opening = openingOf(this.#defaults, "tool", phaseOf(this.block), open);
    const { name, parentCallId } = this.block;
    const pieces: Piece[] = [...headerPieces(name, args, this.#counts(args, diff))];
    // A call that another tool made stands under it.
    if (parentCallId !== undefined) pieces.unshift(["  ", ""]);
    const right = toolState(this.block, this.#count(), now);
    const header = lineOf(pieces, { sign: [arrowOf(opening), "PiTool"], right });
    this.#header = keepLine(this.#header, header);
    return [this.#header, ...this.#body.lines(opening, args, diff)];
  }

  /** Counted once it is all there. */
  #count(): string {
    return this.block.state === "done" ? countText(this.block, this.#body.outputCount) : "";
  }

  /** What the header counts: an edit's lines, or all those of a file that is written. */
  #counts(args: ToolArgs, diff: DiffText | undefined): DiffText | undefined {
    const content = this.block.name === "write" ? args.lines("content") : undefined;
    if (content === undefined) return diff;
    const added = content.at(-1) === "" ? content.length - 1 : content.length;
    return { lines: [], added, removed: 0 };
  }

  /** Kept as long as it comes from the same arguments and details. */
  #diffOf(args: ToolArgs): DiffText | undefined {
    if (this.block.name !== "edit") return undefined;
    const { details } = this.block;
    const isKept = this.#diff !== undefined && this.#diff.args === args && this.#diff.details === details;
    if (!isKept) this.#diff = { args, details, text: diffOf(this.block, args) };
    return this.#diff?.text;
  }
}
