import { describe, expect, it } from "vitest";
import { uiRequest, waitForDialog } from "../support/dialogs";
import type { NeovimOptions } from "../support/driver";
import { type Editor, editors } from "../support/e2e";
import { defaultAnswer, replies } from "../support/peerAnswers";
import { delta, runEnd, runStart, type WireRecord } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

describe.each(editors)("Several agents, on $name", (editor) => {
  /** Two agents, in the folders a and b; no run ends before the test says so. */
  async function two(options: NeovimOptions = {}): Promise<WithPeer & { a: string; b: string }> {
    const begin = {
      prompt: (command: Record<string, unknown>) => [defaultAnswer(command), ...runStart(command.message as string)],
    };
    const all = await launchWithPeer(editor as Editor, begin, options);
    const [a, b] = [all.nvim.workspace.path("a"), all.nvim.workspace.path("b")];
    for (const folder of ["a", "b"]) all.nvim.workspace.write(`${folder}/x`, "");
    await all.nvim.command(`tcd ${a}`);
    await all.nvim.command("PiPrompt in a");
    await all.peer.command("prompt", 1);
    await all.nvim.command("tabnew");
    await all.nvim.command(`tcd ${b}`);
    await all.nvim.command("PiPrompt in b");
    await all.peer.command("prompt", 2);
    return { ...all, a, b };
  }

  /** Has one of the agents' pis write records. */
  function say({ peer }: WithPeer, index: number, records: readonly WireRecord[]): void {
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    const word = { kind: "out", base64: Buffer.from(text).toString("base64") };
    peer.processes[index]?.socket.write(`${JSON.stringify(word)}\n`);
  }

  const finish = (all: WithPeer, index: number) => say(all, index, runEnd("ok"));

  it("tell what became of one that is not in front, in a notice and in the status line until it is seen", async () => {
    const all = await two();
    const { nvim } = all;
    const statusline = () => nvim.lua<string>(`return require("pi").statusline()`);
    await nvim.waitFor(async () => (await statusline()).includes("+1 busy"));
    finish(all, 0);
    await nvim.waitFor(async () => (await nvim.messages()).includes("/a is done"));
    expect(await statusline()).toContain("+1 done");
    await nvim.command("tabprevious");
    await nvim.command("tabnext");
    expect(await statusline()).not.toContain("done");
    finish(all, 1);
    await nvim.waitUntilSettled(2);
    expect(await nvim.messages()).not.toContain("/b is done");
  });

  it("tell what became of one whose chat is closed, with a bell for a user in another program", async () => {
    const { nvim, peer } = await launchWithPeer(editor, replies("ok"), { setup: { bell: true } });
    await nvim.command("PiPrompt seen");
    await nvim.command("doautocmd <nomodeline> FocusLost"); // while pi starts
    await nvim.waitUntilSettled();
    await nvim.waitFor(() => nvim.nvim.stderr.includes("\u0007"), { what: "the first bell" });
    await nvim.command("doautocmd <nomodeline> FocusGained");
    await nvim.command("PiClose");
    expect(await nvim.messages()).not.toContain("is done");
    peer.send(...runStart("unseen"));
    await nvim.waitForStatus({ busy: true });
    await nvim.command("doautocmd <nomodeline> FocusLost");
    peer.send(...runEnd("ok"));
    await nvim.waitForText("pi is done: :PiOpen shows it");
    await nvim.waitFor(() => nvim.nvim.stderr.split("\u0007").length === 3, { what: "the second bell" });
    await nvim.command("doautocmd <nomodeline> FocusGained");
    peer.answers.prompt = (command) => [defaultAnswer(command), ...runStart("from Lua")];
    await nvim.lua(`require("pi").ask("from Lua", {}, function(_, reply) _G.reply = reply end)`);
    await nvim.waitForStatus({ busy: true });
    await nvim.command("messages clear");
    peer.send(...runEnd("ok"));
    await nvim.waitFor(() => nvim.lua("return _G.reply"), { what: "the reply" });
    expect(await nvim.messages()).not.toContain("is done");
    expect(nvim.nvim.stderr.split("\u0007")).toHaveLength(3);
  });

  it("begin in a tab page of their own with :tab PiNew and :tab PiOpen", async () => {
    const { nvim, peer } = await launchWithPeer(editor, replies("ok"));
    nvim.workspace.write("code.txt", "code");
    await nvim.command("edit code.txt");
    await nvim.command("PiPrompt in the first");
    await nvim.waitUntilSettled();
    await nvim.command("set switchbuf=useopen,usetab");
    for (const [index, command] of ["tab PiNew", "tab PiOpen below"].entries()) {
      await nvim.command(command);
      await nvim.waitFor(() => peer.processes.length === index + 2, { what: "another pi" });
      expect(await nvim.lua("return { vim.fn.tabpagenr(), vim.bo.filetype }")).toEqual([index + 2, "pi-prompt"]);
      expect(await nvim.lua("return vim.fn.bufwinid('code.txt') > 0")).toBe(true);
      expect(await nvim.chatText()).not.toContain("in the first");
    }
    expect(await nvim.lua("return vim.o.switchbuf")).toBe("useopen,usetab");
    await nvim.lua("require('pi').setup({ scope = 'global' })");
    nvim.expectError(/has no agent of its own/);
    await nvim.command("tab PiNew");
    await nvim.waitForText("a tab page has no agent of its own");
    expect(await nvim.lua("return vim.fn.tabpagenr('$')")).toBe(3);
  });

  it("show their spinner again in a tab page that one comes back to", async () => {
    const { nvim } = await two({ width: 160 });
    const spinner = () => /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/.exec(nvim.screen.text())?.[0];
    await nvim.waitFor(spinner, { what: "the spinner" });
    // In the other tab page it ends at its next frame, 120 ms from now.
    await nvim.command("tabnew | lua vim.defer_fn(function() vim.cmd.tabprevious() _G.is_back = true end, 400)");
    await nvim.waitFor(() => nvim.lua<boolean>("return _G.is_back == true"), { what: "to be back" });
    await nvim.waitFor(spinner, { what: "a spinner" });
    const first = spinner();
    await nvim.waitFor(() => spinner() !== first, { what: "the spinner to turn" });
  });

  it.each([
    ["opens by itself", "auto", ""],
    ["must wait while you type", "auto", "i"],
    ["waits for :PiAnswer", "manual", ""],
  ])("tell that one not in front asks something, when its dialog %s", async (_, open, keys) => {
    const init = `vim.o.laststatus = 2 vim.o.statusline = "%{v:lua.require'pi'.statusline()}"`;
    const all = await two({ init, setup: { dialogs: { open } }, width: 160 });
    const { nvim, peer } = all;
    if (keys !== "") await nvim.keys(keys);
    await nvim.waitFor(async () => (await nvim.mode()).mode === (keys || "n"));
    say(all, 0, [uiRequest("q", "confirm", { title: "Sure?", message: "" })]);
    await nvim.waitForText("+1 asking");
    await nvim.waitFor(async () => /\/a asks “Sure\?”: :PiAnswer/.test(await nvim.messages()));
    expect(await nvim.messages()).not.toContain("an extension asks");
    if (keys !== "") await nvim.keys("<Esc>");
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n");
    await nvim.lua(`require("pi").answer()`);
    await waitForDialog(nvim, "π in a asks");
    await nvim.keys("y");
    await peer.command("extension_ui_response");
    await nvim.waitFor(() => !nvim.screen.text().includes("asking"));
  });

  it("are listed with what they do and have said; choosing one goes to its tab page", async () => {
    const all = await two();
    const { nvim } = all;
    await nvim.command("PiAgents");
    await nvim.waitForText("tab 1");
    expect(nvim.screen.text()).toMatch(/●\s+2 .*\/b /);
    await nvim.waitForText("It has said nothing yet.");
    say(all, 0, [delta("the words of the first")]);
    await nvim.keys("<Up>");
    await nvim.waitForText("the words of the first");
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => (await nvim.lua("return vim.fn.tabpagenr()")) === 1);
    await nvim.waitForChat("in a");
  });

  it("are stopped from the list", async () => {
    const { nvim, peer } = await two();
    await nvim.command("PiAgents");
    await nvim.waitForText("tab 1");
    await nvim.keys("<Up>");
    await nvim.keys("<C-x>");
    await nvim.waitFor(() => peer.processes[0]?.ended, { what: "the end of the first pi" });
    await nvim.waitForText("stopped");
    expect(peer.processes[1]?.ended).toBe(false);
  });

  it("are one for each folder with scope = 'cwd', in whichever tab page", async () => {
    const { nvim, peer, a } = await two({ setup: { scope: "cwd" } });
    expect(peer.processes).toHaveLength(2);
    await nvim.command("tabnew");
    await nvim.command(`tcd ${a}`);
    await nvim.command("PiOpen");
    await nvim.waitForChat("in a");
    await nvim.command("tabclose");
    expect(peer.processes.map(({ ended }) => ended)).toEqual([false, false]);
    expect(await nvim.messages()).not.toContain("PiRestart");
  });

  it("are one for all with scope = 'global'", async () => {
    const { nvim, peer } = await two({ setup: { scope: "global" } });
    expect(peer.processes).toHaveLength(1);
    await nvim.waitForChat("in a");
    await nvim.waitForChat("in b");
  });

  it("send nothing to a transcript that nobody sees, and all of it once it is shown", async () => {
    const all = await two();
    const { nvim } = all;
    const first = `vim.fn.bufnr("pi://1/transcript")`;
    const lines = () =>
      nvim.lua<string>(`return table.concat(vim.api.nvim_buf_get_lines(${first}, 0, -1, false), "\\n")`);
    finish(all, 0);
    await nvim.waitFor(async () => (await nvim.events("PiAgentSettled")).length === 1);
    expect(await lines()).not.toContain("ok");
    await nvim.command("tabprevious");
    await nvim.waitFor(async () => (await lines()).includes("ok"));
  });
});
