import { isLarge, release } from "../memory";
import type { History } from "../pi/compat";
import type { Message, SessionEntry } from "../pi/protocol";
import type { Block } from "./blocks";
import type { Conversation } from "./conversation";
import type { Reducer } from "./reducer";

/** Shows the session that pi has loaded in place of what is there. */
export function showHistory(history: History, conversation: Conversation, reducer: Reducer): void {
  conversation.replace(() => {
    if (history.kind === "messages") {
      for (const message of history.messages) reducer.addMessage(message, message.timestamp);
    } else for (const entry of activeBranch(history.entries, history.leafId)) addEntry(entry, conversation, reducer);
    reducer.endHistory(Date.now());
  });
  setTimeout(() => void makeSmall(conversation.blocks), SETTLE_MS).unref();
}

/** Milliseconds until then: the first screens go before. */
const SETTLE_MS = 1000;

/** Reading a long session takes several times its size for a moment, and most of it is never shown. */
async function makeSmall(blocks: readonly Block[]): Promise<void> {
  if (!isLarge()) return;
  for (const block of [...blocks]) {
    if ("text" in block && typeof block.text !== "string") await block.text.pack();
    if ("output" in block && typeof block.output !== "number") await block.output.pack();
  }
  await release();
}

/** Entries from the root to the leaf: what other branches hold is left out. */
function activeBranch(entries: readonly SessionEntry[], leafId: string | null): SessionEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const branch: SessionEntry[] = [];
  const seen = new Set<string>();
  for (let id = leafId; id !== null && !seen.has(id); ) {
    const entry = byId.get(id);
    if (entry === undefined) break;
    seen.add(id);
    branch.push(entry);
    id = entry.parentId;
  }
  return branch.reverse();
}

/** Adds what an entry holds to the conversation. */
export function addEntry(entry: SessionEntry, conversation: Conversation, reducer: Reducer): void {
  switch (entry.type) {
    case "message":
      reducer.addMessage(entry.message as Message, Date.parse(entry.timestamp));
      return;
    case "compaction":
      reducer.addSummary("compaction", entry.summary, entry.tokensBefore);
      return;
    case "branch_summary":
      reducer.addSummary("branch", entry.summary);
      return;
    case "custom_message":
      if (entry.display) reducer.addCustom(entry.customType, entry.content);
      return;
    case "model_change":
      conversation.setting(`Model: ${entry.provider}/${entry.modelId}`);
      return;
    case "thinking_level_change":
      conversation.setting(`Thinking: ${entry.thinkingLevel}`);
      return;
    case "label":
      conversation.notice("info", entry.label ? `Label: ${entry.label}` : "A label was removed.");
      return;
    case "session_info":
      reducer.addSessionName(entry.name);
      return;
    default:
    // Usage, extension state, edits of what the model sees: not part of what was said.
  }
}
