import { describe, expect, it } from "vitest";
import { editors, launch } from "../support/e2e";
import { replies } from "../support/peerAnswers";
import { launchWithPeer } from "../support/withPeer";
import { Workspace } from "../support/workspace";

const USER_OPTIONS = `
vim.cmd("set number list spell nowrap signcolumn=yes colorcolumn=80 scrolloff=999 foldcolumn=2 cursorline")
vim.cmd("set undolevels=777 textwidth=60 conceallevel=1 winbar=%f statuscolumn=%l winfixwidth winhighlight=Normal:Title")
`;

/** Every option: globally, of the code's window and buffer, and of a fresh window that shows a file. */
const DUMP = `
local window, buffer = ...
local dump = { global = {}, window = {}, buffer = {} }
local function value(name, where)
  -- 0.10 lists options that it does not have.
  local ok, found = pcall(vim.api.nvim_get_option_value, name, where)
  return ok and found or nil
end
for name, info in pairs(vim.api.nvim_get_all_options_info()) do
  dump.global[name] = value(name, { scope = "global" })
  if info.scope == "win" or info.global_local then dump.window[name] = value(name, { scope = "local", win = window }) end
  if info.scope == "buf" then dump.buffer[name] = value(name, { buf = buffer }) end
end
return dump
`;

describe.each(editors)("The user's options, on $name", (editor) => {
  async function codeWindow() {
    const all = await launchWithPeer(editor, replies("# Reply\n\n`code`"), { init: USER_OPTIONS });
    all.nvim.workspace.write("code.txt", "code\nmore code");
    all.nvim.workspace.write("other.txt", "other");
    await all.nvim.command("edit code.txt");
    const [window, buffer] = await all.nvim.lua<number[]>(
      "return { vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf() }",
    );
    const dump = () => all.nvim.lua<Record<string, Record<string, unknown>>>(DUMP, window, buffer);
    return { ...all, dump };
  }

  it.each(["right", "below", "float", "tab"])("are the same before and after a chat at %s", async (place) => {
    const { nvim, dump } = await codeWindow();
    const before = await dump();
    await nvim.command(`PiOpen ${place}`);
    await nvim.waitFor(() => nvim.windowOf("pi-prompt"));
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    await nvim.command("PiClose");
    expect(await dump()).toEqual(before);
  });

  it("are not touched in other windows while the chat is open", async () => {
    const { nvim, dump } = await codeWindow();
    const before = await dump();
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    const during = await dump();
    expect(during.window).toEqual(before.window);
    expect(during.buffer).toEqual(before.buffer);
    expect(during.global).toEqual(before.global);
  });

  it("hold for a file that is shown in the chat's window later, and for new windows", async () => {
    const { nvim, dump } = await codeWindow();
    const before = (await dump()).window;
    await nvim.command("PiOpen");
    await nvim.waitFor(() => nvim.windowOf("pi"));
    for (const filetype of ["pi", "pi-prompt"] as const) {
      const window = await nvim.windowOf(filetype);
      if (window === undefined) continue;
      await nvim.lua("vim.api.nvim_set_current_win(...)", window);
      await nvim.command("edit other.txt");
      const shown = await nvim.lua<{ window: Record<string, unknown> }>(
        DUMP,
        await nvim.lua("return vim.api.nvim_get_current_win()"),
        await nvim.lua("return vim.api.nvim_get_current_buf()"),
      );
      expect({ ...shown.window, ...SIZES }, `a file in the window of ${filetype}`).toEqual({ ...before, ...SIZES });
    }
    await nvim.command("new");
    const fresh = await nvim.lua<{ window: Record<string, unknown> }>(
      DUMP,
      await nvim.lua("return vim.api.nvim_get_current_win()"),
      await nvim.lua("return vim.api.nvim_get_current_buf()"),
    );
    expect({ ...fresh.window, ...SIZES }).toEqual({ ...before, ...SIZES });
  });

  it("hold in the window that is left when the chat was closed as the only one", async () => {
    const { nvim } = await codeWindow();
    await nvim.command("PiOpen below");
    await nvim.waitFor(() => nvim.windowOf("pi-prompt"));
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi-prompt"));
    await nvim.command("only | PiOpen");
    await nvim.waitFor(() => nvim.windowOf("pi"));
    const rows = "return vim.api.nvim_win_get_height(0)";
    expect(await nvim.lua(rows), "rows of the prompt, with the bar of the user's").toBe(2);
    await nvim.command("PiClose");
    const left = "return { vim.wo.winfixheight, #vim.api.nvim_list_wins(), vim.fn.expand('%') }";
    expect(await nvim.lua(left)).toEqual([false, 1, "code.txt"]);
  });

  it("do not shape the chat: it has no numbers, no spelling, and wraps", async () => {
    const { nvim } = await codeWindow();
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    const window = await nvim.windowOf("pi");
    const names =
      "local w = ... return { vim.wo[w].number, vim.wo[w].spell, vim.wo[w].list, vim.wo[w].wrap, vim.wo[w].colorcolumn }";
    expect(await nvim.lua(names, window)).toEqual([false, false, false, true, ""]);
    const prompt = "local w = ... return { vim.trim(vim.wo[w].winbar), vim.api.nvim_win_get_height(w) }";
    expect(await nvim.lua(prompt, await nvim.windowOf("pi-prompt"))).toEqual(["", 2]);
    for (const [command, rows] of [
      ["winbar=", 1],
      ["laststatus=3", 2],
      ["laststatus=2", 1],
    ] as const) {
      await nvim.command(`set ${command}`);
      const [, height] = await nvim.lua<[string, number]>(prompt, await nvim.windowOf("pi-prompt"));
      expect(height, command).toBe(rows);
    }
  });

  it("the transcript is a scratch buffer without undo, swap file or modelines", async () => {
    const { nvim } = await codeWindow();
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    const names =
      "local b = vim.bo[vim.api.nvim_win_get_buf(...)] return { b.buftype, b.buflisted, b.swapfile, b.undolevels, b.modifiable, b.modeline, b.modified }";
    expect(await nvim.lua(names, await nvim.windowOf("pi"))).toEqual(["nofile", false, false, -1, false, false, false]);
  });
});

