/** Neovim for one test: ended with it, its screen printed when the test failed. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Driver, type NeovimOptions, startNeovim } from "./driver";

import { hostNode, neovim, type PiProgram, pi, repository } from "./paths";
import type { RunningProcess } from "./processes";

/** One combination of what a user may have. */
export interface Configuration {
  /** For test names. */
  readonly name: string;
  readonly nvim: string;
  readonly pi: PiProgram;
  /** What runs the host. */
  readonly node: string;
}

type NeovimSeries = keyof typeof neovim;
type PiAge = keyof typeof pi;

function configuration(series: NeovimSeries, age: PiAge): Configuration {
  const node = (age === "oldest" ? hostNode.at(0) : hostNode.at(-1)) as string;
  return { name: `Neovim ${series} and pi ${pi[age].version}`, nvim: neovim[series], pi: pi[age], node };
}

/** `shared`: all tests run over Neovim's own node host; absent: over a host of ours, as by default. */
export const isShared = process.env.PI_TEST_HOST === "shared";
/** Only on this Neovim, e.g. `0.12`. */
const onlySeries = process.env.PI_TEST_NEOVIM ?? "";

/** Everything is tested on these two. */
export const matrix: readonly Configuration[] = [
  configuration("0.12", "newest"),
  configuration("0.10", "oldest"),
].filter(({ name }) => name.startsWith(`Neovim ${onlySeries}`));

/** The other two combinations, for a smoke test. */
export const crossed: readonly Configuration[] = [configuration("0.12", "oldest"), configuration("0.10", "newest")];

/** For what does not depend on pi: both versions of Neovim by name. */
export const editors = matrix.map(({ nvim, node, name }) => ({ nvim, node, name: name.replace(/ and .*/, "") }));

export type Editor = (typeof editors)[number];

/** The process that the host runs in, once it does. */
export function hostOf(nvim: Driver, host = isShared ? "shared" : "own"): RunningProcess | undefined {
  return nvim.processes().find(({ command }) => command.includes(host === "shared" ? "neovim/bin/cli.js" : "pi.cjs"));
}

/** What makes Neovim load the host into its own node host. */
export const sharedHost = {
  init: `vim.g.node_host_prog = [[${join(repository, "node_modules/neovim/bin/cli.js")}]]`,
  setup: { host: "shared" },
} as const;

/** Starts Neovim with the plugin for the test that is running. */
export async function launch(editor: Editor, options: NeovimOptions = {}): Promise<Driver> {
  const { setup, init = "", ...rest } = options;
  const host = isShared ? sharedHost : { init: "", setup: {} };
  const driver = await startNeovim({
    nvim: editor.nvim,
    ...rest,
    init: `${host.init}\n${init}`,
    ...(setup && { setup: { node: editor.node, ...host.setup, ...setup } }),
  });
  onTestFinished(async ({ task }) => {
    const describe = async () => report(task.name, await driver.describe());
    if (task.result?.state === "fail") await describe();
    await driver.dispose().catch(async (error: unknown) => {
      await describe();
      throw error;
    });
  });
  return driver;
}

function report(name: string, screen: string): void {
  console.error(`the screen when "${name}" failed:\n${screen}`);
}
