import { expect } from "vitest";

/** Asserts that `parts` stand in `whole` one after the other. */
export function expectInOrder(whole: string, ...parts: readonly string[]): void {
  let from = 0;
  for (const part of parts) {
    const at = whole.indexOf(part, from);
    if (at < 0) expect.fail(`"${part}" does not come after ${from} in:\n${whole}`);
    from = at + part.length;
  }
}

/** How often `part` stands in `whole`. */
export function count(whole: string, part: string | RegExp): number {
  return typeof part === "string" ? whole.split(part).length - 1 : [...whole.matchAll(part)].length;
}
