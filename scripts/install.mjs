// @ts-check
/**
 * Installs npm packages when the lockfile asks for others than are there: `install.mjs build` what a build needs,
 * `install.mjs all` what the tests need as well.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { holdsLock, root } from "./cache.mjs";
import { runMain, SetupError, say } from "./say.mjs";

/** Oldest Node that the host and the build run on. */
const OLDEST_NODE = 20;

/** @typedef {"build" | "all"} Extent */

await runMain(() => {
  const [extent] = process.argv.slice(2);
  if (extent !== "build" && extent !== "all") throw new SetupError("say what to install: build or all");
  requireNode();
  if (isInstalled(extent) || !holdsLock("packages") || isInstalled(extent)) return;
  install(hasDevPackages() ? "all" : extent);
});

function requireNode() {
  const found = process.versions.node;
  if (Number.parseInt(found, 10) < OLDEST_NODE) {
    throw new SetupError(`Node ${OLDEST_NODE} or newer is needed, and ${process.execPath} is ${found}`);
  }
}

/**
 * Whether npm's own record of what it installed agrees with the lockfile.
 * @param {Extent} extent
 */
function isInstalled(extent) {
  const installed = packagesIn(join("node_modules", ".package-lock.json"));
  const wanted = Object.entries(packagesIn("package-lock.json")).filter(
    ([path, entry]) => path !== "" && !entry.optional && (extent === "all" || !(entry.dev || entry.devOptional)),
  );
  return wanted.every(([path, { version }]) => installed[path]?.version === version);
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>} by folder
 */
function packagesIn(lockfile) {
  const path = join(root, lockfile);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}

/** A build must not take a developer's tools away. */
function hasDevPackages() {
  return existsSync(join(root, "node_modules", "vitest"));
}

/** @param {Extent} extent */
function install(extent) {
  say(extent === "all" ? "installing npm packages, development tools included ..." : "installing npm packages ...");
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...(extent === "build" ? ["--omit=dev"] : [])];
  try {
    execFileSync("npm", args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  } catch {
    throw new SetupError("npm could not install the packages; what it says is above");
  }
}
