import { randomUUID } from "node:crypto";
import { delimiter, join } from "node:path";
import { Driver } from "./driver";
import { initFile } from "./initFile";
import { NvimProcess } from "./nvim";
import { repository } from "./paths";
import { MARKER } from "./processes";
import { Workspace } from "./workspace";

export interface NeovimOptions {
  /** The program; default: `nvim` on PATH. */
  readonly nvim?: string;
  readonly width?: number;
  readonly height?: number;
  /** Options for `setup()`; absent: the plugin is on 'runtimepath' and nothing else happens. */
  readonly setup?: Readonly<Record<string, unknown>>;
  /** Lua that runs before `setup()`, as the user's own configuration. */
  readonly init?: string;
  /** `--clean` in place of a configuration: the plugin's folder is put on 'runtimepath' before plugins load. */
  readonly clean?: boolean;
  /** More arguments, e.g. file names or `-M`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folders before those of PATH. */
  readonly pathFirst?: readonly string[];
  readonly cwd?: string;
  /** Default: this repository. */
  readonly pluginRoot?: string;
  /** Default: a new one. */
  readonly workspace?: Workspace;
}

/** Starts Neovim with its own home and waits until its configuration has been read. */
export async function startNeovim(options: NeovimOptions = {}): Promise<Driver> {
  const workspace = options.workspace ?? new Workspace();
  const marker = randomUUID();
  const path = [...(options.pathFirst ?? []), process.env.PATH ?? ""].join(delimiter);
  const nvim = await NvimProcess.start({
    binary: options.nvim ?? "nvim",
    args: [...configuration(options, workspace), "-i", "NONE", "-n", ...(options.args ?? [])],
    cwd: options.cwd ?? workspace.project,
    env: { PATH: path, ...workspace.environment(), ...options.env, [MARKER]: marker },
    width: options.width ?? 100,
    height: options.height ?? 30,
  }).catch((error: unknown) => {
    workspace.remove();
    throw error;
  });
  const driver = new Driver(nvim, workspace, marker);
  try {
    await untilStarted(driver);
  } catch (error) {
    nvim.kill("SIGKILL");
    await nvim.exit;
    await driver.dispose();
    throw error;
  }
  return driver;
}

/** A configuration that fails leaves Neovim at a prompt, where it answers nothing but its mode. */
async function untilStarted(driver: Driver): Promise<void> {
  let hasEntered = false;
  const asked = driver
    .waitFor(() => driver.lua<boolean>("return vim.v.vim_did_enter == 1"))
    .then(() => {
      hasEntered = true;
    });
  asked.catch(() => undefined);
  await driver.waitFor(async () => hasEntered || (await driver.mode()).blocking || null, {
    what: "the end of Neovim's start",
  });
  if (hasEntered) return;
  await driver.waitForText("Press ENTER", { deadline: 1_000 }).catch(() => undefined);
  throw new Error(`Neovim waits for a key while it starts\n${await driver.describe()}`);
}

function configuration(options: NeovimOptions, workspace: Workspace): string[] {
  const pluginRoot = options.pluginRoot ?? repository;
  if (options.clean) return ["--clean", "--cmd", `set runtimepath^=${pluginRoot.replaceAll(/[\\, ]/g, "\\$&")}`];
  const { setup, init } = options;
  const text = initFile({ pluginRoot, ...(setup && { setup }), ...(init !== undefined && { init }) });
  return ["-u", workspace.write(join(workspace.home, ".config/nvim/init.lua"), text)];
}
