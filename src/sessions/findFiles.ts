import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { inParallel } from "./inParallel";
import type { SessionFile } from "./readSession";

/** More at once only wait in Node's pool of four threads. */
const AT_ONCE = 16;

/** The session files in these folders, the newest first. A folder that is not there has none. */
export async function findFiles(folders: readonly string[]): Promise<SessionFile[]> {
  const names = await inParallel(folders, AT_ONCE, filesIn);
  const files = await inParallel(names.flat(), AT_ONCE, statOf);
  return files.filter((file) => file !== undefined).sort((a, b) => b.modified - a.modified);
}

/** The folders of all projects. */
export async function projectFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => path.join(root, entry.name));
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => path.join(folder, name));
}

async function statOf(file: string): Promise<SessionFile | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? { path: file, size: found.size, modified: Math.round(found.mtimeMs) } : undefined;
}
