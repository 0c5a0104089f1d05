import type { ThinkingBlock } from "../../agent/blocks";
import { ChainedLines } from "../chainedLines";
import { makeVisible } from "../controls";
import { formatDuration } from "../format";
import { groupLine, keepLine, makeLine } from "../line";
import { trimBlankLines } from "../sourceLines";
import type { Line, ViewOptions } from "../types";
import type { BlockViewOptions } from "./blockViewOptions";
import { CachedView } from "./cachedView";
import { arrowOf, type DefaultOpen, type Opening, openingOf } from "./opening";

/** What the model thought: a line that opens. */
export class ThinkingView extends CachedView<ThinkingBlock> {
  readonly #defaults: DefaultOpen;
  readonly #text = new ChainedLines(renderThought, undefined);
  #header: Line | undefined;
  #wasStreaming = false;

  constructor(block: ThinkingBlock, { defaultOpen = {} }: BlockViewOptions) {
    super(block);
    this.#defaults = defaultOpen;
  }

  protected override render({ open }: ViewOptions): readonly Line[] {
    const opening = openingOf(this.#defaults, "thinking", this.block.streaming ? "active" : "done", open);
    const body = opening === "closed" ? [] : this.#body(opening);
    const title = titleOf(this.block);
    const hasMore = !this.block.text.isEmpty;
    const decor = hasMore ? { sign: [arrowOf(opening), "PiThinkingHeader"] as const } : undefined;
    this.#header = keepLine(this.#header, groupLine(title, "PiThinkingHeader", decor));
    return [this.#header, ...body];
  }

  #body(opening: Opening): readonly Line[] {
    const { text, streaming } = this.block;
    const range = trimBlankLines(text.lines);
    const onlyGrew = streaming && this.#wasStreaming;
    this.#wasStreaming = streaming;
    const lines = this.#text.update({ lines: text.lines, range, lastIsOpen: false, onlyGrew });
    return typeof opening === "object" ? lines.slice(-opening.tail) : lines;
  }
}

function titleOf({ streaming, durationMs, redacted }: ThinkingBlock): string {
  if (streaming) return "Thinking…";
  const title = durationMs === undefined ? "Thought" : `Thought for ${formatDuration(durationMs)}`;
  return redacted ? `${title} (hidden by the provider)` : title;
}

function renderThought(raw: string): { line: Line; style: undefined } {
  const { text, spans } = makeVisible(raw);
  const line = makeLine(text, [{ from: 0, to: text.length, group: "PiThinking" }, ...spans]);
  return { line, style: undefined };
}
