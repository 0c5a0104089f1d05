// @ts-check
/**
 * Tries the plugin on a copy of the sample project. With a terminal it opens Neovim with the chat; without one, or with
 * TTY=0, it sends one prompt about a selection and prints the screen, and succeeds only if the reply arrived.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadTypeScript } from "./bundle.mjs";
import { root } from "./cache.mjs";
import { findNeovim, hasOwnPi, npmPi } from "./programs.mjs";
import { messageOf, runMain, SetupError, say } from "./say.mjs";

/** The file with the mistake that the sample's README speaks of. */
const FILE = "src/pump.js";

await runMain(async () => {
  const hasTerminal = process.env.TTY !== "0" && process.stdin.isTTY && process.stdout.isTTY;
  const nvim = findNeovim();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pi-nvim-try-")));
  const project = join(folder, "sample");
  cpSync(join(root, "test", "sample"), project, { recursive: true });
  const tryOut = await loadTypeScript("test/support/tryOut.ts");
  try {
    if (hasTerminal && hasOwnPi()) await openNeovim(nvim, project, ownSetup(folder));
    else
      await withDemo(tryOut, folder, (setup) => (hasTerminal ? openNeovim : driveOnce)(nvim, project, setup, tryOut));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
});

/** @typedef {Record<string, unknown>} Setup options of the plugin's setup() */
/** @typedef {typeof import("../test/support/tryOut")} TryOut */

/**
 * The user's own pi, whose list of sessions is left alone.
 * @param {string} folder
 * @returns {Setup}
 */
function ownSetup(folder) {
  say("using your pi and its default model");
  return { cmd: ["pi", "--session-dir", join(folder, "sessions")] };
}

/**
 * pi from npm with the demo model, which ends with `use`.
 * @param {TryOut} tryOut
 * @param {string} folder
 * @param {(setup: Setup) => Promise<void>} use
 */
async function withDemo({ SCRIPTED_MODEL, startDemo }, folder, use) {
  say("using pi from npm and a scripted demo model: its answers are fixed, nothing leaves this machine");
  const agentDir = join(folder, "agent");
  const server = await startDemo(agentDir);
  try {
    const cmd = [...npmPi(), "--offline", "--model", SCRIPTED_MODEL];
    await use({ cmd, env: { PI_CODING_AGENT_DIR: agentDir } });
  } finally {
    await server.close();
  }
}

/**
 * @param {string} nvim
 * @param {string} project
 * @param {Setup} setup
 */
async function openNeovim(nvim, project, setup) {
  const args = ["--clean", "-n", "-u", join(root, "scripts", "try_init.lua"), FILE];
  const env = { ...process.env, PI_NVIM_TRY: JSON.stringify(setup) };
  const child = spawn(nvim, args, { cwd: project, env, stdio: "inherit" });
  // A closed terminal ends Neovim too; the temporary folder is removed after it.
  for (const signal of /** @type {const} */ (["SIGHUP", "SIGTERM", "SIGINT"]))
    process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, "exit");
  process.exitCode = code ?? (signal ? 1 : 0);
}

/**
 * @param {string} nvim
 * @param {string} folder
 * @param {Setup} setup
 * @param {TryOut} tryOut
 */
async function driveOnce(nvim, folder, setup, tryOut) {
  const { screen, problem } = await tryOut.driveOnce({ nvim, folder, file: FILE, setup }).catch((error) => {
    throw new SetupError(`Neovim did not start with the plugin: ${messageOf(error)}`);
  });
  process.stdout.write(`${screen}\n`);
  if (problem) throw new SetupError(`the reply did not arrive: ${problem}`);
}
