import type { SummaryBlock } from "../../agent/blocks";
import { formatTokens } from "../format";
import { groupLine, keepLine } from "../line";
import { MarkdownLines } from "../markdown/markdownLines";
import type { Line, ViewOptions } from "../types";
import type { BlockViewOptions } from "./blockViewOptions";
import { CachedView } from "./cachedView";
import { arrowOf, type DefaultOpen, openingOf } from "./opening";

/** What stands for messages that the model does not see any more. */
export class SummaryView extends CachedView<SummaryBlock> {
  readonly #defaults: DefaultOpen;
  readonly #markdown: MarkdownLines;
  #header: Line | undefined;

  constructor(block: SummaryBlock, { defaultOpen = {}, highlighter }: BlockViewOptions) {
    super(block);
    this.#defaults = defaultOpen;
    this.#markdown = new MarkdownLines(highlighter);
  }

  protected override render({ open }: ViewOptions): readonly Line[] {
    const opening = openingOf(this.#defaults, "summary", "done", open);
    const sign = [arrowOf(opening), "PiSummary"] as const;
    this.#header = keepLine(this.#header, groupLine(titleOf(this.block), "PiSummary", { sign }));
    if (opening === "closed") return [this.#header];
    const lines = this.#markdown.update(this.block.text.lines, false);
    return [this.#header, ...(typeof opening === "object" ? lines.slice(-opening.tail) : lines)];
  }
}

function titleOf({ of, tokensBefore, tokensAfter }: SummaryBlock): string {
  if (of === "branch") return "Summary of the branch that was left";
  const before = tokensBefore === undefined ? "" : formatTokens(tokensBefore);
  const after = tokensAfter === undefined ? "" : formatTokens(tokensAfter);
  if (before === "") return "Compacted";
  return after === "" ? `Compacted from ${before} tokens` : `Compacted from ${before} to ${after} tokens`;
}
