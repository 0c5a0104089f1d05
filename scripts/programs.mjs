// @ts-check
/** What the machine has to try the plugin with, and what takes its place where that is missing or too old. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cache, root } from "./cache.mjs";
import { SetupError } from "./say.mjs";

const OLDEST_MINOR = 10;
/** A user's pi that takes longer to list its models is not waited for. */
const LIST_MODELS_MS = 8_000;

/** The Neovim on PATH when it is new enough, else the fetched one. */
export function findNeovim() {
  const { stdout } = spawnSync("nvim", ["--version"], { encoding: "utf8", timeout: 5_000 });
  const [, major, minor] = /^NVIM v(\d+)\.(\d+)/.exec(stdout ?? "")?.map(Number) ?? [];
  if (major !== undefined && (major > 0 || (minor ?? 0) >= OLDEST_MINOR)) return "nvim";
  try {
    execFileSync(process.execPath, [join(root, "scripts", "fetchNeovim.mjs"), "0.12"], { stdio: "inherit" });
  } catch {
    throw new SetupError("Neovim 0.10 or newer is needed on PATH; there is none, and fetching one failed (see above)");
  }
  return join(cache, "nvim", "0.12", "bin", "nvim");
}

/** Whether there is a `pi` on PATH that has a model to talk to. */
export function hasOwnPi() {
  const run = spawnSync("pi", ["--offline", "--list-models"], { encoding: "utf8", timeout: LIST_MODELS_MS });
  return run.status === 0 && /^provider\s+model\s/m.test(`${run.stdout}\n${run.stderr}`);
}

/** pi from npm, with a Node that it runs on, as a command that takes more arguments. */
export function npmPi() {
  const folder = join(root, "node_modules", "@earendil-works", "pi-coding-agent");
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return [join(root, "node_modules", "node", "bin", "node"), join(folder, bin.pi)];
}
