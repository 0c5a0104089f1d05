import { describe, expect, it } from "vitest";
import { MENU, menu, openPrompt, waitForMenu, writeProject } from "../support/completionMenu";
import { editors } from "../support/e2e";
import { replies } from "../support/peerAnswers";
import { launchWithPeer } from "../support/withPeer";

describe.each(editors)("Neovim's own client of language servers on $name", (editor) => {
  it("completes with its 'omnifunc'", async () => {
    const { nvim } = await launchWithPeer(editor, replies("ok"), { init: MENU });
    writeProject(nvim);
    await openPrompt(nvim);
    await nvim.lua("vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'");
    await nvim.keys("ilook at @src/pu<C-x><C-o>");
    await waitForMenu(nvim, "@src/pump.js");
    await nvim.keys("<C-n><C-y>");
    expect(await nvim.promptText()).toBe("look at @src/pump.js");
    await nvim.keys("<Esc>");
  });
});

/** 0.10 has no menu of its own for language servers. */
const withOwnMenu = editors.filter(({ name }) => !name.includes("0.10"));

describe.each(withOwnMenu)("Neovim's own menu for language servers on $name", (editor) => {
  it("opens its menu alone where the user has enabled it", async () => {
    const init = `${MENU} vim.api.nvim_create_autocmd("LspAttach", { callback = function(args)
      vim.lsp.completion.enable(true, args.data.client_id, args.buf, { autotrigger = true }) end })`;
    const { nvim } = await launchWithPeer(editor, replies("ok"), { init });
    writeProject(nvim);
    await openPrompt(nvim);
    await nvim.keys("i@");
    await nvim.waitFor(async () => (await menu(nvim)).length > 5, { what: "the menu" });
    await nvim.keys("pmp");
    await waitForMenu(nvim, "@src/pump.js");
    expect(await nvim.lua("return package.loaded['pi.complete.menu']")).toBe(null);
    await nvim.keys("<C-n><C-y><Esc>");
    expect(await nvim.promptText()).toBe("@src/pump.js");
  });
});

describe.each(editors)("Completion without a plugin for it on $name", (editor) => {
  it("opens by itself at @, follows what is typed, and Enter only picks", async () => {
    const { nvim, peer } = await launchWithPeer(editor, replies("ok"));
    writeProject(nvim);
    await openPrompt(nvim);
    await nvim.keys("ilook at @");
    await nvim.waitFor(async () => (await menu(nvim)).length > 5, { what: "the menu" });
    expect(await nvim.promptText()).toBe("look at @");
    await nvim.keys("pmp");
    await waitForMenu(nvim, "@src/pump.js");
    await nvim.keys("k");
    await waitForMenu(nvim, "@src/agent/pumpkin.ts");
    await nvim.keys("<C-n><CR>");
    expect(await menu(nvim)).toEqual([]);
    await nvim.keys(" @pump");
    await waitForMenu(nvim, "@src/pump.js");
    await nvim.keys("<C-n><C-s>");
    expect(await menu(nvim)).toEqual([]);
    expect(await nvim.promptText()).toBe("look at @src/agent/pumpkin.ts @src/pump.js");
    await nvim.keys(" @pump");
    await waitForMenu(nvim, "@src/pump.js");
    await nvim.keys("<C-n><C-n><C-p>");
    expect((await menu(nvim)).length).toBeGreaterThan(1); // picking is no typing
    await nvim.lua("vim.cmd.iabbrev('<buffer>', 'nxt', 'next')");
    await nvim.keys("<C-e><CR>nxt<CR>");
    expect(await nvim.promptText()).toBe("look at @src/agent/pumpkin.ts @src/pump.js @pump\nnext\n");
    expect(peer.received("prompt")).toEqual([]);
    expect(
      await nvim.lua("return vim.go.completeopt == vim.api.nvim_get_option_info2('completeopt', {}).default"),
    ).toBe(true);
    expect(await nvim.lua("return #vim.fn.getbufinfo({ buflisted = 1 })")).toBeLessThanOrEqual(1);
    await nvim.keys("<Esc>");
  });

  it("leaves the menu shut with completion = 'manual'", async () => {
    const { nvim } = await launchWithPeer(editor, replies("ok"), { setup: { completion: "manual" } });
    await openPrompt(nvim);
    await nvim.keys("i@<C-x><C-o>");
    await nvim.waitFor(async () => (await menu(nvim)).length > 5, { what: "the menu that was asked for" });
    await nvim.keys("<C-e> @");
    await nvim.keys("<Esc>");
    expect(await nvim.lua("return #vim.api.nvim_get_autocmds({ buffer = 0, event = 'InsertCharPre' })")).toBe(0);
  });
});
