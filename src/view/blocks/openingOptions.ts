/** The user's own choice of how blocks start, and what a block shows before anybody opened or closed it. */
import type { Block, BlockKind } from "../../agent/blocks";
import * as bash from "./bash";
import { type DefaultOpen, type Opening, openingOf, type Phase } from "./opening";
import * as tool from "./toolState";

/** Whole, one line, or so many lines of its end. */
export type OpeningOption = "open" | "closed" | number;

export type OpeningOptions = Readonly<Partial<Record<BlockKind, OpeningOption>>>;

/** What the user chose for a kind holds however the block goes. */
export function defaultOpenOf(options: OpeningOptions): DefaultOpen {
  const kinds = Object.entries(options).map(([kind, option]) => {
    const opening: Opening = typeof option === "number" ? { tail: option } : option;
    return [kind, { active: opening, done: opening, failed: opening }];
  });
  return Object.fromEntries(kinds) as DefaultOpen;
}

/** Whether a block is whole while the user has not chosen anything for it. */
export function startsOpen(block: Block, defaults: DefaultOpen): boolean {
  return openingOf(defaults, block.kind, phaseOf(block), undefined) === "open";
}

function phaseOf(block: Block): Phase {
  if (block.kind === "tool") return tool.phaseOf(block);
  if (block.kind === "bash") return bash.phaseOf(block);
  return block.kind === "thinking" && block.streaming ? "active" : "done";
}
