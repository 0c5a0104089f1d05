import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Driver, startNeovim } from "../support/driver";
import { type Editor, editors, hostOf, isShared } from "../support/e2e";
import { ScriptedPi } from "../support/scriptedPi";
import { Workspace } from "../support/workspace";

/** Several Neovims one after the other, or at once, in one home and one project. */
async function project(editor: Editor, options: Record<string, unknown> = {}) {
  const workspace = new Workspace();
  const peer = await ScriptedPi.start(workspace);
  const open: Driver[] = [];
  onTestFinished(async () => {
    for (const nvim of open) if (!nvim.nvim.exited) nvim.nvim.kill("SIGKILL");
    await Promise.all(open.map((nvim) => nvim.waitUntilGone()));
    await peer.close();
    workspace.remove();
  });
  const start = async ({ command = "PiOpen", init = "" } = {}): Promise<Driver> => {
    const setup = { cmd: peer.cmd, node: editor.node, ...options };
    const nvim = await startNeovim({ nvim: editor.nvim, workspace, env: peer.env, setup, init });
    open.push(nvim);
    await nvim.command(command);
    return nvim;
  };
  return { workspace, peer, start, files: () => draftFiles(workspace) };
}

/** Draft files of all projects, those being written left out. */
function draftFiles(workspace: Workspace): string[] {
  const root = join(workspace.home, ".local/state/nvim/pi/drafts");
  const all = readdirSync(root, { recursive: true, encoding: "utf8" });
  return all.filter((name) => name.endsWith(".draft") && statSync(join(root, name)).isFile());
}

async function write(nvim: Driver, text: string): Promise<void> {
  await nvim.keys("i");
  await nvim.type(text);
  await nvim.waitFor(async () => (await nvim.promptText()).endsWith(text), { what: `${text} in the prompt` });
}

async function quit(nvim: Driver, command = ":qa\n"): Promise<void> {
  await nvim.keys("<Esc>");
  await nvim.type(command);
  expect(await nvim.exit).toEqual({ code: 0, signal: null });
}

