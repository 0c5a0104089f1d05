import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Above this much, in bytes, making it less is worth work and a pause. */
const WORTHWHILE = 150 * 1024 * 1024;
/** Milliseconds between two collections: everything else gets its turn. */
const BETWEEN_MS = 100;

export function isLarge(): boolean {
  return process.memoryUsage.rss() >= WORTHWHILE;
}

type Collect = (options?: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/**
 * Gives back what is not needed any more: an idle V8 keeps it for ever. The last collection moves what is left together,
 * so that whole pages come free; it takes 30 ms after others have thrown the garbage out, and 450 ms without them.
 */
export async function release(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  collect();
  await pause(BETWEEN_MS, undefined, { ref: false });
  collect();
  await pause(BETWEEN_MS, undefined, { ref: false });
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
