/** Where pi keeps its sessions: the rules of pi's `docs/sessions.md` and `settings.md`, in the same order. */
import { readFileSync } from "node:fs";
import path from "node:path";

export interface SessionQuery {
  /** Real path of pi's folder. */
  readonly cwd: string;
  /** What pi calls `cwd`, when it runs elsewhere. */
  readonly remote?: string | undefined;
  /** pi's command and arguments. */
  readonly args: readonly string[];
  /** pi's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface SessionFolders {
  /** The folder with the sessions of `cwd`. */
  readonly project: string;
  /** Whether `project` also holds sessions of other folders. */
  readonly isShared: boolean;
  /** The folder whose folders hold the sessions of every project; absent when `project` holds all there are. */
  readonly root: string | undefined;
}

/** @returns undefined when this pi keeps no sessions. */
export function sessionFolders(query: SessionQuery): SessionFolders | undefined {
  const { cwd, args, env } = query;
  if (args.includes("--no-session")) return undefined;
  const home = env.HOME ?? env.USERPROFILE ?? "";
  const agentDir = absolute(env.PI_CODING_AGENT_DIR || path.join(home, ".pi", "agent"), cwd, home);
  const root = path.join(agentDir, "sessions");
  const own = path.join(root, projectFolderName(query.remote ?? cwd));
  const custom = customFolder(query, agentDir);
  if (custom === undefined) return { project: own, isShared: false, root };
  const project = absolute(custom, cwd, home);
  if (project === own) return { project, isShared: false, root: undefined };
  return { project, isShared: true, root: undefined };
}

/** `/home/me/x` is `--home-me-x--`. */
function projectFolderName(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;
}

function customFolder({ cwd, args, env }: SessionQuery, agentDir: string): string | undefined {
  const at = args.lastIndexOf("--session-dir");
  const fromArgs = at >= 0 ? args[at + 1] : undefined;
  return (
    fromArgs ||
    env.PI_CODING_AGENT_SESSION_DIR ||
    settingOf(path.join(cwd, ".pi", "settings.json")) ||
    settingOf(path.join(agentDir, "settings.json"))
  );
}

function settingOf(file: string): string | undefined {
  try {
    const { sessionDir } = JSON.parse(readFileSync(file, "utf8")) as { sessionDir?: unknown };
    return typeof sessionDir === "string" && sessionDir !== "" ? sessionDir : undefined;
  } catch {
    return undefined;
  }
}

function absolute(folder: string, cwd: string, home: string): string {
  const expanded = folder === "~" || /^~[/\\]/.test(folder) ? path.join(home, folder.slice(1)) : folder;
  return path.resolve(cwd, expanded);
}
