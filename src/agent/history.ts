import type { History } from "../pi/compat";
import type { Message, SessionEntry } from "../pi/protocol";
import { textOf } from "./content";
import type { Conversation } from "./conversation";
import type { Reducer } from "./reducer";
import { StreamText } from "./streamText";

/** Shows the session that pi has loaded in place of what is there. */
export function showHistory(history: History, conversation: Conversation, reducer: Reducer): void {
  conversation.replace(() => {
    if (history.kind === "messages") {
      for (const message of history.messages) reducer.addMessage(message, message.timestamp);
      return;
    }
    for (const entry of activeBranch(history.entries, history.leafId)) addEntry(entry, conversation, reducer);
  });
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
      if (entry.display) {
        const text = new StreamText(textOf(entry.content));
        conversation.add({ kind: "custom", customType: entry.customType, text });
      }
      return;
    case "model_change":
      addChange(`Model: ${entry.provider}/${entry.modelId}`, conversation);
      return;
    case "thinking_level_change":
      addChange(`Thinking: ${entry.thinkingLevel}`, conversation);
      return;
    default:
    // Labels, session names, usage, extension state: not part of what was said.
  }
}

/** What a session starts with is no change. */
function addChange(text: string, conversation: Conversation): void {
  if (conversation.blocks.length > 0) conversation.notice("info", text);
}
