import type { SessionEntry } from "../pi/protocol";
import { createBlockView } from "../view/blocks/createBlockView";
import { Document } from "../view/document";
import type { Hunk } from "../view/types";
import { Conversation } from "./conversation";
import { addEntry } from "./history";
import { Reducer, type ReducerHooks } from "./reducer";

const noHooks: ReducerHooks = {
  runStarted() {},
  runSettled() {},
  countdownStarted() {},
  toolStarted() {},
  toolEnded() {},
};

/** Patches beyond this are more than anybody reads in a float. */
const MOST_PATCHES = 10;

/** One entry as the transcript would show it, everything open. */
export function entryHunks(entry: SessionEntry, now: number): Hunk[] {
  const conversation = new Conversation({ touched: () => {}, reset: () => {} });
  addEntry(entry, conversation, new Reducer(conversation, noHooks));
  const document = new Document(conversation.blocks, { createView: createBlockView, isOpen: () => true });
  const hunks: Hunk[] = [];
  for (let count = 0; count < MOST_PATCHES; count++) {
    const patch = document.patch(now, false);
    if (patch === undefined) break;
    hunks.push(...patch.hunks);
  }
  return hunks;
}
