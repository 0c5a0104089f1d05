/** Every method, and every way in which a person can end it: what pi is sent. */
import { describe, expect, it } from "vitest";
import {
  type DialogMethod,
  METHODS,
  responses,
  SOONER,
  uiRequest,
  waitForDialog,
  waitUntilClosed,
} from "../support/dialogs";
import type { Driver } from "../support/driver";
import { editors } from "../support/e2e";
import type { WireRecord } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

const CANCELLED = { id: "q", cancelled: true };

interface Way {
  readonly method: DialogMethod;
  /** Keys, typed once the dialog has the cursor; a function does something else. */
  readonly by: string | ((nvim: Driver) => Promise<unknown>);
  /** Where `by` is a function. */
  readonly name?: string;
  readonly sent: WireRecord;
  readonly fields?: WireRecord;
}

const value = (text: string) => ({ id: "q", value: text });
const confirmed = (is: boolean) => ({ id: "q", confirmed: is });

const STRANGE = [
  "same",
  "same",
  "",
  "two\nlines",
  "\u001b[31mred\u001b[0m",
  "%{execute('let g:pwn=1')}",
  "日本語 👍🏽",
  "  blanks  ",
];
const strange = { options: STRANGE };
const MANY = { options: Array.from({ length: 500 }, (_, i) => `option number ${i}`) };

const CHOSEN: readonly Way[] = [
  { method: "select", by: "<CR>", sent: value("Allow") },
  { method: "select", by: "2", sent: value("Block") },
  { method: "select", by: "jj<CR>", sent: value("Ask later") },
  { method: "select", by: "<Tab><CR>", sent: value("Block") },
  { method: "select", by: "<S-Tab><CR>", sent: value("Ask later") },
  { method: "select", by: "/later<CR>", sent: value("Ask later") },
  { method: "select", by: "/lo<Down><CR>", sent: value("Block") },
  { method: "select", by: "/nothing like it<Esc>2", sent: value("Block") },
  { method: "select", by: "/later<Esc><Esc>", sent: CANCELLED },
  { method: "select", by: (nvim) => click(nvim, "Block", 2), name: "a double click", sent: value("Block") },
  {
    method: "select",
    by: async (nvim) => {
      // Neovim has all of it to read at once.
      await nvim.lua(
        "vim.schedule(function() local now = vim.uv.hrtime() repeat until vim.uv.hrtime() > now + 3e8 end)",
      );
      await click(nvim, "Ask later", 2);
    },
    name: "a double click while Neovim works",
    sent: value("Ask later"),
  },
  ...STRANGE.map((option, i): Way => ({ method: "select", by: `${i + 1}`, sent: value(option), fields: strange })),
  { method: "select", by: "/number 499<CR>", sent: value("option number 499"), fields: MANY },
  { method: "select", by: "G<CR>", sent: value("option number 499"), fields: MANY },
  { method: "select", by: "<CR><Esc>", sent: CANCELLED, fields: { options: [] } },
  { method: "confirm", by: "y", sent: confirmed(true) },
  { method: "confirm", by: "n", sent: confirmed(false) },
  { method: "confirm", by: "<CR>", sent: confirmed(true) },
  { method: "confirm", by: "j<CR>", sent: confirmed(false) },
  { method: "input", by: "<CR>", sent: value("") },
  { method: "input", by: "x<CR>", sent: value("x") },
  { method: "input", by: "日本 <lt>CR> %{1}<CR>", sent: value("日本 <CR> %{1}") },
  { method: "input", by: "gone<C-u>kept<CR>", sent: value("kept") },
  { method: "editor", by: ":w<CR>", sent: value("Line 1\nLine 2\nLine 3") },
  { method: "editor", by: ":wq<CR>", sent: value("Line 1\nLine 2\nLine 3") },
  { method: "editor", by: ":x<CR>", sent: value("Line 1\nLine 2\nLine 3") },
  { method: "editor", by: "ZZ", sent: value("Line 1\nLine 2\nLine 3") },
  { method: "editor", by: "ccnew<Esc>Go<CR><Esc>:w<CR>", sent: value("new\nLine 2\nLine 3\n\n") },
  { method: "editor", by: "ggdG:w<CR>", sent: value("") },
  {
    method: "editor",
    by: "ZZ",
    sent: value("a\r\n\u0000\u001b[1m\t\n\n\n"),
    fields: { prefill: "a\r\n\u0000\u001b[1m\t\n\n\n" },
  },
  { method: "editor", by: ":w<CR>", sent: value(""), fields: { prefill: undefined } },
];

