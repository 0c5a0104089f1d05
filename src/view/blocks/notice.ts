import type { NoticeBlock } from "../../agent/blocks";
import { makeVisible } from "../controls";
import { keepLines, makeLine } from "../line";
import { trimBlankLines } from "../sourceLines";
import type { Line } from "../types";
import { CachedView } from "./cachedView";

const GROUPS = { info: "PiNotice", warn: "PiWarning", error: "PiError" } as const;

/** A sentence of ours or of pi's. */
export class NoticeView extends CachedView<NoticeBlock> {
  #old: readonly Line[] = [];

  protected override render(): readonly Line[] {
    const group = GROUPS[this.block.level];
    const lines = this.block.text.split(/\r\n|\n/);
    const { first, end } = trimBlankLines(lines);
    const rendered = lines.slice(first, end).map((raw) => {
      const { text, spans } = makeVisible(raw);
      return makeLine(text, [{ from: 0, to: text.length, group }, ...spans]);
    });
    this.#old = keepLines(this.#old, rendered);
    return this.#old;
  }
}
