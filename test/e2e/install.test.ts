import { mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Driver, NeovimOptions } from "../support/driver";
import { type Editor, editors, launch } from "../support/e2e";
import { hostNode, repository } from "../support/paths";
import { replies } from "../support/peerAnswers";
import { ScriptedPi } from "../support/scriptedPi";
import { Workspace } from "../support/workspace";

/** What the plugin told, in the messages or in the chat. */
async function told(nvim: Driver): Promise<string> {
  return `${await nvim.messages()}\n${await nvim.chatText()}`;
}

/** One clear message that holds all of `parts`, no error besides, and the prompt's text kept. */
async function expectOneMessage(nvim: Driver, ...parts: readonly (string | RegExp)[]): Promise<void> {
  nvim.expectError(/pi|node/i);
  const isTold = async () => {
    const lines = await told(nvim);
    return parts.every((part) => (typeof part === "string" ? lines.includes(part) : part.test(lines)));
  };
  await nvim.waitFor(isTold, {
    what: `a message with ${parts.join(" and ")}`,
    context: async () => `${await told(nvim)}\n${await nvim.describe()}`,
  });
  const ours = (await nvim.messages()).split("\n").filter((line) => line.startsWith("pi: "));
  expect(ours.length, ours.join("\n")).toBeLessThanOrEqual(1);
  expect(await nvim.lua("return vim.api.nvim_get_mode().blocking")).toBe(false);
}

/** Neovim whose `pi` is found on PATH. */
async function withPiOnPath(editor: Editor, options: NeovimOptions = {}): Promise<{ nvim: Driver; peer: ScriptedPi }> {
  const workspace = options.workspace ?? new Workspace();
  const peer = await ScriptedPi.start(workspace);
  onTestFinished(() => peer.close());
  Object.assign(peer.answers, replies("Hello from pi."));
  const bin = join(workspace.root, "bin");
  peer.installAs(workspace, join(bin, "pi"));
  const pathFirst = [...(options.pathFirst ?? []), bin];
  return {
    nvim: await launch(editor, { ...options, workspace, pathFirst, env: { ...peer.env, ...options.env } }),
    peer,
  };
}

/** The plugin's folder as a fresh clone has it: nothing built. */
function unbuiltPlugin(workspace: Workspace): string {
  const root = join(workspace.root, "plugin with space");
  mkdirSync(join(root, "rplugin/node"), { recursive: true });
  const left = ["rplugin", "node_modules", ".git", ".cache"];
  for (const name of readdirSync(repository))
    if (!left.includes(name)) symlinkSync(join(repository, name), join(root, name));
  return root;
}

describe.each(editors)("The shortest set-up, on $name", (editor) => {
  const ways: [string, NeovimOptions][] = [
    ["--clean and the plugin's folder on 'runtimepath'", { clean: true }],
    ["no setup()", {}],
    ["setup({})", { setup: {} }],
    ["setup() twice", { init: "require('pi').setup() require('pi').setup({})" }],
    ["no remote plugins", { init: "vim.g.loaded_remote_plugins = 1 vim.g.loaded_node_provider = 0" }],
    ["an old vim.g.pi table of options", { init: "vim.g.pi = { layout = { place = 'left' } }" }],
  ];

  it.each(ways)("with %s the first command gives the reply", async (_, options) => {
    const { nvim } = await withPiOnPath(editor, options);
    await nvim.command("PiPrompt hello");
    await nvim.waitForChat("Hello from pi.");
    await nvim.waitForText("Hello from pi.");
  });

  it("the command may be typed before the start is through", async () => {
    const { nvim } = await withPiOnPath(editor, { args: ["-c", "PiPrompt hello"] });
    await nvim.waitForChat("Hello from pi.");
  });

  it("every command is in the help's reach: completion offers them", async () => {
    const { nvim } = await withPiOnPath(editor, { clean: true });
    const offered = await nvim.lua<string[]>("return vim.fn.getcompletion('Pi', 'cmdline')");
    expect(offered).toEqual(expect.arrayContaining(["PiPrompt", "PiOpen", "PiAbort"]));
    expect(await nvim.lua("return vim.fn.getcompletion('PiOpen ', 'cmdline')")).toEqual(
      expect.arrayContaining(["right", "left", "below", "above", "float", "tab"]),
    );
  });

  it("an unknown option is named together with the closest known one, once", async () => {
    const { nvim } = await withPiOnPath(editor, { setup: { comand: "pi" } });
    await expectOneMessage(nvim, "comand", /\bcmd\b/);
  });

  it("an option of the wrong type is named with what is wanted", async () => {
    const { nvim } = await withPiOnPath(editor, { init: "pcall(require('pi').setup, { args = 'oops' })" });
    await expectOneMessage(nvim, "args", /string/);
  });
});

/** Makes what waits for seconds wait for a moment. */
const HURRY = `
local defer_fn = vim.defer_fn
vim.defer_fn = function(callback, ms) return defer_fn(callback, math.min(ms, 300)) end
local system = vim.system
vim.system = function(cmd, opts, on_exit)
  if opts and opts.timeout then opts.timeout = math.min(opts.timeout, 300) end
  return system(cmd, opts, on_exit)
end
`;

