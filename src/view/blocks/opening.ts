/** How much of a block is shown. */
import type { BlockKind } from "../../agent/blocks";

/** A block that is neither open nor closed shows its last lines. */
export type Opening = "open" | "closed" | { readonly tail: number };

/** At work, ended well, ended badly. */
export type Phase = "active" | "done" | "failed";

export type DefaultOpen = Readonly<Partial<Record<BlockKind, Readonly<Record<Phase, Opening>>>>>;

/** What a block shows until the user opens or closes it. Kinds that are not listed are always whole. */
export const DEFAULT_OPEN: DefaultOpen = {
  // Always whole but for the chips, which show what was sent when they are opened.
  user: { active: "closed", done: "closed", failed: "closed" },
  thinking: { active: "closed", done: "closed", failed: "closed" },
  tool: { active: { tail: 3 }, done: "closed", failed: { tail: 10 } },
  // A command of the user's own was given for its output.
  bash: { active: { tail: 10 }, done: { tail: 10 }, failed: { tail: 10 } },
  summary: { active: "closed", done: "closed", failed: "closed" },
  custom: { active: "open", done: "open", failed: "open" },
};

/** @param open the user's choice, if there is one. */
export function openingOf(defaults: DefaultOpen, kind: BlockKind, phase: Phase, open: boolean | undefined): Opening {
  if (open !== undefined) return open ? "open" : "closed";
  return defaults[kind]?.[phase] ?? DEFAULT_OPEN[kind]?.[phase] ?? "open";
}

/** The arrow in the sign column. */
export function arrowOf(opening: Opening): "▸" | "▾" {
  return opening === "open" ? "▾" : "▸";
}
