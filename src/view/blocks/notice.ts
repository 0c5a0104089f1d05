import type { NoticeBlock } from "../../agent/blocks";
import { makeVisible } from "../controls";
import { keepLines, makeLine } from "../line";
import { trimBlankLines } from "../sourceLines";
import type { Decor, Line, ViewOptions } from "../types";
import { CachedView } from "./cachedView";

const GROUPS = { info: "PiNotice", warn: "PiWarning", error: "PiError" } as const;

/** A sentence of ours or of pi's; while it announces something, with the seconds until then. */
export class NoticeView extends CachedView<NoticeBlock> {
  #old: readonly Line[] = [];

  protected override secondAt(now: number): number {
    const { until } = this.block;
    return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  }

  protected override render({ now }: ViewOptions): readonly Line[] {
    const group = GROUPS[this.block.level];
    const lines = this.block.text.split(/\r\n|\n/);
    const { first, end } = trimBlankLines(lines);
    const rendered = lines.slice(first, end).map((raw, index) => {
      const { text, spans } = makeVisible(raw);
      const decor = index === end - first - 1 ? this.#countdown(now) : undefined;
      return makeLine(text, [{ from: 0, to: text.length, group }, ...spans], decor);
    });
    this.#old = keepLines(this.#old, rendered);
    return this.#old;
  }

  #countdown(now: number): Decor | undefined {
    const { until, hint } = this.block;
    if (until === undefined) return undefined;
    const parts = [`in ${this.secondAt(now)} s`, ...(hint === undefined ? [] : [hint])];
    return { eol: [[parts.join(" · "), "PiPending"]] };
  }
}
