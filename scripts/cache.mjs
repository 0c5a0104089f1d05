// @ts-check
/** Where downloaded tools live, and that only one process fills a place at a time. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const cache = join(root, ".cache");

const heldLock = "PI_NVIM_SETUP_LOCK";

/**
 * True when this process may go on. Otherwise it has run itself again under a lock, which the kernel frees even when
 * its holder is killed, and the caller has nothing left to do.
 * @param {string} name of the lock
 */
export function holdsLock(name) {
  if (process.env[heldLock] === name) return true;
  mkdirSync(cache, { recursive: true });
  const again = [join(cache, `${name}.lock`), process.execPath, ...process.argv.slice(1)];
  const run = spawnSync("flock", again, { stdio: "inherit", env: { ...process.env, [heldLock]: name } });
  // Only Linux has flock. Elsewhere two set-ups at once are nobody's habit.
  if (run.error) return true;
  process.exitCode = run.status ?? 1;
  return false;
}
