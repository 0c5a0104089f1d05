import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { listFiles } from "../files/listFiles";
import { MOST_BYTES, readText } from "../files/readText";
import type { ContextItem, Mention } from "../promptContract";
import { gitItem, isGitMention, isRepository } from "./gitMentions";

/** Names of a folder's files that are sent. */
const MOST_NAMES = 500;
/** Bytes of a file that is read only to see whether it has a line. */
const MOST_PROBED = 1024 * 1024;

/** What the mentions of a prompt stand for. Never rejects: one that cannot be read stands for nothing. */
export async function resolveMentions(mentions: readonly Mention[], cwd: string): Promise<ContextItem[]> {
  const found = await Promise.all(mentions.map((mention) => mention.items ?? resolveMention(mention, cwd)));
  return found.flat();
}

async function resolveMention(mention: Mention, cwd: string): Promise<ContextItem[]> {
  try {
    if (isGitMention(mention.name)) {
      const item = await gitItem(mention.name, cwd);
      return item === undefined ? [] : [item];
    }
    const target = await findTarget(mention, cwd);
    const item = target === undefined ? undefined : await readTarget(target);
    return item === undefined ? [] : [item];
  } catch {
    // No right to read it, or gone meanwhile.
    return [];
  }
}

/** Whether there is such a file, folder or repository, and the file has such lines. */
export async function isFound(mention: Mention, cwd: string): Promise<boolean> {
  if (isGitMention(mention.name)) return isRepository(cwd);
  const target = await findTarget(mention, cwd);
  return target !== undefined && hasLine(target);
}

/** A large file is not read to find out: this is asked while a prompt is being written. */
async function hasLine({ path: file, size, first = 1 }: Target): Promise<boolean> {
  if (first === 1 || size > MOST_PROBED) return true;
  return (await readText(file, first, first).catch(() => undefined)) !== undefined;
}

interface Target {
  readonly path: string;
  readonly kind: "file" | "folder";
  readonly size: number;
  readonly first?: number;
  readonly last?: number;
}

/** A file may be called `a:10`: the whole name comes first, then the name and its lines. */
async function findTarget({ name, path: bare, first, last }: Mention, cwd: string): Promise<Target | undefined> {
  const whole = await entryAt(name, cwd);
  if (whole !== undefined || bare === undefined) return whole;
  const file = await entryAt(bare, cwd);
  return file?.kind === "file" ? { ...file, ...(first && { first }), ...(last && { last }) } : undefined;
}

/** Files and folders only: reading a pipe or a device might never end. */
async function entryAt(name: string, cwd: string): Promise<Target | undefined> {
  if (name === "" || name.includes("\0")) return undefined;
  const absolute = path.resolve(
    cwd,
    name.replace(/^~(?=[\\/]|$)/, () => homedir()),
  );
  const entry = await stat(absolute).catch(() => undefined);
  if (entry?.isFile()) return { path: absolute, kind: "file", size: entry.size };
  return entry?.isDirectory() ? { path: absolute, kind: "folder", size: 0 } : undefined;
}

function readTarget(target: Target): Promise<ContextItem | undefined> {
  return target.kind === "folder" ? readFolder(target.path) : readFile(target);
}

async function readFolder(folder: string): Promise<ContextItem> {
  const names: string[] = [];
  await listFiles(folder, (more) => {
    for (const name of more) names.push(name);
    return names.length <= MOST_NAMES;
  });
  const text = names.slice(0, MOST_NAMES).sort().join("\n");
  const isCut = names.length > MOST_NAMES;
  const notes = isCut ? [`Cut: ${MOST_NAMES} of its files are named here, there are more.`] : [];
  return { kind: "folder", path: folder, text, notes };
}

async function readFile({ path: file, size, first, last }: Target): Promise<ContextItem | undefined> {
  const part = await readText(file, first, last);
  if (part === undefined) return undefined;
  if (part === "binary") {
    const notes = [`A binary file of ${sizeText(size)}: its content is not shown.`];
    return { kind: "binary", path: file, text: "", notes };
  }
  const notes: string[] = [];
  if (part.isCut) notes.push(cutNote(part.first, part.last, size));
  if (!part.isUtf8) notes.push("The file is not UTF-8; it was read as Latin-1.");
  return {
    kind: "lines",
    path: file,
    name: path.basename(file),
    filetype: path.extname(file).slice(1),
    first: part.first,
    last: part.last,
    partial: false,
    text: part.text,
    modified: false,
    ...(first === undefined && { whole: true }),
    ...(notes.length > 0 && { notes }),
  };
}

function cutNote(first: number, last: number, size: number): string {
  return `Cut: lines ${first} to ${last} are here, ${sizeText(MOST_BYTES)} at most; the whole file has ${sizeText(size)}.`;
}

/** e.g. `12 KB`. */
function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
