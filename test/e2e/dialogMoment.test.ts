/** Case 23: a question that comes while the user types, in every mode. */
import { describe, expect, it } from "vitest";
import { isFocused, responses, uiRequest, waitForDialog, waitUntilClosed } from "../support/dialogs";
import type { Driver } from "../support/driver";
import { editors } from "../support/e2e";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

/** Keys that would answer: digits, letters of options, Enter, Escape are all among what people type. */
const TEXT = "1 yes n 2 q y 3 1y2n an allow list: 1y2n";
const KEY_MS = 30;

interface Typing {
  readonly mode: string;
  /** How it is entered, from normal mode in a file of 60 lines; then come 40 keys at 20 a second. */
  readonly enter: string;
  readonly keys: readonly string[];
  /** The mode while typing, as `nvim_get_mode` has it. */
  readonly during: string;
  /** What must be there afterwards. */
  readonly check: (nvim: Driver) => Promise<void>;
  /** Ends the mode. */
  readonly leave: string;
}

const chars = [...TEXT];
const line = (nvim: Driver) => nvim.lua<string>("return vim.fn.getline('.')");
const cursor = (nvim: Driver) => nvim.lua<number[]>("return vim.api.nvim_win_get_cursor(0)");

const TYPING: readonly Typing[] = [
  {
    mode: "insert",
    enter: "5GS",
    keys: chars,
    during: "i",
    check: async (nvim) => expect(await line(nvim)).toBe(TEXT),
    leave: "<Esc>",
  },
  {
    mode: "replace",
    enter: "5GR",
    keys: chars,
    during: "R",
    check: async (nvim) => expect((await line(nvim)).slice(0, 40)).toBe(TEXT),
    leave: "<Esc>",
  },
  {
    mode: "visual",
    enter: "1Gv",
    keys: chars.map(() => "j"),
    during: "v",
    check: async (nvim) => expect((await cursor(nvim))[0]).toBe(41),
    leave: "<Esc>",
  },
  {
    mode: "command-line",
    enter: ":let g:typed = '",
    keys: chars,
    during: "c",
    check: async (nvim) => {
      await nvim.keys("'<CR>");
      expect(await nvim.lua("return vim.g.typed")).toBe(TEXT);
    },
    leave: "",
  },
  {
    mode: "terminal",
    enter: ":terminal cat<CR>i",
    keys: chars,
    during: "t",
    check: async (nvim) => nvim.waitForText(TEXT),
    leave: "<C-\\><C-n>",
  },
  {
    mode: "normal",
    enter: "1G",
    keys: chars.map(() => "j"),
    during: "n",
    check: async (nvim) => expect((await cursor(nvim))[0]).toBe(41),
    leave: "",
  },
  {
    mode: "search",
    enter: "/",
    keys: chars,
    during: "c",
    check: async (nvim) => expect(await nvim.lua("return vim.fn.getcmdline()")).toBe(TEXT),
    leave: "<C-c>",
  },
];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(editors)("A question under the user's fingers, on $name", (editor) => {
  async function atFile(options: Parameters<typeof launchWithPeer>[2] = {}): Promise<WithPeer> {
    const all = await launchWithPeer(editor, {}, options);
    const { nvim, peer } = all;
    const lines = Array.from({ length: 60 }, () => `${"a code line ".repeat(5)}`);
    nvim.workspace.write("code.txt", lines.join("\n"));
    await nvim.command("edit code.txt");
    await nvim.command("PiOpen");
    await nvim.lua("vim.api.nvim_set_current_win(vim.fn.bufwinid('code.txt'))");
    await peer.command("get_session_stats");
    return all;
  }

  it.each(TYPING)(
    "waits in $mode mode: all 40 keys get where they were meant to",
    async ({ enter, keys, during, check, leave }) => {
      const { nvim, peer } = await atFile();
      await nvim.keys(enter);
      await nvim.waitFor(async () => (await nvim.mode()).mode === during, { what: `mode ${during}` });
      const start = performance.now();
      for (const [i, key] of keys.entries()) {
        if (i === 10) peer.send(uiRequest("q", "select", { options: ["Allow", "Block", "Ask", "yes", "no"] }));
        await nvim.keys(key === "<" ? "<lt>" : key);
        await pause(Math.max(0, start + (i + 1) * KEY_MS - performance.now()));
      }
      expect((await nvim.mode()).mode).toBe(during);
      await check(nvim);
      expect(responses(peer)).toEqual([]);
      await nvim.waitForStatus({ dialogs: 1 });
      if (leave !== "") await nvim.keys(leave);
      // An interrupt throws away what is typed behind it.
      await nvim.waitFor(async () => /^nt?$/.test((await nvim.mode()).mode), { what: "normal mode" });
      await nvim.command("PiAnswer");
      await waitForDialog(nvim, "Allow?");
      await nvim.keys("2");
      await nvim.waitFor(() => responses(peer).length > 0);
      expect(responses(peer)).toEqual([{ id: "q", value: "Block" }]);
    },
  );

  const HALF: readonly { readonly name: string; readonly keys: string; readonly rest: string }[] = [
    { name: "an operator waits", keys: "2Gd", rest: "d" },
    { name: "a count is typed", keys: "2G3", rest: "dd" },
    { name: "a register is named", keys: '2G"', rest: "add" },
    { name: "f waits for its character", keys: "2Gf", rest: "1" },
    { name: "a mapping is half typed", keys: "2G,", rest: "x" },
    { name: "a macro is recorded", keys: "qa2G", rest: "1|q" },
    { name: "insert mode is left for one command", keys: "2Gi<C-o>", rest: "1|<Esc>" },
    { name: "insert mode waits for a digraph", keys: "2Gi<C-k>", rest: "1y<Esc>" },
    { name: "the command-line window is open", keys: "q:", rest: "1:q<CR>" },
    { name: "a window of another plugin asks", keys: ":lua Ask()<CR>", rest: "1q" },
  ];

  it.each(HALF)("waits while $name", async ({ keys, rest }) => {
    const init = `vim.o.timeoutlen = 60000
      vim.keymap.set('n', ',x', 'dd')
      function Ask()
        local buf = vim.api.nvim_create_buf(false, true)
        vim.api.nvim_open_win(buf, true, { relative = 'editor', row = 1, col = 1, width = 20, height = 2 })
        vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buf })
      end`;
    const { nvim, peer } = await atFile({ init });
    await nvim.keys(keys);
    await nvim.waitFor(async () => nvim.nvim.mode().then(() => true));
    peer.send(uiRequest("q", "select"));
    await pause(700); // longer than any pause after which a dialog takes the cursor
    expect(responses(peer)).toEqual([]);
    await nvim.keys(rest);
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n" || (await isFocused(nvim)), {
      what: "normal mode",
    });
    expect(responses(peer)).toEqual([]);
    await nvim.waitFor(async () => (await nvim.status()).dialogs === 1);
    await nvim.command("PiAnswer");
    await waitForDialog(nvim, "Allow?");
    await nvim.keys("1");
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(responses(peer)).toEqual([{ id: "q", value: "Allow" }]);
  });

  it.each(["auto", "manual"])("comes after a :PiAnswer within a command line, with open = %s", async (open) => {
    const { nvim, peer } = await atFile({ setup: { dialogs: { open } } });
    await nvim.keys(":echo 'typed");
    peer.send(uiRequest("q", "select"));
    await nvim.waitFor(async () => (await nvim.status()).dialogs === 1);
    await nvim.lua("vim.cmd.PiAnswer()");
    expect((await nvim.mode()).mode).toBe("c");
    await nvim.keys("'");
    expect(await nvim.lua("return vim.fn.getcmdline()")).toBe("echo 'typed'");
    await nvim.keys("<C-c>");
    await waitForDialog(nvim, "Ask later");
    await nvim.keys("2");
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(responses(peer)).toEqual([{ id: "q", value: "Block" }]);
  });

  it("says that it waits, in a notice, in the winbar and in the status, and opens by itself back in a chat window", async () => {
    const { nvim, peer } = await atFile();
    await nvim.keys("i");
    peer.send(uiRequest("q", "confirm"));
    await nvim.waitForText("? pi asks");
    await nvim.waitFor(async () => /Clear session.*:PiAnswer/s.test(await nvim.messages()), { what: "a notice" });
    await nvim.waitForStatus({ dialogs: 1 });
    expect(await nvim.lua("return require('pi').statusline()")).toContain("asks");
    expect((await nvim.events("PiDialog"))[0]?.data).toMatchObject({ method: "confirm", title: "Clear session?" });
    await nvim.keys("<Esc>");
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n");
    await pause(700);
    expect(nvim.screen.text()).not.toContain("π asks");
    await nvim.command("wincmd l");
    await waitForDialog(nvim, "π asks");
    await nvim.keys("n");
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(responses(peer)).toEqual([{ id: "q", confirmed: false }]);
    await nvim.waitFor(() => !nvim.screen.text().includes("pi asks"));
  });

  it("keys typed ahead of :PiAnswer's window do not reach it", async () => {
    const { nvim, peer } = await atFile();
    await nvim.keys("i");
    peer.send(uiRequest("q", "select"));
    await nvim.waitForText("? pi asks");
    await nvim.keys("<Esc>1G:PiAnswer<CR>2j1j");
    await waitForDialog(nvim, "Allow?");
    expect(responses(peer)).toEqual([]);
    await nvim.keys("<Esc>");
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(responses(peer)).toEqual([{ id: "q", cancelled: true }]);
    await waitUntilClosed(nvim);
    expect(await cursor(nvim)).toEqual([4, 0]);
  });

  it.each([
    { mode: "i", keys: "5G10|i", at: [5, 9] },
    { mode: "i", keys: "5GA", at: [5, 60] },
    { mode: "R", keys: "5G10|R", at: [5, 9] },
    { mode: "v", keys: "5G3|vjll", at: [6, 4] },
    { mode: "V", keys: "5G3|Vj", at: [6, 2] },
  ])("a map from $mode mode ($keys) leads back to it", async ({ mode, keys, at }) => {
    const { nvim, peer } = await atFile({
      init: "vim.keymap.set({ 'n', 'i', 'x', 't' }, '<F5>', '<Plug>(pi-answer)')",
    });
    await nvim.keys(keys);
    for (const [method, answer] of [
      ["select", "1"],
      ["input", "x<CR>"],
    ] as const) {
      const before = responses(peer).length;
      peer.send(uiRequest(`q${before}`, method));
      await nvim.waitForText("? pi asks");
      await nvim.keys("<F5>");
      await waitForDialog(nvim, method === "select" ? "Allow?" : "Enter a value");
      await nvim.keys(answer);
      await nvim.waitFor(() => responses(peer).length > before);
      await waitUntilClosed(nvim);
      await nvim.waitFor(() => !nvim.screen.text().includes("? pi asks"));
      await nvim.waitFor(async () => (await nvim.mode()).mode === mode, { what: `mode ${mode} after ${method}` });
      expect(await cursor(nvim)).toEqual(at);
      expect(await nvim.lua("return vim.fn.bufname()")).toBe("code.txt");
    }
  });

  it("an input that is closed before its insertion began leaves none behind", async () => {
    const { nvim, peer } = await atFile({ setup: { dialogs: { open: "manual" } } });
    peer.send(uiRequest("q", "input"));
    await nvim.waitForText("? pi asks");
    await nvim.lua("vim.cmd('PiAnswer') vim.cmd('PiClose')");
    await nvim.waitFor(() => responses(peer).length > 0);
    await waitUntilClosed(nvim);
    await nvim.keys("<Ignore>");
    expect((await nvim.mode()).mode).toBe("n");
    expect(await nvim.lua("return vim.fn.bufname()")).toBe("code.txt");
  });

  it("follows into another tab page, and takes nobody back", async () => {
    const { nvim, peer } = await atFile();
    await nvim.command("tabnew");
    await nvim.command("tabprevious");
    peer.send(uiRequest("q", "confirm"));
    await nvim.waitForText("π asks");
    await nvim.keys("gt");
    await waitForDialog(nvim, "π asks");
    expect(await nvim.lua("return vim.fn.tabpagenr()")).toBe(2);
    await nvim.keys("y");
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(await nvim.lua("return vim.fn.tabpagenr()")).toBe(2);
  });

  it("waits for :PiAnswer where the option says so, also in normal mode", async () => {
    const { nvim, peer } = await atFile({ setup: { dialogs: { open: "manual" } } });
    peer.send(uiRequest("q", "confirm"));
    await nvim.waitForText("? pi asks");
    await pause(500);
    expect(nvim.screen.text()).not.toContain("π asks");
    await nvim.command("PiAnswer");
    await waitForDialog(nvim, "π asks");
    await nvim.keys("y");
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(responses(peer)).toEqual([{ id: "q", confirmed: true }]);
  });
});
