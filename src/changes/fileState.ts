import { lstat, open, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { isSameStamp, type Stamp, stampOf } from "./stamp";

/** A larger file is watched, but its text is not kept. */
const MOST_FILE_BYTES = 4 * 1024 * 1024;
/** Text holds no NUL; git looks as far as this for one. */
const PROBE_BYTES = 8_000;
const PERMISSIONS = 0o7777;
/** How often a file is read again that is being written meanwhile. */
const ATTEMPTS = 3;

/** What is at a path. `other`: a folder, a device, or what may not be read. */
export type DiskFile =
  | { readonly kind: "absent" }
  | { readonly kind: "other" }
  | { readonly kind: "large"; readonly stamp: Stamp }
  | { readonly kind: "file"; readonly stamp: Stamp; readonly bytes: Buffer; readonly mode: number };

/** Reads a file as it was at one moment: its stamp goes with its text. */
export async function readFileState(file: string): Promise<DiskFile> {
  for (let attempt = 1; ; attempt++) {
    const found = await readOnce(file);
    if (found !== undefined) return found;
    if (attempt === ATTEMPTS) return { kind: "other" };
  }
}

/** Undefined when it changed while it was read. */
async function readOnce(file: string): Promise<DiskFile | undefined> {
  const looked = await stat(file).catch((error: NodeJS.ErrnoException) => error.code ?? "");
  if (typeof looked === "string") return { kind: looked === "ENOENT" || looked === "ENOTDIR" ? "absent" : "other" };
  // Opening a pipe or a device could wait forever.
  if (!looked.isFile()) return { kind: "other" };
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return { kind: "other" };
  try {
    const before = stampOf(await handle.stat({ bigint: true }));
    if (before.size > MOST_FILE_BYTES) return { kind: "large", stamp: before };
    const bytes = await handle.readFile();
    const stats = await handle.stat({ bigint: true });
    const after = stampOf(stats);
    if (!isSameStamp(before, after) || bytes.length !== after.size) return undefined;
    return { kind: "file", stamp: after, bytes, mode: Number(stats.mode) & PERMISSIONS };
  } finally {
    await handle.close();
  }
}

/** The stamp of a plain file; undefined where there is none. */
export async function lookAt(file: string): Promise<Stamp | undefined> {
  const stats = await lstat(file, { bigint: true }).catch(() => undefined);
  return stats?.isFile() ? stampOf(stats) : undefined;
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, PROBE_BYTES).includes(0);
}

/** The one name of a file, whatever links lead to it; also for one that is not there (yet, or any more). */
export async function realName(file: string): Promise<string> {
  const real = await realpath(file).catch(() => undefined);
  if (real !== undefined) return real;
  const parent = path.dirname(file);
  return parent === file ? file : path.join(await realName(parent), path.basename(file));
}
