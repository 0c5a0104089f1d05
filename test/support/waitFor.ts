import { setTimeout as pause } from "node:timers/promises";

export interface WaitOptions {
  /** Milliseconds; generous, since it only matters when something is wrong. */
  readonly deadline?: number;
  /** What is waited for, as in "waited for <what>". */
  readonly what?: string;
  /** Appended to the failure, e.g. the screen as it is then. */
  readonly context?: () => string | Promise<string>;
}

export const DEFAULT_DEADLINE = 10_000;
const INTERVAL = 10;

/**
 * Waits until `condition` gives something true (neither false, null nor undefined) and gives it back. A condition that throws is
 * not met yet; its last error is part of the failure.
 */
export async function waitFor<T>(condition: () => T | Promise<T>, options: WaitOptions = {}): Promise<NonNullable<T>> {
  const deadline = options.deadline ?? DEFAULT_DEADLINE;
  const end = performance.now() + deadline;
  let lastError: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined) return value as NonNullable<T>;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() >= end) break;
    await pause(INTERVAL);
  }
  const what = options.what ?? condition.toString();
  const context = options.context ? `\n${await options.context()}` : "";
  throw new Error(`waited ${deadline} ms for ${what}${lastError ? `\nlast error: ${lastError}` : ""}${context}`, {
    cause: lastError,
  });
}

/** `promise`, or a failure naming `what` when it takes longer than `ms`. */
export async function withDeadline<T>(promise: Promise<T>, ms: number, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(what())), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
