/** What beside the conversations has news for Neovim. */
import type { TreeView } from "../agent/treeView";
import type { AgentId } from "../agentContract";
import type { EditorQuestions } from "../editorTools/editorQuestions";
import type { Listing } from "../sessions/listing";
import type { NewsSource } from "./outbox";

export function treeSource(agent: AgentId, tree: TreeView): NewsSource {
  return {
    hasNews: tree.hasNews,
    failed: () => tree.reset(),
    collect: () => {
      const patch = tree.collect();
      return patch === undefined ? [] : [["tree.patched", { agent, ...patch }]];
    },
  };
}

export function listSource(list: number, listing: Listing): NewsSource {
  return {
    hasNews: listing.hasNews,
    isBulk: true,
    // A row that was not shown is no reason to show it again and again.
    failed: () => {},
    collect: () => [["sessions.found", { list, ...listing.collect() }]],
  };
}

export function questionSource(questions: EditorQuestions): NewsSource {
  return {
    hasNews: questions.hasNews,
    isAwaited: true,
    // Whoever asked is told when the time is over.
    failed: () => {},
    collect: () => questions.collect().map((asked) => ["editor.asked", asked]),
  };
}
