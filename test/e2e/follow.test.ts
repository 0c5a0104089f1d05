import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { delta, runEnd, runStart } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

const LINES = Array.from({ length: 500 }, (_, i) => `line ${i + 1} of the reply`);
const FIRST = 60;

/** Everything about a window that a reader would notice. */
const VIEW_OF = `
local window = ...
return vim.api.nvim_win_call(window, function()
  local view = vim.fn.winsaveview()
  return { view = view, mode = vim.api.nvim_get_mode().mode, visual = vim.fn.getpos("v"), cursor = vim.fn.getpos(".") }
end)
`;

const LAST_VISIBLE = "return vim.fn.line('w$', ...)";

/** Counts how often the host sends all of a transcript, which makes every reader lose their place. */
const COUNT_RESETS = `
_G.resets = 0
local transcript = require("pi.chat.transcript")
local apply = transcript.apply
transcript.apply = function(event)
  _G.resets = _G.resets + (event.reset and 1 or 0)
  apply(event)
end
`;

/** A transcript with the first lines of a long reply. */
async function halfRead(editor: Editor, init = ""): Promise<WithPeer & { first: number }> {
  const all = await launchWithPeer(editor, {}, { init });
  await all.nvim.command("PiPrompt go");
  await all.peer.command("prompt");
  all.peer.send(...runStart("go"), ...LINES.slice(0, FIRST).map((line) => delta(`${line}\n\n`)));
  await all.nvim.waitForChat(LINES[FIRST - 1] as string);
  return { ...all, first: (await all.nvim.windowOf("pi")) as number };
}

async function finish({ nvim, peer }: WithPeer): Promise<void> {
  peer.send(delta(`${LINES[FIRST]}\n\n`));
  await nvim.waitForChat(LINES[FIRST] as string);
  peer.send(...LINES.slice(FIRST + 1).map((line) => delta(`${line}\n\n`)), ...runEnd(LINES.join("\n\n")));
  await nvim.waitForChat(LINES.at(-1) as string);
  await nvim.waitUntilSettled();
}

/** Until the host has taken all that Lua has told it so far. */
async function untilHostKnows({ nvim }: WithPeer): Promise<void> {
  const ask = "_G.pi_told = nil require('pi.host').send('text.get', { agent = 1 }, function() _G.pi_told = true end)";
  await nvim.lua(ask);
  await nvim.waitFor(() => nvim.lua("return _G.pi_told == true"), { what: "an answer of the host" });
}

async function atTheEnd({ nvim }: WithPeer, window: number): Promise<boolean> {
  const count = await nvim.lua<number>("return vim.api.nvim_buf_line_count(vim.api.nvim_win_get_buf(...))", window);
  const cursor = await nvim.lua<[number, number]>("return vim.api.nvim_win_get_cursor(...)", window);
  return cursor[0] === count && (await nvim.lua<number>(LAST_VISIBLE, window)) === count;
}