const GIVEN_UP: readonly Way[] = [
  ...METHODS.flatMap((method): Way[] => [
    ...(method === "editor" ? [] : [{ method, by: "<Esc>", sent: CANCELLED }]),
    { method, by: "<C-c>", sent: CANCELLED },
    { method, by: (nvim) => nvim.lua("vim.cmd.stopinsert() vim.cmd('quit!')"), name: ":quit!", sent: CANCELLED },
    { method, by: (nvim) => leaveAnd(nvim, "only"), name: ":only elsewhere", sent: CANCELLED },
    { method, by: (nvim) => nvim.lua("vim.cmd('PiClose')"), name: ":PiClose", sent: CANCELLED },
    {
      method,
      by: (nvim) => nvim.lua("vim.api.nvim_win_close(0, true)"),
      name: "a plugin that closes it",
      sent: CANCELLED,
    },
    {
      method,
      by: (nvim) => nvim.lua("vim.cmd.stopinsert() vim.cmd('bwipeout!')"),
      name: ":bwipeout!",
      sent: CANCELLED,
    },
    ...(method === "editor" ? [] : [{ method, by: clickBeside, name: "a click beside it", sent: CANCELLED }]),
  ]),
  { method: "select", by: "q", sent: CANCELLED },
  { method: "confirm", by: "q", sent: CANCELLED },
  { method: "editor", by: ":q<CR>", sent: CANCELLED },
  { method: "editor", by: ":q!<CR>", sent: CANCELLED },
  { method: "editor", by: "ccchanged<Esc>:q!<CR>", sent: CANCELLED },
  { method: "editor", by: "ZQ", sent: CANCELLED },
];

async function click(nvim: Driver, text: string, times: number): Promise<void> {
  const at = nvim.screen.find(text);
  for (let i = 0; i < times; i++) {
    for (const action of ["press", "release"])
      await nvim.nvim.request("nvim_input_mouse", ["left", action, "", 0, at?.row, at?.col]);
  }
}

async function clickBeside(nvim: Driver): Promise<void> {
  await nvim.nvim.request("nvim_input_mouse", ["left", "press", "", 0, 0, 0]);
}

async function leaveAnd(nvim: Driver, command: string): Promise<void> {
  await nvim.keys("<C-\\><C-n>");
  await nvim.lua("vim.api.nvim_set_current_win(vim.fn.win_getid(1))");
  await nvim.lua("vim.cmd(...)", command);
}