describe.each(editors)("A missing or unfit part, on $name", (editor) => {
  it("the bundle: the message says to run :PiBuild", async () => {
    const workspace = new Workspace();
    const { nvim } = await withPiOnPath(editor, { workspace, pluginRoot: unbuiltPlugin(workspace) });
    await nvim.command("PiPrompt hello");
    await expectOneMessage(nvim, "PiBuild");
  });

  it("node: the message says what was looked for and what is needed", async () => {
    const { nvim } = await withPiOnPath(editor, { init: "require('pi').setup({ node = 'no-such-node' })" });
    await nvim.command("PiPrompt hello");
    await expectOneMessage(nvim, "no-such-node", /20/);
  });

  const stubs = [
    ["prints v14.0.0", "echo v14.0.0", /14\.0\.0/],
    ["prints nothing", "exit 0", /node/i],
    ["fails", "echo 'cannot execute' >&2; exit 1", /node/i],
  ] as const;

  it.each(stubs)("a node that %s: the message says that 20 is needed", async (_, script, found) => {
    const workspace = new Workspace();
    const node = workspace.write(join(workspace.root, "stub/node"), `#!/bin/sh\n${script}\n`, 0o755);
    const { nvim } = await withPiOnPath(editor, { workspace, init: `require('pi').setup({ node = '${node}' })` });
    await nvim.command("PiPrompt hello");
    await expectOneMessage(nvim, found, /20/);
    expect(nvim.processes().filter(({ command }) => command.includes("pi.cjs"))).toEqual([]);
  });

  it("a node that hangs: the user is told, the words stay, and quitting ends it", async () => {
    const workspace = new Workspace();
    const node = workspace.write(join(workspace.root, "stub/node"), "#!/bin/sh\nexec sleep 600\n", 0o755);
    const init = `${HURRY} require('pi').setup({ node = '${node}' })`;
    const { nvim } = await withPiOnPath(editor, { workspace, init });
    await nvim.command("PiPrompt hello");
    await expectOneMessage(nvim, /node/i);
    expect(`${await nvim.promptText()}\n${await nvim.chatText()}`).toContain("hello");
    await nvim.type(":qa!\n");
    await nvim.exit;
    await nvim.waitUntilGone();
  });

  it("a node of an old version, run for real: its own message, not a trace", async () => {
    const workspace = new Workspace();
    const fake = `${hostNode[0]} -e 'process.stdout.write(process.argv[1] ?? "")' v16.20.2`;
    const script = `case "$1" in *pi.cjs) ${fake};; *) echo v16.20.2;; esac`;
    const node = workspace.write(join(workspace.root, "stub/node"), `#!/bin/sh\n${script}\n`, 0o755);
    const { nvim } = await withPiOnPath(editor, { workspace, init: `require('pi').setup({ node = '${node}' })` });
    await nvim.command("PiPrompt hello");
    await expectOneMessage(nvim, "16.20.2", /20/);
  });

  it("a file named node.js in the folder is no node", async () => {
    const { nvim } = await withPiOnPath(editor);
    nvim.workspace.write("node.js", "throw new Error('wrong one')");
    await nvim.command("PiPrompt hello");
    await nvim.waitForChat("Hello from pi.");
  });
});

describe.each(editors)("A pi that cannot be started, on $name", (editor) => {
  const names = ["plain", "folder", "dangling"] as const;

  async function withCmd(cmd: string[], options: NeovimOptions = {}): Promise<Driver> {
    return (await withPiOnPath(editor, { ...options, setup: { cmd, ...options.setup } })).nvim;
  }

  it("is not on PATH: the message says what was looked for and what to do", async () => {
    const nvim = await withCmd(["no-such-pi"]);
    await nvim.command("PiPrompt keep these words");
    await expectOneMessage(nvim, "no-such-pi", /install|cmd/);
    await nvim.waitFor(async () => (await nvim.promptText()).includes("keep these words"));
  });

  it.each(names)("is found as something else on PATH: %s", async (kind) => {
    const workspace = new Workspace();
    const bin = join(workspace.root, "odd");
    mkdirSync(bin);
    if (kind === "plain") workspace.write(join(bin, "odd-pi"), "no program", 0o644);
    if (kind === "folder") mkdirSync(join(bin, "odd-pi"));
    if (kind === "dangling") symlinkSync("/nowhere/at/all", join(bin, "odd-pi"));
    const nvim = await withCmd(["odd-pi"], { workspace, pathFirst: [bin] });
    await nvim.command("PiPrompt hello");
    await expectOneMessage(nvim, "odd-pi");
  });

  it("is found under a path with spaces and signs", async () => {
    const workspace = new Workspace();
    const peer = await ScriptedPi.start(workspace);
    onTestFinished(() => peer.close());
    Object.assign(peer.answers, replies("Hello from pi."));
    const program = peer.installAs(workspace, join(workspace.root, "a folder & more (x86)/my pi"));
    const nvim = await launch(editor, { workspace, env: peer.env, setup: { cmd: [program] } });
    await nvim.command("PiPrompt hello");
    await nvim.waitForChat("Hello from pi.");
  });

  it("cannot start in a folder that has gone: the folder is named, not the program", async () => {
    const { nvim } = await withPiOnPath(editor);
    const gone = join(nvim.workspace.root, "gone");
    mkdirSync(gone);
    await nvim.command(`cd ${gone}`);
    rmSync(gone, { recursive: true });
    await nvim.command("PiPrompt hello");
    await expectOneMessage(nvim, gone);
  });

  it("gets its arguments and its environment as configured", async () => {
    const { nvim, peer } = await withPiOnPath(editor, {
      setup: { args: ["--model", "a b/$c"], env: { PI_TEST_EXTRA: "yes" } },
    });
    await nvim.command("PiPrompt hello");
    await nvim.waitForChat("Hello from pi.");
    const { argv, pid } = await peer.started();
    expect(argv.join("\u0000")).toContain(["--mode", "rpc"].join("\u0000"));
    expect(argv.join("\u0000")).toContain(["--model", "a b/$c"].join("\u0000"));
    const environment = await nvim.lua<string>(
      "return table.concat(vim.fn.readfile('/proc/' .. ... .. '/environ', 'b'), '\\n')",
      String(pid),
    );
    expect(environment).toContain("PI_TEST_EXTRA=yes");
  });
});