describe.each(editors)("Reading while a reply grows, on $name", (editor) => {
  it("a window at the end follows", async () => {
    const all = await halfRead(editor);
    await finish(all);
    await all.nvim.waitFor(() => atTheEnd(all, all.first), { what: "the window to show the end" });
    expect(all.nvim.screen.text()).toContain("line 500 of the reply");
  });

  it("is not sent anew when :PiOpen starts a pi that has ended", async () => {
    const all = await halfRead(editor);
    const { nvim, peer } = all;
    await finish(all);
    peer.exit(0);
    await nvim.waitForStatus({ running: false });
    await nvim.lua(COUNT_RESETS);
    await nvim.command("PiOpen");
    await nvim.waitForStatus({ running: true });
    await untilHostKnows(all);
    expect(await nvim.lua("return _G.resets")).toBe(0);
  });

  it("another window, at line 5 with a selection, stays as it is", async () => {
    const all = await halfRead(editor);
    const { nvim, first } = all;
    await nvim.lua("vim.api.nvim_set_current_win(...)", first);
    await nvim.command("split");
    const second = await nvim.lua<number>("return vim.api.nvim_get_current_win()");
    const other = second === first ? await nvim.lua<number>("return vim.fn.win_getid(vim.fn.winnr('#'))") : first;
    await nvim.keys("5Gztlvjl");
    await nvim.waitFor(async () => (await nvim.mode()).mode === "v");
    const before = await nvim.lua(VIEW_OF, second);
    await finish(all);
    expect(await nvim.lua(VIEW_OF, second)).toEqual(before);
    expect((await nvim.mode()).mode).toBe("v");
    await nvim.waitFor(() => atTheEnd(all, other), { what: "the first window to show the end" });
    await nvim.keys("<Esc>");
  });

  it("a window that was scrolled up stays, and follows again from the last line", async () => {
    const all = await halfRead(editor);
    const { nvim, peer, first } = all;
    await nvim.lua("vim.api.nvim_set_current_win(...)", first);
    await nvim.keys("10Gzt");
    const before = await nvim.lua(VIEW_OF, first);
    peer.send(...LINES.slice(FIRST, 100).map((line) => delta(`${line}\n\n`)));
    await nvim.waitForChat("line 100 of");
    expect(await nvim.lua(VIEW_OF, first)).toEqual(before);
    await nvim.keys("G");
    peer.send(...LINES.slice(100).map((line) => delta(`${line}\n\n`)), ...runEnd(LINES.join("\n\n")));
    await nvim.waitForChat("line 500 of");
    await nvim.waitFor(() => atTheEnd(all, first), { what: "the window to show the end" });
  });

  it("a burst just after scrolling up drops nothing under the reader", async () => {
    const all = await halfRead(editor);
    const { nvim, peer, first } = all;
    await nvim.lua("vim.api.nvim_set_current_win(...)", first);
    await nvim.keys("10Gzt");
    await nvim.waitFor(async () => (await nvim.lua("return vim.fn.line('.')")) === 10, { what: "line 10" });
    const before = await nvim.lua(VIEW_OF, first);
    const text = await nvim.lua("return vim.fn.getline('.')");
    await untilHostKnows(all);
    peer.send(delta("more than Neovim holds\n\n".repeat(5000)));
    await nvim.waitFor(async () => (await nvim.lua<number>("return vim.fn.line('$')")) > 3500, {
      what: "a full buffer",
    });
    expect(await nvim.lua(VIEW_OF, first)).toEqual(before);
    expect(await nvim.lua("return vim.fn.getline('.')")).toBe(text);
  });

  it("what nobody sees is not sent before somebody does", async () => {
    const all = await halfRead(editor);
    const { nvim, peer, first } = all;
    const buffer = await nvim.lua<number>("return vim.api.nvim_win_get_buf(...)", first);
    const lines = async () =>
      (await nvim.lua<string[]>("return vim.api.nvim_buf_get_lines(..., 0, -1, false)", buffer)).join("\n");
    await nvim.command("tabnew");
    await untilHostKnows(all);
    peer.send(...LINES.slice(FIRST).map((line) => delta(`${line}\n\n`)), ...runEnd(LINES.join("\n\n")));
    await nvim.waitUntilSettled();
    expect(await lines()).not.toContain("line 500 of");
    await nvim.command("tabprevious");
    await nvim.waitFor(async () => (await lines()).includes("line 500 of"), { what: "the rest of the reply" });
  });

  it.each([
    ["scrolloff=999", "vim.o.scrolloff = 999"],
    ["folds by expression", "vim.o.foldmethod = 'expr' vim.o.foldexpr = 'v:lnum % 3' vim.o.foldlevel = 0"],
    ["wrapped lines and smoothscroll", "vim.o.wrap = true vim.o.smoothscroll = true vim.o.linebreak = true"],
  ])("follows with %s as well", async (_, init) => {
    const all = await halfRead(editor, init);
    await finish(all);
    await all.nvim.waitFor(() => atTheEnd(all, all.first), { what: "the window to show the end" });
  });

  it("follows in a window of three lines", async () => {
    const all = await halfRead(editor);
    await all.nvim.lua("vim.api.nvim_win_set_height(..., 3)".replace("...", "select(1, ...)"), all.first);
    await finish(all);
    await all.nvim.waitFor(() => atTheEnd(all, all.first), { what: "the window to show the end" });
  });
});
