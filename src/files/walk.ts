import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Ignore } from "./ignoreFiles";
import type { TakeNames } from "./listFiles";

/** More files than this are not looked for: someone works in `/` or at home. */
const MOST_FILES = 200_000;
const IGNORE_FILES = [".gitignore", ".ignore"];
const NEVER = new Set([".git", ".hg", ".svn", ".jj"]);

/** What one folder's ignore files say. `at` is that folder with a `/` at its end, or empty for the first one. */
interface Rules {
  readonly at: string;
  readonly matcher: Ignore;
}

interface Folder {
  readonly at: string;
  readonly rules: readonly Rules[];
}

/** Names the files below a folder where there is no git, without what ignore files leave out. Follows no links. */
export async function walk(root: string, take: TakeNames): Promise<void> {
  let count = 0;
  const folders: Folder[] = [{ at: "", rules: [] }];
  for (let folder = folders.shift(); folder !== undefined && count < MOST_FILES; folder = folders.shift()) {
    const { files, below } = await readFolder(root, folder);
    count += files.length;
    if (files.length > 0 && !take(files)) return;
    for (const inner of below) folders.push(inner);
  }
}

async function readFolder(root: string, folder: Folder): Promise<{ files: string[]; below: Folder[] }> {
  const absolute = path.join(root, folder.at);
  const entries = await readdir(absolute, { withFileTypes: true }).catch(() => []);
  const names = entries.map(({ name }) => name).filter((name) => IGNORE_FILES.includes(name));
  const rules = names.length === 0 ? folder.rules : [...folder.rules, await readRules(absolute, folder.at, names)];
  const files: string[] = [];
  const below: Folder[] = [];
  for (const entry of entries) {
    const at = `${folder.at}${entry.name}`;
    if (entry.isDirectory()) {
      if (!NEVER.has(entry.name) && !isIgnored(`${at}/`, rules)) below.push({ at: `${at}/`, rules });
    } else if (!isIgnored(at, rules)) files.push(at);
  }
  return { files, below };
}

async function readRules(folder: string, at: string, names: readonly string[]): Promise<Rules> {
  const { default: ignore } = require("ignore") as typeof import("./ignoreFiles");
  const matcher = ignore();
  for (const name of names) matcher.add(await readFile(path.join(folder, name), "utf8").catch(() => ""));
  return { at, matcher };
}

/** The deepest folder that says something about it decides. */
function isIgnored(name: string, rules: readonly Rules[]): boolean {
  for (let i = rules.length - 1; i >= 0; i--) {
    const { at, matcher } = rules[i] as Rules;
    const result = matcher.test(name.slice(at.length));
    if (result.ignored || result.unignored) return result.ignored;
  }
  return false;
}