/** These belong to the window's place, not to the user's taste. */
const SIZES = { scroll: 0, winfixwidth: false, winfixheight: false, previewwindow: false };

describe.each(editors)("The buffer list, on $name", (editor) => {
  const LISTED =
    "return vim.tbl_map(function(b) return vim.fn.fnamemodify(b.name, ':t') end, vim.fn.getbufinfo({ buflisted = 1 }))";

  it("holds no buffer of the chat, and :bnext does not reach one", async () => {
    const { nvim } = await launchWithPeer(editor, replies("ok"));
    nvim.workspace.write("code.txt", "code");
    await nvim.command("edit code.txt");
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    await nvim.command("PiOpen");
    await nvim.keys("isome w<C-n><C-e><Esc>");
    expect(await nvim.lua(LISTED)).toEqual(["code.txt"]);
    await nvim.command("wincmd p");
    await nvim.lua("vim.api.nvim_set_current_win(vim.fn.bufwinid('code.txt'))");
    await nvim.command("bnext");
    expect(await nvim.lua("return vim.fn.expand('%:t')")).toBe("code.txt");
  });

  it("Enter picks from a completion menu and sends nothing", async () => {
    const { nvim, peer } = await launchWithPeer(editor, replies("ok"));
    await nvim.command("PiOpen");
    await nvim.keys("isomething somewhat some<C-x><C-n>");
    await nvim.waitFor(() => nvim.lua("return vim.fn.pumvisible() == 1"), { what: "the menu" });
    await nvim.keys("<CR>");
    await nvim.lua("return 1");
    expect(peer.received("prompt")).toEqual([]);
    await nvim.keys("<Esc>");
    expect(await nvim.promptText()).toMatch(/^something somewhat some(thing|what)/);
    await nvim.keys("<CR>");
    expect(await peer.command("prompt")).toMatchObject({
      message: expect.stringMatching(/^something somewhat some(thing|what)/),
    });
  });

  it(":w in the prompt sends, or says in a sentence what does", async () => {
    const { nvim, peer } = await launchWithPeer(editor, replies("ok"));
    await nvim.command("PiOpen");
    await nvim.keys("iwritten<Esc>");
    nvim.expectError(/E382|pi|send/i);
    await nvim.command("write");
    const isClear = async () => peer.received("prompt").length === 1 || /send/i.test(await nvim.messages());
    await nvim.waitFor(isClear, { what: "the prompt to be sent, or a sentence" });
    expect(await nvim.messages()).not.toContain("E382");
  });

  it("a session file of Neovim restores without windows of a chat that is not there", async () => {
    const workspace = new Workspace();
    workspace.write("code.txt", "code");
    const { nvim } = await launchWithPeer(editor, replies("ok"), { workspace });
    await nvim.command("edit code.txt");
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    await nvim.command("mksession all.vim");
    await nvim.type(":qa!\n");
    await nvim.exit;
    const next = await launch(editor, { workspace });
    await next.type(":source all.vim\n");
    // Neovim 0.10 tells the names of such windows' buffers one by one.
    const isLoaded = async () =>
      (await next.mode()).blocking || (await next.lua<number>("return vim.v.this_session ~= '' and 1 or 0")) === 1;
    await next.waitFor(isLoaded, { what: "the session to be loaded" });
    await next.keys("<CR>");
    const shown = () => next.lua<string[]>(SHOWN);
    await next.waitFor(async () => (await shown()).length === 1, { what: "the chat's windows to be gone" });
    expect(await shown()).toEqual(["code.txt"]);
    await next.command("PiOpen");
    await next.waitFor(() => next.windowOf("pi"), { what: "a chat" });
  });
});

const SHOWN = `
return vim.tbl_map(function(window)
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(window)), ":t")
end, vim.api.nvim_list_wins())
`;
