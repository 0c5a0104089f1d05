// @ts-check
/** Runs checks one after the other, each under a heading of its own, and adds up what they say. */
import { spawnSync } from "node:child_process";
import { root } from "./cache.mjs";

/**
 * How many passed, failed and were skipped.
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/**
 * A command to run. Without `count` it is one check, which passes when the command does.
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {(succeeded: boolean) => Tally} [count]
 */

export const colored = process.stdout.isTTY === true && !process.env.CI && !process.env.NO_COLOR;

/**
 * @param {Step[]} steps
 * @returns {Tally}
 */
export function runSteps(steps) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    const { passed, failed, skipped } = runStep(step);
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/**
 * @param {Step} step
 * @returns {Tally}
 */
function runStep({ name, command, args, count = oneCheck }) {
  process.stdout.write(`\n── ${name} ${"─".repeat(Math.max(0, 70 - name.length))}\n`);
  const started = performance.now();
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: environment(),
  });
  if (error) process.stdout.write(`${command} cannot run: ${error.message}\n`);
  const tally = count(status === 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${tally.failed === 0 ? "ok" : "FAILED"}: ${name} (${seconds} s)\n`);
  return tally;
}

/** @param {boolean} succeeded */
function oneCheck(succeeded) {
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
}

function environment() {
  if (colored) return process.env;
  const { FORCE_COLOR: _, ...rest } = process.env;
  return { ...rest, NO_COLOR: "1" };
}
