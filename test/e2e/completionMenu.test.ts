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
    await nvim.keys("@pump");
    await waitForMenu(nvim, "@src/pump.js");
    await nvim.keys("<C-s>"); // nothing is selected: there is nothing to pick
    expect((await peer.command("prompt")).message).toContain("next\n@pump");
    await nvim.keys("<Esc>");
  });

  it("stays in no list of buffers when a plugin puts in what was picked", async () => {
    const { nvim } = await launchWithPeer(editor, replies("ok"));
    await openPrompt(nvim);
    await nvim.lua(`vim.lsp.util.apply_text_edits({ { newText = "@quickfix", range = {
      start = { line = 0, character = 0 }, ["end"] = { line = 0, character = 0 } } } }, vim.api.nvim_get_current_buf(), "utf-8")`);
    expect(await nvim.promptText()).toBe("@quickfix");
    expect(await nvim.lua("return vim.bo.buflisted")).toBe(false);
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

/** What nvim-cmp gives to others. Its menu is no matter here. */
const cmp = (sources: string) => `
  local compare = { offset = function() end, score = function() end, kind = function() end, sort_text = function() end }
  local buffers, global = {}, { sources = { ${sources} }, completion = { keyword_pattern = [[\\h\\w*]], keyword_length = 1 },
    sorting = { priority_weight = 2, comparators = { compare.offset, compare.score, compare.kind } } }
  package.loaded["cmp.config"] = { buffers = buffers, filetypes = {} }
  package.loaded["cmp"] = { config = { compare = compare },
    get_config = function() return vim.tbl_deep_extend("keep", buffers[vim.api.nvim_get_current_buf()] or {}, global) end,
    setup = { buffer = function(c) buffers[vim.api.nvim_get_current_buf()] = c end } }`;

const HAS_OWN_MENU = "return #vim.api.nvim_get_autocmds({ buffer = 0, event = 'InsertCharPre' }) > 0";

describe.each(editors)("Beside a completion plugin on $name", (editor) => {
  const start = async (init: string) => {
    const { nvim } = await launchWithPeer(editor, replies("ok"), { init });
    writeProject(nvim);
    await openPrompt(nvim);
    return nvim;
  };

  it("opens no second menu beside nvim-cmp, and has it keep the order and know letters", async () => {
    for (const isTooOld of [false, true]) {
      const nvim = await start(
        `${cmp(`{ name = "nvim_lsp" }, { name = "path" }`)} ${isTooOld ? "compare.sort_text = nil" : ""}`,
      );
      await nvim.keys("i");
      await nvim.waitFor(async () => (await nvim.mode()).mode === "i");
      const sorted = await nvim.lua(`local names = {}
        for name, compare in pairs(require("cmp").config.compare) do names[compare] = name end
        return vim.iter(ipairs(require("cmp").get_config().sorting.comparators)):map(function(_, one)
          return names[one] end):totable()`);
      expect(sorted).toEqual(["offset", "score", ...(isTooOld ? [] : ["sort_text"]), "kind"]);
      const wordAtEnd = `local pattern = [[\\%(]] .. require("cmp").get_config().completion.keyword_pattern .. [[\\)\\m$]]
        return vim.tbl_map(function(line) return vim.regex(pattern):match_str(line) end, { "a @src", "a @ü", "@日本", "a" })`;
      expect(await nvim.lua(wordAtEnd)).toEqual([3, 3, 1, 0]);
      expect(await nvim.lua(HAS_OWN_MENU)).toBe(false);
      expect(await nvim.lua("return vim.fn.maparg('<CR>', 'i')")).toBe("");
      // Its source for omnifuncs leaves only this one out, and so does that of blink.cmp.
      expect(await nvim.lua("return vim.bo.omnifunc")).toBe("v:lua.vim.lsp.omnifunc");
      // Its source for language servers looks for them as an insertion begins: the first may begin before ours is there.
      await nvim.lua(`vim.api.nvim_create_autocmd("InsertEnter", { callback = function() _G.looked = true end,
          group = vim.api.nvim_create_augroup("cmp_nvim_lsp", {}) })
        require("pi.complete").attach(vim.api.nvim_get_current_buf())`);
      await nvim.waitFor(() => nvim.lua("return _G.looked"));
      await nvim.keys("<Esc>");
    }
  });

  it("opens its own where nvim-cmp does not ask language servers", async () => {
    const nvim = await start(cmp(`{ name = "path" }`));
    await nvim.keys("i@pmp");
    await waitForMenu(nvim, "@src/pump.js");
    await nvim.keys("<C-e><Esc>");
  });

  it("knows which plugin is at work in a prompt, and which one the user has kept out", async () => {
    const nvim = await start("");
    const notHere = `function() return vim.bo.filetype ~= "pi-prompt" end`;
    for (const [plugin, engine] of [
      ["", null],
      [cmp(`{ name = "nvim_lsp" }`), "cmp"],
      [`${cmp(`{ name = "nvim_lsp" }`)} global.enabled = ${notHere}`, null],
      [`package.loaded["blink.cmp"] = {}`, "blink"],
      [`package.loaded["blink.cmp"] = { is_enabled = ${notHere} }`, null],
      [`package.loaded["blink.cmp"], package.loaded["blink.cmp.config"] = {}, { enabled = function() end }`, null],
      [`_G.MiniCompletion = {}`, "menu"],
      [`_G.MiniCompletion, vim.g.minicompletion_disable = {}, true`, null],
    ] as const) {
      const clear = `for _, name in ipairs({ "cmp", "blink.cmp", "blink.cmp.config" }) do package.loaded[name] = nil end`;
      expect([
        plugin,
        await nvim.lua(
          `${clear} ${plugin} return require("pi.complete.engines").at_work(vim.api.nvim_get_current_buf())`,
        ),
      ]).toEqual([plugin, engine]);
    }
    await nvim.lua(`package.loaded["blink.cmp"] = { is_enabled = function() return vim.fn.reg_recording() == "" end }`);
    const record = (keys: string, register: string) =>
      nvim
        .lua(`vim.api.nvim_feedkeys("${keys}", "n", false)`) // `q` is a map in the chat
        .then(() => nvim.waitFor(async () => (await nvim.lua("return vim.fn.reg_recording()")) === register));
    await record("qq", "q");
    expect(await nvim.lua(`return require("pi.complete.engines").at_work(vim.api.nvim_get_current_buf())`)).toBe(
      "blink",
    );
    await record("q", "");
  });

  it.each([
    ["a function", `vim.keymap.set("i", "<CR>", function() return "<CR>+" end, { expr = true })`],
    ["keys", `vim.cmd("autocmd FileType pi-prompt inoremap <buffer> <CR> <CR>+")`],
  ])(
    "lets mini.completion work through 'omnifunc', and Enter only pick in its menu: elsewhere it is %s",
    async (_, map) => {
      const init = `${map} _G.MiniCompletion = { completefunc_lsp = function(findstart)
        return findstart == 1 and 0 or { "@one", "@two" } end }
      vim.o.completeopt = "menuone,noselect"
      vim.api.nvim_create_autocmd("BufEnter", { callback = function()
        vim.bo.omnifunc = "v:lua.MiniCompletion.completefunc_lsp" end })`;
      const nvim = await start(init);
      await nvim.keys("i@<C-x><C-o>");
      await waitForMenu(nvim, "@one");
      await nvim.keys("<C-n><CR>");
      await nvim.waitFor(async () => (await menu(nvim)).length === 0);
      expect(await nvim.promptText()).toBe("@one");
      expect(await nvim.lua(HAS_OWN_MENU)).toBe(false);
      await nvim.keys("<CR>");
      await nvim.waitFor(async () => (await nvim.promptText()) === "@one\n+");
      await nvim.keys("<Esc>");
    },
  );
});
