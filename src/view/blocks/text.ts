import type { TextBlock } from "../../agent/blocks";
import { MarkdownLines } from "../markdown/markdownLines";
import type { Line } from "../types";
import type { BlockViewOptions } from "./blockViewOptions";
import { CachedView } from "./cachedView";

/** What the model says, as markdown. */
export class TextView extends CachedView<TextBlock> {
  readonly #markdown: MarkdownLines;

  constructor(block: TextBlock, { highlighter }: BlockViewOptions) {
    super(block);
    this.#markdown = new MarkdownLines(highlighter);
  }

  protected override render(): readonly Line[] {
    return this.#markdown.update(this.block.text.lines, this.block.streaming);
  }
}
