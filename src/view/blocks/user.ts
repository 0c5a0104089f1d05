import type { UserBlock } from "../../agent/blocks";
import { splitContext } from "../contextChips";
import { makeVisible, oneLine } from "../controls";
import { formatClock } from "../format";
import { groupLine, keepLines, makeLine } from "../line";
import type { Chunk, Decor, Line } from "../types";
import { CachedView } from "./cachedView";
import { imageLines } from "./images";

const BAR: Decor = { sign: ["┃", "PiUserBar"] };

const STATES: Readonly<Record<UserBlock["state"], readonly Chunk[] | undefined>> = {
  sending: [["  sending…", "PiPending"]],
  queued: [["  queued", "PiPending"]],
  accepted: undefined,
};

/** What the user said: the text as it was written, context items and images as one line each. */
export class UserView extends CachedView<UserBlock> {
  #old: readonly Line[] = [];

  protected override render(): readonly Line[] {
    const { text, images } = this.block;
    const message = splitContext(text);
    const lines: Line[] = [this.#header()];
    for (const raw of message.lines) {
      const visible = makeVisible(raw);
      lines.push(makeLine(visible.text, visible.spans, BAR));
    }
    for (const chip of message.chips) lines.push(groupLine(oneLine(chip), "PiChip", BAR));
    lines.push(...imageLines(images, BAR));
    this.#old = keepLines(this.#old, lines);
    return this.#old;
  }

  #header(): Line {
    const { at, state } = this.block;
    const clock = at === undefined ? "" : formatClock(at);
    const eol = STATES[state];
    return groupLine("You", "PiUser", {
      ...BAR,
      ...(clock !== "" && { right: [[clock, "PiTime"]] }),
      ...(eol !== undefined && { eol }),
    });
  }
}
