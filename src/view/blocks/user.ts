import type { UserBlock } from "../../agent/blocks";
import { splitContext } from "../contextChips";
import { makeVisible, oneLine } from "../controls";
import { formatClock } from "../format";
import { groupLine, keepLines, makeLine } from "../line";
import type { Chunk, Decor, Line, ViewOptions } from "../types";
import { CachedView } from "./cachedView";
import { imageLines } from "./images";
import { arrowOf } from "./opening";

const BAR: Decor = { sign: ["┃", "PiUserBar"] };

const STATES: Readonly<Record<UserBlock["state"], string>> = {
  held: " waits for the compaction",
  sending: " sending…",
  queued: " queued",
  accepted: "",
};

/** In the words of the commands that queue. */
const KINDS = { steer: " to steer", followUp: " as follow-up" } as const;

function textLine(raw: string): Line {
  const visible = makeVisible(raw);
  return makeLine(visible.text, visible.spans, BAR);
}

/** What the user said: the text as it was written; context items as one line each until opened; images. */
export class UserView extends CachedView<UserBlock> {
  #old: readonly Line[] = [];

  protected override render({ open = false }: ViewOptions): readonly Line[] {
    const { block } = this;
    const { text, images } = block;
    const message = splitContext(text);
    const lines: Line[] = [this.#header()];
    for (const raw of message.lines) lines.push(textLine(raw));
    for (const [index, { chip, body }] of message.items.entries()) {
      const isOpen = isItemOpen(block, index, open);
      lines.push(groupLine(`${arrowOf(isOpen ? "open" : "closed")} ${oneLine(chip)}`, "PiChip", BAR));
      if (isOpen) for (const raw of body) lines.push(textLine(raw));
    }
    lines.push(...imageLines(images, BAR));
    this.#old = keepLines(this.#old, lines);
    return this.#old;
  }

  #header(): Line {
    const { at, state, waitsAs } = this.block;
    const clock = at === undefined ? "" : formatClock(at);
    const kind = state === "queued" && waitsAs !== undefined ? KINDS[waitsAs] : "";
    const eol: readonly Chunk[] = [[`${STATES[state]}${kind}`, "PiPending"]];
    return groupLine("You", "PiUser", {
      ...BAR,
      ...(clock !== "" && { right: [[clock, "PiTime"]] }),
      ...(state !== "accepted" && { eol }),
    });
  }
}

function isItemOpen({ openItems }: UserBlock, index: number, open: boolean): boolean {
  return openItems?.get(index) ?? open;
}

/**
 * The context item that a line of the block belongs to, the header being line 0; undefined for any other line.
 * @param open whether the block is.
 */
export function itemAt(block: UserBlock, line: number, open: boolean): { index: number; isOpen: boolean } | undefined {
  const { lines, items } = splitContext(block.text);
  let next = 1 + lines.length;
  if (line < next) return undefined;
  for (const [index, { body }] of items.entries()) {
    const isOpen = isItemOpen(block, index, open);
    next += 1 + (isOpen ? body.length : 0);
    if (line < next) return { index, isOpen };
  }
  return undefined;
}
