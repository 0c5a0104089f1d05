import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

/**
 * Moves a file into the user's trash where there is one on the same disk, else deletes it.
 * @returns whether it is in the trash.
 */
export async function removeToTrash(file: string): Promise<boolean> {
  const isThere = await (process.platform === "darwin" ? moveIntoFolder(file) : moveIntoHomeTrash(file));
  if (!isThere) await rm(file);
  return isThere;
}

async function moveIntoFolder(file: string): Promise<boolean> {
  const folder = path.join(homedir(), ".Trash");
  const name = await freeName(folder, path.basename(file));
  return name !== undefined && isMoved(file, path.join(folder, name));
}

/** freedesktop.org's trash specification 1.0: the file, and where it came from. Only a desktop makes the folder. */
async function moveIntoHomeTrash(file: string): Promise<boolean> {
  const trash = path.join(process.env.XDG_DATA_HOME || path.join(homedir(), ".local/share"), "Trash");
  const files = path.join(trash, "files");
  const name = await freeName(files, path.basename(file));
  if (name === undefined) return false;
  const info = path.join(trash, "info", `${name}.trashinfo`);
  const text = `[Trash Info]\nPath=${encodeURI(file)}\nDeletionDate=${new Date().toISOString().slice(0, 19)}\n`;
  try {
    await mkdir(path.dirname(info), { recursive: true, mode: 0o700 });
    await writeFile(info, text, { flag: "wx", mode: 0o600 });
  } catch {
    return false;
  }
  if (await isMoved(file, path.join(files, name))) return true;
  await rm(info, { force: true });
  return false;
}

/** Undefined when there is no such folder. */
async function freeName(folder: string, wanted: string): Promise<string | undefined> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) return undefined;
  const { name, ext } = path.parse(wanted);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? wanted : `${name}.${number}${ext}`;
    if ((await stat(path.join(folder, candidate)).catch(() => undefined)) === undefined) return candidate;
  }
}

/** False also where the trash is on another disk. */
function isMoved(file: string, to: string): Promise<boolean> {
  return rename(file, to).then(
    () => true,
    () => false,
  );
}
