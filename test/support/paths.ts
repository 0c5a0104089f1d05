/** Where the real parts are that the tests run on. `make test` puts them there. */
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** How to start one version of pi. `--mode rpc` and the like follow. */
export interface PiProgram {
  readonly command: readonly [node: string, script: string];
  readonly version: string;
}

/** The program of the npm package `node`: current pi and type stripping need this one. */
export const node22 = join(repository, "node_modules/node/bin/node");

/** Start scripts of the oldest supported Neovim and of the newest. */
export const neovim = { "0.10": neovimPath("0.10"), "0.12": neovimPath("0.12") } as const;

/** A plugin of somebody else's, as its folder for 'runtimepath'. */
export function pluginFolder(name: "vim-fugitive" | "vim-airline"): string {
  return join(repository, ".cache/plugins/usr/share", name);
}

/** pi as npm installs it on Node 22, and the oldest supported one, as npm installs it on Node 20. */
export const pi = {
  newest: piProgram("@earendil-works/pi-coding-agent"),
  oldest: piProgram("pi-0.74"),
} as const satisfies Record<string, PiProgram>;

/** What a user's `node` may be: the machine's own, and Node 22. */
export const hostNode: readonly string[] = [...new Set([machineNode(), node22])];

function neovimPath(series: string): string {
  return join(repository, ".cache/nvim", series, "bin/nvim");
}

function piProgram(packageName: string): PiProgram {
  const folder = join(repository, "node_modules", packageName);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PiManifest;
  return { command: [node22, join(folder, manifest.bin.pi)], version: manifest.version };
}

interface PiManifest {
  readonly version: string;
  readonly bin: { readonly pi: string };
}

/** npm puts folders before PATH in which `node` is the package of that name. */
function machineNode(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const own = folders.filter((folder) => folder !== "" && !folder.split(sep).includes("node_modules"));
  return own.map((folder) => join(folder, "node")).find(isExecutable) ?? process.execPath;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Fails with what to do when a part is missing. For the tests' global set-up. */
export function requireParts(): void {
  const missing = [...Object.values(neovim), node22, pluginFolder("vim-fugitive")].find((path) => !existsSync(path));
  if (missing) throw new Error(`${missing} is missing: run \`make test\`, which fetches it`);
}
