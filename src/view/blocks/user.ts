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
  held: "  waits for the compaction",
  sending: "  sending…",
  queued: "  queued",
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
    const { text, images } = this.block;
    const message = splitContext(text);
    const lines: Line[] = [this.#header()];
    for (const raw of message.lines) lines.push(textLine(raw));
    for (const { chip, body } of message.items) {
      lines.push(groupLine(`${arrowOf(open ? "open" : "closed")} ${oneLine(chip)}`, "PiChip", BAR));
      if (open) for (const raw of body) lines.push(textLine(raw));
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
