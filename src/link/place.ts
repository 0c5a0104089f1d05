import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "../processes";

const isWindows = process.platform === "win32";

/** Bytes of the longest path that a socket can have on every system: 104 on macOS, with its end. */
const MAX_PATH_BYTES = 103;
const PREFIX = "pi-nvim-link-";
/** Milliseconds after which what a dead process left is nobody's, also not of a container with the same folder. */
const STALE_AFTER_MS = 10 * 60 * 1000;

/** Where a socket is. */
export interface SocketPlace {
  readonly path: string;
  /** Synchronous: also for the end of the process. */
  remove(): void;
}

/** A new folder that only the user can enter, with a name for a socket in it; on Windows the name of a pipe. */
export function makePlace(): SocketPlace {
  if (isWindows) return { path: `\\\\.\\pipe\\pi-nvim-${randomUUID()}`, remove: () => {} };
  // mkdtemp makes folders of mode 0700.
  const folder = mkdtempSync(join(baseFolder(), `${PREFIX}${process.pid}-`));
  return { path: join(folder, "s"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function baseFolder(): string {
  const longest = join(tmpdir(), `${PREFIX}1234567-123456`, "s");
  return Buffer.byteLength(longest) > MAX_PATH_BYTES ? "/tmp" : tmpdir();
}

/** Removes what hosts left that were killed while one of their pi's started. */
export async function sweepPlaces(now = Date.now()): Promise<void> {
  if (isWindows) return;
  const base = baseFolder();
  const names = (await readdir(base).catch(() => [])).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const folder = join(base, name);
    const pid = Number(name.slice(PREFIX.length).split("-")[0]);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs < STALE_AFTER_MS || isProcessAlive(pid)) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
