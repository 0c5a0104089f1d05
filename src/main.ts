/**
 * Where everything begins: joins the host with its editor. It is the program that lua/pi/host starts, and the remote
 * plugin that Neovim's shared `node` host loads; both serve the same calls. What the host is made of: host/host.ts.
 */
import path from "node:path";
import { attachStdio, type Nvim, NvimEditor } from "./editor/nvimEditor";
import { Host } from "./host/host";
import { guardStdout, tieToEditor } from "./host/lifetime";

/** Where the build puts them, seen from the bundle in rplugin/node. */
const GRAMMARS = path.join(__dirname, "../../dist/highlight.cjs");

/** Serves the Neovim on our stdin and stdout until it goes. lua/pi/host/own.lua calls it by this name. */
export function runProgram(): void {
  guardStdout();
  let leave = (): void => {};
  const host: Host = new Host({ apply: (batch) => editor.apply(batch) }, GRAMMARS);
  leave = tieToEditor(host);
  const nvim = attachStdio(host.call, () => leave());
  const editor = new NvimEditor(nvim);
}

interface RemotePlugin {
  readonly nvim: Nvim & { on(event: "disconnect", listener: () => void): void };
  registerFunction(name: string, fn: (args: unknown[]) => unknown, options: { sync: boolean }): void;
}

let shared: Host | undefined;

/** Called by the shared host, twice when its first `new` fails: an arrow function, so that it does. */
const plugin = (remote: RemotePlugin): void => {
  const call = (args: unknown[]): void => {
    if (shared === undefined) {
      shared = new Host(new NvimEditor(remote.nvim), GRAMMARS);
      remote.nvim.on("disconnect", tieToEditor(shared));
    }
    const [id, method, params] = args as [number, string, unknown];
    shared.call(id, method, params);
  };
  // nargs: the stub hands over the list of arguments as it is.
  remote.registerFunction("PiNotify", (args) => call(Array.isArray(args[0]) ? args[0] : args), { sync: false });
};

export default plugin;

if (require.main === module) runProgram();
