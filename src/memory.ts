import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Above this much, in bytes, giving memory back is worth a pause. */
const WORTHWHILE = 150 * 1024 * 1024;
/** Milliseconds until then: the first screens go before. */
const DELAY_MS = 1000;

/**
 * Reading a long session takes several times its size for a moment. An idle V8 keeps that for ever, so it is asked once,
 * shortly afterwards, to give it back.
 */
export function releaseSoon(): void {
  if (process.memoryUsage.rss() < WORTHWHILE) return;
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    (runInNewContext("gc") as () => void)();
  }, DELAY_MS).unref();
}
