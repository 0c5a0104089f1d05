import { mkdirSync, rmdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { editors } from "../support/e2e";
import { replies } from "../support/peerAnswers";
import { goTo, readerOf } from "../support/reading";
import { run } from "../support/records";
import { launchWithPeer } from "../support/withPeer";
import { Workspace } from "../support/workspace";

const FILETYPES = `
return vim.tbl_map(function(win)
  return vim.bo[vim.api.nvim_win_get_buf(win)].filetype
end, vim.api.nvim_list_wins())
`;

describe.each(editors)("A chat in a tab page of its own, on $name", (editor) => {
  it.each(["PiOpen", "PiOpen tab", "PiToggle", "PiPrompt"])("is gone to by :%s from another one", async (command) => {
    const { nvim } = await launchWithPeer(editor, replies("ok"));
    await nvim.command("PiOpen tab");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    await nvim.command("tabfirst");
    await nvim.command("PiPrompt said from elsewhere");
    await nvim.waitUntilSettled();
    expect(await nvim.lua("return vim.fn.tabpagenr()")).toBe(1);
    await nvim.command(command);
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    expect(await nvim.lua("return { vim.fn.tabpagenr(), vim.fn.tabpagenr('$') }")).toEqual([2, 2]);
    const chats = (await nvim.lua<string[]>(FILETYPES)).filter((type) => type.startsWith("pi"));
    expect(chats.sort()).toEqual(["pi", "pi-prompt"]);
    await nvim.waitForChat("ok");
    await nvim.command("tabfirst | PiOpen below"); // asked for by name, it is here too
    await nvim.waitFor(async () => (await nvim.lua<string[]>(FILETYPES)).length === 5);
  });

  it("says in a sentence that the screen has no room for it", async () => {
    const { nvim } = await launchWithPeer(editor, replies("ok"));
    nvim.expectError(/the chat cannot be opened here: Not enough room/);
    await nvim.resize(100, 5);
    await nvim.command("PiOpen tab");
    await nvim.waitFor(async () => (await nvim.messages()).includes("cannot be opened here"));
    await nvim.keys("i");
    expect((await nvim.mode()).mode).toBe("n");
    expect(await nvim.messages()).not.toMatch(/traceback|E21/);
  });
});

describe.each(editors)("A floating chat, on $name", (editor) => {
  it("is as large as is set, in columns and lines or in shares of the screen", async () => {
    const setup = { layout: { float_width: 60.9, float_height: 0.5 } };
    const { nvim } = await launchWithPeer(editor, replies("ok"), { setup, width: 100, height: 40 });
    const box = () =>
      nvim.lua<[number, number]>(
        `local wins = vim.tbl_filter(function(win)
          return vim.bo[vim.api.nvim_win_get_buf(win)].filetype:find("^pi") ~= nil
        end, vim.api.nvim_list_wins())
        local rows = 0
        for _, win in ipairs(wins) do rows = rows + vim.api.nvim_win_get_height(win) + 2 end
        return { vim.api.nvim_win_get_width(wins[1]), rows }`,
      );
    await nvim.command("PiOpen float");
    await nvim.waitFor(() => nvim.windowOf("pi-prompt"));
    expect(await box()).toEqual([60, 19]);
    await nvim.command("PiClose");
    await nvim.lua("require('pi').setup({ layout = { float_width = 0.9, float_height = 12 } })");
    await nvim.command("PiOpen float");
    await nvim.waitFor(() => nvim.windowOf("pi-prompt"));
    expect(await box()).toEqual([90, 12]);
  });

  it("and any other has its context stand out when that is nearly full", async () => {
    const { nvim } = await launchWithPeer(editor, replies("ok"));
    const group = (percent: number) =>
      nvim.lua<string>(
        "return require('pi.chat.facts').of({ cwd = vim.fn.getcwd() }, { contextPercent = ... })[1].group",
        percent,
      );
    expect([await group(79), await group(80)]).toEqual(["PiWinbar", "PiWarning"]);
  });
});

describe.each(editors)("A transcript that comes into sight, on $name", (editor) => {
  it("has all that was said by then, also right after Neovim has told that nobody sees it", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await nvim.command("PiOpen tab");
    await peer.command("get_state");
    await nvim.lua(`vim.api.nvim_create_autocmd("User", { pattern = "PiAgentSettled",
      callback = function() vim.schedule(vim.cmd.tabnext) end })`);
    for (let round = 1; round <= 8; round++) {
      await nvim.command("tabfirst");
      peer.send(...run(`word${round}`));
      await nvim.waitForChat(`word${round}`, { deadline: 3_000 });
    }
  });
});

describe.each(editors)("A chat whose pi could not be started, on $name", (editor) => {
  it.each(["echo", "PiRestart"])("shows what is said once it can, after :%s", async (command) => {
    const { nvim, peer } = await launchWithPeer(editor, replies("ok"));
    nvim.expectError(/is not there any/);
    await nvim.command("PiOpen"); // the host runs: its start would bring all transcripts
    await peer.command("get_state");
    const folder = nvim.workspace.path("gone");
    mkdirSync(folder);
    await nvim.command("tabnew | tcd gone");
    rmdirSync(folder);
    await nvim.command("PiOpen");
    await nvim.waitFor(async () => (await nvim.messages()).includes("is not there any"));
    mkdirSync(folder);
    await nvim.command(command);
    await nvim.keys("ihello<C-s>");
    await nvim.waitForChat("ok");
  });
});

describe.each(editors)("Reading at any place, on $name", (editor) => {
  it.each(["right", "left", "below", "above", "float", "tab"])(
    "%s: outline and files open beside it",
    async (place) => {
      const workspace = new Workspace();
      workspace.write("src/a.ts", "one\ntwo\nthree\n");
      const { nvim, window } = await readerOf(editor, "# Head\n\nsee src/a.ts:2", {
        workspace,
        args: ["notes.txt"],
        init: "vim.o.swapfile = false",
        setup: { layout: { place } },
      });
      const line = () => nvim.lua<string>("return vim.api.nvim_get_current_line()");
      await nvim.keys("gO");
      await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "qf", { what: "the outline" });
      await nvim.keys("G<CR>");
      await nvim.waitFor(async () => (await line()) === "# Head", { what: "the heading" });
      expect(await nvim.lua("return vim.api.nvim_get_current_win()")).toBe(window);
      await goTo(nvim, "src/a");
      await nvim.keys("gf");
      await nvim.waitFor(async () => (await line()) === "two", { what: "the file" });
      expect(await nvim.lua("return vim.fn.bufname()")).toBe("src/a.ts");
      await nvim.command("PiClose");
      const isClosed = async () => (await nvim.lua<string[]>(FILETYPES)).every((type) => !/^(pi|qf)/.test(type));
      await nvim.waitFor(isClosed, { what: "all of the chat to be closed" });
    },
  );
});