describe.each(editors)("A dialog on $name", (editor) => {
  async function started(): Promise<WithPeer> {
    const all = await launchWithPeer(editor, {}, { init: SOONER });
    const { nvim, peer } = all;
    nvim.workspace.write("code.txt", "one\ntwo\nthree");
    await nvim.command("edit code.txt");
    await nvim.lua("vim.o.mouse = 'a'");
    await nvim.command("PiOpen");
    await nvim.lua("vim.api.nvim_set_current_win(vim.fn.bufwinid('code.txt'))");
    await nvim.keys("jl");
    await peer.command("get_session_stats");
    return all;
  }

  async function asked({ nvim, peer }: WithPeer, id: string, method: DialogMethod, fields: WireRecord = {}) {
    peer.send(uiRequest(id, method, { title: `question ${id}`, ...fields }));
    await waitForDialog(nvim, `question ${id}`);
  }

  /** Asks, ends it that way, and looks whether exactly that was sent and the user is where he was. */
  async function end(all: WithPeer, id: string, { method, by, name, sent, fields }: Way): Promise<void> {
    const { nvim, peer } = all;
    const before = responses(peer).length;
    await asked(all, id, method, fields);
    expect(responses(peer)).toHaveLength(before);
    if (typeof by === "string") await nvim.keys(by);
    else await by(nvim);
    const what = `${method}, ${name ?? by}`;
    await nvim.waitFor(() => responses(peer).length > before, { what: `an answer to ${what}` });
    await waitUntilClosed(nvim);
    await nvim.waitFor(async () => (await nvim.status()).dialogs === 0, { what: `no dialog in the status: ${what}` });
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n", { what: `normal mode after ${what}` });
    expect(responses(peer).slice(before), what).toEqual([{ ...sent, id }]);
    const where = "return { vim.fn.bufname(), vim.api.nvim_win_get_cursor(0), vim.g.pwn or vim.NIL }";
    expect(await nvim.lua(where), what).toEqual(["code.txt", [2, 1], null]);
  }

  it.each(METHODS)("%s: each way to answer sends that, and leaves the user where he was", async (method) => {
    const all = await started();
    for (const [i, way] of CHOSEN.filter((each) => each.method === method).entries()) await end(all, `a${i}`, way);
  });

  it.each(METHODS)("%s: each way to give up sends one cancel, and leaves the user where he was", async (method) => {
    const all = await started();
    for (const [i, way] of GIVEN_UP.filter((each) => each.method === method).entries()) await end(all, `c${i}`, way);
  });

  it.each(METHODS)("%s: closing the tab page cancels it once, and ends its agent", async (method) => {
    const all = await started();
    const { nvim, peer } = all;
    await asked(all, "q", method);
    await nvim.lua("vim.cmd.stopinsert() vim.cmd('tabnew | tabprevious | tabclose')");
    await nvim.waitFor(() => peer.current.ended, { what: "the end of the peer" });
    expect(responses(peer)).toEqual([CANCELLED]);
  });

  it.each(["input", "editor"] as const)("%s: a click beside it loses nothing that was typed", async (method) => {
    const all = await started();
    const { nvim, peer } = all;
    await asked(all, "q", method);
    await nvim.keys(method === "input" ? "typed" : "cctyped<Esc>");
    await nvim.waitForText("typed");
    await clickBeside(nvim);
    await nvim.waitFor(async () => (await nvim.lua("return vim.fn.bufname()")) === "code.txt");
    await nvim.keys("<Esc>");
    expect(responses(peer)).toEqual([]);
    await nvim.command("PiAnswer");
    await nvim.keys(method === "input" ? "<CR>" : "ZZ");
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(responses(peer)).toEqual([value(method === "input" ? "typed" : "typed\nLine 2\nLine 3")]);
  });

  it("editor: `:q` refuses while changes would be lost", async () => {
    const all = await started();
    const { nvim, peer } = all;
    await asked(all, "q", "editor");
    nvim.expectError(/E37/);
    await nvim.keys("ccchanged<Esc>:q<CR>");
    await nvim.waitFor(async () => /E37/.test(await nvim.messages()));
    await nvim.keys("ZZ");
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(responses(peer)).toEqual([value("changed\nLine 2\nLine 3")]);
  });

  it("survives a resize, another colour scheme and a look at another tab page", async () => {
    const all = await started();
    const { nvim, peer } = all;
    await asked(all, "q", "input");
    await nvim.keys("half ");
    await nvim.resize(30, 8);
    await nvim.waitForText("half");
    await nvim.lua("vim.cmd.colorscheme('blue') vim.cmd.tabnew() vim.cmd.tabprevious()");
    await nvim.resize(90, 24);
    await nvim.lua("vim.cmd.PiAnswer()");
    await waitForDialog(nvim, "half");
    await nvim.keys("whole<CR>");
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(responses(peer)).toEqual([value("half whole")]);
  });
});
