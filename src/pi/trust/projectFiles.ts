/** pi's own files of a project, which it loads only where the project is trusted (pi's docs/security.md). */
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import type { Environment } from "../environment";

const IN_CONFIG_FOLDER = [
  "settings.json",
  "mcp.json",
  "extensions",
  "skills",
  "prompts",
  "themes",
  "SYSTEM.md",
  "APPEND_SYSTEM.md",
] as const;

/** A folder under its one true name, as pi's saved decisions have it. */
export function canonicalFolder(folder: string): string {
  try {
    return realpathSync(resolve(folder));
  } catch {
    return resolve(folder);
  }
}

/** Every folder from this one up to the root. */
export function* upwards(folder: string): Generator<string> {
  for (let at = folder; ; at = dirname(at)) {
    yield at;
    if (dirname(at) === at) return;
  }
}

/**
 * What pi would load of a project only with trust, relative to it. The user's own skills in the home folder are no
 * project's.
 */
export function projectFiles(folder: string, env: Environment): string[] {
  const project = canonicalFolder(folder);
  const own = join(canonicalFolder(env.HOME || homedir()), ".agents", "skills");
  const inConfig = IN_CONFIG_FOLDER.map((name) => join(project, ".pi", name));
  const skills = [...upwards(project)].map((at) => join(at, ".agents", "skills")).filter((path) => path !== own);
  return [...inConfig, ...skills].filter((path) => existsSync(path)).map((path) => relative(project, path));
}
