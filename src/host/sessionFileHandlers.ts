import type { Registry } from "../agent/registry";
import type { Methods } from "../contract";
import { PiError } from "../errors";
import type { SessionsList } from "../sessionContract";
import { deleteSession, renameSession } from "../sessions/changeFile";
import { sessionFolders } from "../sessions/folders";
import type { SessionLists } from "../sessions/lists";
import { SessionLock } from "../sessions/lock";
import { asSpec } from "./luaTables";

const KEEPS_NONE = "This pi keeps no sessions (--no-session): there is nothing to list.";

/** Methods that are about sessions on disk, whether or not a pi has them open. */
export function sessionFileHandlers(registry: Registry, lists: SessionLists) {
  return {
    "sessions.list": async ({ list, spec, all, cache }: SessionsList) => {
      const { cwd, cmd, args, env, remote } = asSpec(spec);
      const folders = sessionFolders({ cwd, remote, args: [...cmd, ...args], env: { ...process.env, ...env } });
      if (folders === undefined) return { problem: KEEPS_NONE };
      lists.start({ list, folders, cwd: all ? undefined : (remote ?? cwd), cacheFolder: cache });
      return { problem: null };
    },
    "sessions.stop": async ({ list }: { list: number }) => {
      lists.stop(list);
      return null;
    },
    "sessions.holder": async ({ path, locks }: Methods["sessions.holder"]["params"]) => {
      return { pid: new SessionLock(locks, path).other?.pid ?? null };
    },
    "sessions.delete": async ({ path, locks }: Methods["sessions.delete"]["params"]) => {
      if (new SessionLock(locks, path).other !== undefined)
        throw new PiError("refused", "This session is open in another Neovim: it cannot be deleted here.");
      if (registry.withSession(path) !== undefined)
        throw new PiError("refused", "This session is open: stop its pi with :PiStop, then delete it.");
      const result = await deleteSession(path);
      lists.forget(path);
      return result;
    },
    "sessions.rename": async ({ path, name }: Methods["sessions.rename"]["params"]) => {
      const agent = registry.withSession(path);
      if (agent !== undefined) await agent.controls.rename(name);
      else await renameSession(path, name);
      lists.forget(path);
      return null;
    },
  };
}
