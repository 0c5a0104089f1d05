import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { PromptHistory, projectKey } from "../../src/promptHistory/promptHistory";
import { type Driver, startNeovim } from "../support/driver";
import { editors, matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { replies } from "../support/peerAnswers";
import { launchWithModel } from "../support/realPi";
import { ScriptedPi } from "../support/scriptedPi";
import { launchWithPeer } from "../support/withPeer";
import { Workspace } from "../support/workspace";

const folderOf = (workspace: Workspace) => join(workspace.home, ".local/state/nvim/pi/history");

async function send(nvim: Driver, ...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await nvim.command(`PiPrompt ${text}`);
    await nvim.waitUntilSettled(index + 1);
  }
}

async function expectPrompt(nvim: Driver, text: string): Promise<void> {
  const context = async () => `prompt: ${await nvim.promptText()}\n${await nvim.describe()}`;
  await nvim.waitFor(async () => (await nvim.promptText()) === text, { what: `"${text}" in the prompt`, context });
}

describe.each(editors)("The history of prompts, on $name", (editor) => {
  it("is walked through at the first and last line, back to the draft", async () => {
    const { nvim } = await launchWithPeer(editor, replies("Fine."));
    await send(nvim, "one", "two");
    await nvim.command("PiOpen");
    await nvim.keys("idraft<C-p>");
    await expectPrompt(nvim, "two");
    await nvim.keys("<C-p>");
    await expectPrompt(nvim, "one");
    await nvim.keys("<C-p>");
    await nvim.waitFor(async () => (await nvim.messages()).includes("there is no older prompt"));
    await nvim.keys("<C-n>");
    await expectPrompt(nvim, "two");
    await nvim.keys("<C-n>");
    await expectPrompt(nvim, "draft");
    await nvim.keys("!<Esc>");
    await expectPrompt(nvim, "draft!");
    await nvim.keys("<C-p>");
    await expectPrompt(nvim, "two");
    expect((await nvim.mode()).mode).toBe("n");
    await nvim.command("%d");
    await nvim.keys("ianother<C-p>");
    await expectPrompt(nvim, "two");
    await nvim.keys("<Esc>u");
    await expectPrompt(nvim, "another");
  });

  it("leaves the keys alone in the middle of the text, and with a menu open", async () => {
    const { nvim } = await launchWithPeer(editor, replies("Fine."));
    await send(nvim, "sent before");
    await nvim.command("PiOpen");
    await nvim.keys("ialpha<CR>alphabet<CR>al<C-p>");
    await nvim.waitFor(() => nvim.lua("return vim.fn.pumvisible() == 1"), { what: "Neovim's own completion" });
    await nvim.keys("<C-n><C-e><Esc>");
    await expectPrompt(nvim, "alpha\nalphabet\nal");
    await nvim.keys("2G<C-p>");
    expect(await nvim.lua("return vim.fn.line('.')")).toBe(1);
    await expectPrompt(nvim, "alpha\nalphabet\nal");
  });

  it("is picked from a list, and `u` brings back what was there", async () => {
    const { nvim } = await launchWithPeer(editor, replies("Fine."));
    await send(nvim, "find the needle", "look at hay");
    await nvim.command("PiOpen");
    await nvim.keys("idraft<Esc><M-r>");
    await nvim.waitForText(/2 +find the needle/);
    await nvim.keys("needle");
    await nvim.waitForText("1 of 2");
    await nvim.keys("<CR>");
    await expectPrompt(nvim, "find the needle");
    await nvim.keys("<Esc>u");
    await expectPrompt(nvim, "draft");
  });

  it("is not kept with `history = false`", async () => {
    const { nvim } = await launchWithPeer(editor, replies("Fine."), { setup: { history: false } });
    await send(nvim, "secret");
    expect(await new PromptHistory().read(folderOf(nvim.workspace), nvim.workspace.project)).toEqual([]);
  });
});

describe.each(matrix)("The history of prompts, with $name", (configuration) => {
  it("has what was sent before a restart, and what was said to pi elsewhere", async () => {
    const workspace = new Workspace();
    const { nvim } = await launchWithModel(configuration, [says("Fine."), says("Fine.")], { workspace });
    await send(nvim, "typed in Neovim");
    // A prompt that only pi's session knows, as one typed in a terminal.
    const key = join(folderOf(workspace), projectKey(workspace.project), "1.jsonl");
    await nvim.lua("vim.fn.delete(...)", key);
    await nvim.command("PiPrompt typed later");
    await nvim.waitUntilSettled(2);
    await nvim.command("PiOpen");
    await nvim.keys("i<C-p>");
    await expectPrompt(nvim, "typed later");
    await nvim.keys("<C-p>");
    await expectPrompt(nvim, "typed in Neovim");
  });
});

describe("The histories of ten Neovims at once in one project", () => {
  it("are one, and hold every prompt", async () => {
    const workspace = new Workspace();
    const peer = await ScriptedPi.start(workspace);
    Object.assign(peer.answers, replies("Fine."));
    const { nvim: program, node } = editors[0]!;
    const setup = { cmd: peer.cmd, node };
    const start = () => startNeovim({ nvim: program, workspace, env: peer.env, setup });
    // The first makes Neovim's own folders: Neovim fails when ten do that at once.
    const all = [await start(), ...(await Promise.all(Array.from({ length: 9 }, start)))];
    onTestFinished(async () => {
      for (const nvim of all) if (!nvim.nvim.exited) nvim.nvim.kill("SIGKILL");
      await Promise.all(all.map((nvim) => nvim.waitUntilGone()));
      await peer.close();
      workspace.remove();
    });
    await Promise.all(all.map((nvim, index) => send(nvim, `${index} first`, `${index} second`, `${index} third`)));
    const expected = all.flatMap((_, index) => ["first", "second", "third"].map((word) => `${index} ${word}`));
    const kept = (await new PromptHistory().read(folderOf(workspace), workspace.project)).map(({ text }) => text);
    expect(kept.sort()).toEqual(expected.sort());
    // Each of them sees what the others sent, without a restart.
    const [newest] = await new PromptHistory().read(folderOf(workspace), workspace.project);
    for (const nvim of all.slice(0, 2)) {
      await nvim.command("PiOpen");
      await nvim.keys("i<C-p>");
      await expectPrompt(nvim, newest!.text);
    }
  }, 120_000);
});
