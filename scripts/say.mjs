// @ts-check
/** What the scripts tell the person at the terminal: one line a step, one sentence when it cannot go on. */

/** A failure whose message may be shown as it is. */
export class SetupError extends Error {
  /** @override */
  name = "SetupError";
}

/** @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Runs a program's main function: a known failure is one sentence, an unknown one keeps its stack.
 * @param {() => void | Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    const known = error instanceof SetupError;
    say(known ? `error: ${error.message}` : String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * What a program said before it failed.
 * @param {unknown} error thrown by execFileSync
 */
export function outputOf(error) {
  const { stderr, stdout } = /** @type {{ stderr?: unknown, stdout?: unknown }} */ (error);
  return `${stderr ?? ""}${stdout ?? ""}`.trim() || messageOf(error);
}
