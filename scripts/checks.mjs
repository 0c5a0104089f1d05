// @ts-check
/** The checks and tests of this project, as commands. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cache, root } from "./cache.mjs";
import { colored } from "./steps.mjs";

/** @typedef {import("./steps.mjs").Step} Step */

const nvim = join(cache, "nvim", "0.12", "bin", "nvim");

/** @returns {Step[]} */
export function lintSteps() {
  const lua = ["lua", "plugin", "ftplugin", "scripts", "test", "build.lua"].filter((path) =>
    existsSync(join(root, path)),
  );
  return [
    { name: "types (tsc)", ...tool("tsc", "--noEmit", "--pretty", String(colored)) },
    {
      name: "TypeScript lint and format (biome)",
      ...tool("biome", "check", `--colors=${colored ? "force" : "off"}`, "."),
    },
    {
      name: "Lua format (stylua)",
      ...tool("stylua", "--check", "--color", colored ? "Always" : "Never", "--", ...lua),
    },
    {
      name: "Lua lint (luacheck)",
      command: join(cache, "luacheck", "bin", "luacheck"),
      args: ["--quiet", ...(colored ? [] : ["--no-color"]), ...lua],
    },
    { name: "help file (tags, lists)", command: nvim, args: ["-l", join(root, "scripts", "help.lua"), "--check"] },
  ];
}

/** @returns {Step[]} */
export function testSteps() {
  return ["unit", "contract", "e2e", "shared"].map(vitestStep);
}

/**
 * @param {string} project
 * @returns {Step}
 */
function vitestStep(project) {
  const report = join(cache, "test", `${project}.json`);
  mkdirSync(join(cache, "test"), { recursive: true });
  rmSync(report, { force: true });
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    "--reporter=./test/support/secondTries.ts",
    `--outputFile.json=${report}`,
  ];
  return {
    name: `${project} tests (vitest)`,
    command: process.execPath,
    args: [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--project", project, ...reporters],
    count: (succeeded) => tallyOf(report, succeeded),
  };
}

/**
 * Reads vitest's numbers. A file that could not be loaded has no tests to count, and an error outside of any test is
 * nobody's: each is one failure, so that nothing is green that vitest calls red.
 * @param {string} report path of vitest's JSON report
 * @param {boolean} succeeded whether vitest said so
 */
export function tallyOf(report, succeeded) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const result = JSON.parse(readFileSync(report, "utf8"));
  const isUnloaded = (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
    file.status === "failed" && file.assertionResults.length === 0;
  const failed = result.numFailedTests + result.testResults.filter(isUnloaded).length;
  return {
    passed: result.numPassedTests,
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}

/**
 * A program that npm has installed.
 * @param {string} name
 * @param {string[]} args
 */
function tool(name, ...args) {
  return { command: join(root, "node_modules", ".bin", name), args };
}
