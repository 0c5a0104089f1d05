import type { CustomBlock } from "../../agent/blocks";
import { oneLine } from "../controls";
import { groupLine, keepLine } from "../line";
import { MarkdownLines } from "../markdown/markdownLines";
import type { Line, ViewOptions } from "../types";
import type { BlockViewOptions } from "./blockViewOptions";
import { CachedView } from "./cachedView";
import { imageLines } from "./images";
import { arrowOf, type DefaultOpen, openingOf } from "./opening";

/** A message of an extension: its type, and its text as markdown. */
export class CustomView extends CachedView<CustomBlock> {
  readonly #defaults: DefaultOpen;
  readonly #markdown: MarkdownLines;
  #header: Line | undefined;

  constructor(block: CustomBlock, { defaultOpen = {}, highlighter }: BlockViewOptions) {
    super(block);
    this.#defaults = defaultOpen;
    this.#markdown = new MarkdownLines(highlighter);
  }

  protected override render({ open }: ViewOptions): readonly Line[] {
    const opening = openingOf(this.#defaults, "custom", "done", open);
    const sign = [arrowOf(opening), "PiCustom"] as const;
    const title = oneLine(this.block.customType, 80) || "extension";
    this.#header = keepLine(this.#header, groupLine(title, "PiCustom", { sign }));
    const images = imageLines(this.block.images);
    if (opening === "closed") return [this.#header, ...images];
    const lines = this.#markdown.update(this.block.text.lines, false);
    return [this.#header, ...(typeof opening === "object" ? lines.slice(-opening.tail) : lines), ...images];
  }
}
