import { setImmediate } from "node:timers/promises";

/** So long (milliseconds) a search may keep everything else waiting. */
const TURN_MS = 10;

/** Runs a long computation to its end, in pieces between which everything else gets its turn. */
export async function takeTurns<T>(work: Generator<void, T>): Promise<T> {
  let since = performance.now();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}