describe.each(editors)("A draft, on $name", (editor) => {
  it.each([":qa\n", ":wqa\n"])("is in the prompt again after %j right behind the last key", async (command) => {
    const { start } = await project(editor);
    const first = await start();
    await first.keys("ifirst line<CR>öäü 日本 | \\<lt>tag>");
    await quit(first, command);
    const second = await start();
    expect(await second.promptText()).toBe("first line\nöäü 日本 | \\<tag>");
    expect(await second.lua("return vim.bo[vim.api.nvim_get_current_buf()].modified")).toBe(false);
  });

  it("outlives a killed Neovim, once it has been written", async () => {
    const { start, files } = await project(editor);
    const first = await start();
    await write(first, "half a thought");
    await first.waitFor(() => files().length === 1, { what: "the draft's file" });
    first.nvim.kill("SIGKILL");
    await first.exit;
    const second = await start();
    expect(await second.promptText()).toBe("half a thought");
    await second.keys("<Esc>A, and more");
    await quit(second);
    const third = await start();
    expect(await third.promptText()).toBe("half a thought, and more");
  });

  it("comes back with the lines that were attached", async () => {
    const { workspace, start } = await project(editor);
    workspace.write("code.ts", "one\ntwo\nthree");
    const first = await start();
    await first.keys("<C-w>t");
    await first.command("edit code.ts");
    await first.command("2,3PiPrompt");
    await first.waitForText(/code\.ts:2-3/);
    await quit(first);
    const second = await start();
    await second.waitForText(/code\.ts:2-3/);
  });

  it("is found where names come without their type, and a mention that comes first is written behind it", async () => {
    const { workspace, start } = await project(editor);
    workspace.write("code.ts", "one");
    const first = await start();
    await write(first, "what I had");
    await quit(first);
    const init = "local n = vim.uv.fs_scandir_next; vim.uv.fs_scandir_next = function(dir) return (n(dir)) end";
    const second = await start({ command: "PiAdd @code.ts", init });
    await second.command("PiOpen");
    expect(await second.promptText()).toBe("what I had @code.ts ");
  });

  it("that was sent or emptied leaves nothing behind", async () => {
    const { start, peer, files } = await project(editor);
    const first = await start();
    await write(first, "soon sent");
    await first.waitFor(() => files().length === 1, { what: "the draft's file" });
    await first.keys("<C-s>");
    await peer.command("prompt");
    await first.waitFor(() => files().length === 0, { what: "the end of the draft's file" });
    await quit(first);
    const second = await start();
    expect(await second.promptText()).toBe("");
  });

  it("that was sent and not taken yet is there again, with what was typed since", async () => {
    const { start, peer } = await project(editor);
    peer.answers.prompt = () => [];
    const first = await start();
    await first.keys("isent<C-s>typed since<Esc>");
    await peer.command("prompt");
    await quit(first);
    const second = await start();
    expect(await second.promptText()).toBe("sent\n\ntyped since");
  });

  it("of a closed tab page is there when the project is opened again", async () => {
    const { start } = await project(editor);
    const first = await start();
    await leaveTab(first);
    await first.command("PiOpen");
    expect(await first.promptText()).toBe("in a tab");
  });

  /** Writes a draft in a tab page of its own and closes that. */
  async function leaveTab(nvim: Driver): Promise<void> {
    await nvim.command("tabnew");
    await nvim.command("PiOpen");
    await write(nvim, "in a tab");
    await nvim.keys("<Esc>");
    await nvim.command("tabclose");
    await nvim.waitFor(() => nvim.lua("return #vim.api.nvim_list_tabpages() == 1"));
    await nvim.command("tabnew");
  }

  it.skipIf(isShared)("stays when the chat is hidden, and when the host dies", async () => {
    const { start } = await project(editor);
    const nvim = await start();
    nvim.expectError(/host/);
    await write(nvim, "still here");
    await nvim.keys("<Esc>");
    await nvim.command("PiClose");
    const host = await nvim.waitFor(() => hostOf(nvim));
    process.kill(host.pid, "SIGKILL");
    await nvim.waitFor(async () => /host ended/.test(await nvim.messages()), { what: "a notice" });
    await nvim.command("PiOpen");
    expect(await nvim.promptText()).toBe("still here");
  });

  it("that cannot be written is told of once, and nothing else is different", async () => {
    const { workspace, start } = await project(editor);
    workspace.write(join(workspace.home, ".local/state/nvim/pi/drafts"), "a file in the way");
    const nvim = await start();
    await write(nvim, "lost in the end");
    await nvim.waitFor(async () => /drafts cannot be kept/.test(await nvim.messages()), { what: "a notice" });
    await nvim.keys("!");
    await nvim.waitFor(async () => (await nvim.promptText()) === "lost in the end!");
    await quit(nvim);
  });

  it("is not kept with `drafts = false`", async () => {
    const { workspace, start } = await project(editor, { drafts: false });
    const first = await start();
    await write(first, "secret");
    await quit(first);
    const second = await start();
    expect(await second.promptText()).toBe("");
    expect(() => draftFiles(workspace)).toThrow(/ENOENT/);
  });
});

describe("Drafts of ten Neovims at once in one project", () => {
  it("are all kept, each once", async () => {
    const { start, files } = await project(editors[0] as Editor);
    // The first makes Neovim's own folders: Neovim fails when ten do that at once.
    const all = [await start(), ...(await Promise.all(Array.from({ length: 9 }, start)))];
    await Promise.all(all.map((nvim, index) => write(nvim, `draft ${index}`)));
    await all[0]?.waitFor(() => files().length === 10, { what: "ten files" });
    for (const nvim of all) nvim.nvim.kill("SIGKILL");
    await Promise.all(all.map((nvim) => nvim.exit));
    const again = await Promise.all(Array.from({ length: 10 }, start));
    const texts = await Promise.all(again.map((nvim) => nvim.promptText()));
    expect(texts.sort()).toEqual(Array.from({ length: 10 }, (_, index) => `draft ${index}`));
  }, 120_000);
});
