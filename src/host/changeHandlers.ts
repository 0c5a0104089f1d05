import type { Registry } from "../agent/registry";
import type { AgentId } from "../agentContract";
import { updateOf } from "../changes/bufferUpdate";
import { changeRows } from "../changes/changeRows";
import { changesOf } from "../changes/changeSet";
import type { ChangeTracker } from "../changes/changeTracker";
import type { Methods } from "../contract";
import { PiError } from "../errors";

/** Files that agents change: bringing buffers up to date, and what was changed. */
export function changeHandlers(registry: Registry) {
  const trackerOf = (agent: AgentId) => trackerIn(registry, agent);
  return {
    "file.update": async ({ agent, ...read }: Methods["file.update"]["params"]) => updateOf(read, trackerOf(agent)),
    "file.saved": async ({ path }: Methods["file.saved"]["params"]) => {
      for (const [, agent] of registry.entries()) agent.tools.fileChanges.tracker?.saved(path);
      return null;
    },
    "file.hunks": async ({ agent, path }: Methods["file.hunks"]["params"]) => {
      const tracker = trackerOf(agent);
      const own = tracker.log.recordsOf("run").filter(({ file }) => file === path);
      const [change] = await changesOf(own, tracker.log.blobs);
      return { hunks: change?.hunks ?? [] };
    },
    "changes.list": async ({ agent, span }: Methods["changes.list"]["params"]) => {
      const tracker = trackerOf(agent);
      await tracker.idle();
      const changes = await changesOf(tracker.log.recordsOf(span), tracker.log.blobs);
      return { rows: changeRows(changes), files: changes.length };
    },
  };
}

/** What is known of the changes of an agent. */
export function trackerIn(registry: Registry, agent: AgentId): ChangeTracker {
  const { tracker } = registry.get(agent).tools.fileChanges;
  if (tracker === undefined) throw new PiError("invalid", "Changes of files are not kept for this agent.");
  return tracker;
}
