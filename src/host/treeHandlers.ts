import { draftOf } from "../agent/draft";
import { entryHunks } from "../agent/entryView";
import type { Registry } from "../agent/registry";
import type { Methods } from "../contract";
import type { TreeEntry, TreeRowRef } from "../sessionContract";
import { entryText, userText } from "../tree/entryText";
import { formatClock } from "../view/format";
import { forkBefore } from "./fork";

/** Methods of `:PiTree`. */
export function treeHandlers(registry: Registry) {
  return {
    "tree.open": async ({ agent }: { agent: number }) => {
      await registry.get(agent).tree.open();
      return null;
    },
    "tree.close": async ({ agent }: { agent: number }) => {
      registry.get(agent).tree.close();
      return null;
    },
    "tree.fold": async ({ agent, row, open }: Methods["tree.fold"]["params"]) => {
      registry.get(agent).tree.openRows(row, open);
      return null;
    },
    "tree.all": async ({ agent }: { agent: number }) => {
      registry.get(agent).tree.toggleAll();
      return null;
    },
    "tree.entry": async ({ agent, row }: TreeRowRef): Promise<TreeEntry> => {
      const { tree } = registry.get(agent);
      const { entry } = tree.node(row);
      const label = tree.labelOf(row);
      return {
        hunks: entryHunks(entry, Date.now()),
        title: [entryText(entry)?.who, formatClock(Date.parse(entry.timestamp))].filter(Boolean).join(" · "),
        ...(label !== undefined && { label }),
        isUser: userText(entry) !== undefined,
        isLeaf: tree.leafId === entry.id,
      };
    },
    ...treeActionHandlers(registry),
  };
}

function treeActionHandlers(registry: Registry) {
  return {
    "tree.go": async ({ agent, row, summary }: Methods["tree.go"]["params"]) => {
      const { tree, treeActions } = registry.get(agent);
      const { entry } = tree.node(row);
      const { cancelled } = await treeActions.navigate(entry.id, summary);
      // pi goes to the point before a message of the user's, who may then write it anew.
      const text = cancelled ? undefined : userText(entry);
      return { cancelled, ...(text !== undefined && draftOf(text, registry.get(agent).cwd)) };
    },
    "tree.fork": async ({ agent, row }: TreeRowRef) => {
      const owner = registry.get(agent);
      const { entry } = owner.tree.node(row);
      if (userText(entry) !== undefined) return forkBefore(owner, entry.id);
      await owner.treeActions.forkAt(entry.id);
      return { cancelled: false };
    },
    "tree.label": async ({ agent, row, label }: Methods["tree.label"]["params"]) => {
      const { tree, treeActions } = registry.get(agent);
      await treeActions.label(tree.node(row).entry.id, label);
      await tree.refresh();
      return null;
    },
  };
}
