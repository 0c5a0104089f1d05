/** Dialogs through `vim.ui.select` and `vim.ui.input`: Neovim's own, and replacements with every way to call back. */
import { describe, expect, it } from "vitest";
import { isFocused, responses, SOONER, uiRequest, waitForDialog, waitUntilClosed } from "../support/dialogs";
import { editors } from "../support/e2e";
import type { WireRecord } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

/** Stands in for pickers: a window in which keys call back as their test says. What it was given is in `_G.asked`. */
const PICKER = `
_G.asked = {}
local function window(keys)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].bufhidden = "wipe"
  local win = vim.api.nvim_open_win(buf, true, { relative = "editor", row = 5, col = 5, width = 30, height = 5 })
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, { "a picker" })
  for key, run in pairs(keys) do
    vim.keymap.set("n", key, function() run(function() pcall(vim.api.nvim_win_close, win, true) end) end, { buffer = buf, nowait = true })
  end
end
function vim.ui.select(items, opts, on_choice)
  table.insert(_G.asked, { prompt = opts.prompt, kind = opts.kind, labels = vim.tbl_map(opts.format_item, items) })
  vim.schedule(function()
    window({
      ["2"] = function(close) close() on_choice(items[2], 2) end,
      b = function(close) on_choice(items[2], 2) close() on_choice(items[1], 1) end,
      n = function(close) close() on_choice(nil, nil) end,
      f = function(close) close() end,
      e = function(close) close() error("a picker's error") end,
      i = function(close) close() on_choice(items[3]) end,
      l = function(close) close() vim.defer_fn(function() on_choice(items[2], 2) end, 200) end,
      t = function(close) close() vim.defer_fn(function() on_choice(items[2], 2) end, 2000) end,
    })
  end)
end
function vim.ui.input(opts, on_confirm)
  table.insert(_G.asked, { prompt = opts.prompt, default = opts.default })
  window({
    s = function(close) close() on_confirm("some text") end,
    x = function(close) close() on_confirm("") end,
    n = function(close) close() on_confirm(nil) end,
    f = function(close) close() end,
    b = function(close) close() on_confirm("once") on_confirm("twice") end,
  })
end
`;

const CANCELLED = { id: "q", cancelled: true };

interface Way {
  readonly method: "select" | "confirm" | "input";
  readonly does: string;
  readonly key: string;
  readonly sent: WireRecord;
}

const WAYS: readonly Way[] = [
  { method: "select", does: "calls back with the choice", key: "2", sent: { id: "q", value: "Block" } },
  { method: "select", does: "calls back twice", key: "b", sent: { id: "q", value: "Block" } },
  { method: "select", does: "calls back with nothing", key: "n", sent: CANCELLED },
  { method: "select", does: "closes and forgets to call back", key: "f", sent: CANCELLED },
  { method: "select", does: "closes and raises an error", key: "e", sent: CANCELLED },
  { method: "select", does: "calls back without the index", key: "i", sent: { id: "q", value: "Ask later" } },
  { method: "select", does: "calls back a moment after it closed", key: "l", sent: { id: "q", value: "Block" } },
  { method: "select", does: "calls back when it is too late", key: "t", sent: CANCELLED },
  { method: "confirm", does: "says no", key: "2", sent: { id: "q", confirmed: false } },
  { method: "confirm", does: "calls back with nothing", key: "n", sent: CANCELLED },
  { method: "confirm", does: "closes and forgets to call back", key: "f", sent: CANCELLED },
  { method: "input", does: "gives a text", key: "s", sent: { id: "q", value: "some text" } },
  { method: "input", does: "gives an empty text", key: "x", sent: { id: "q", value: "" } },
  { method: "input", does: "gives nil", key: "n", sent: CANCELLED },
  { method: "input", does: "closes and forgets to call back", key: "f", sent: CANCELLED },
  { method: "input", does: "calls back twice", key: "b", sent: { id: "q", value: "once" } },
];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(editors)("Dialogs and vim.ui on $name", (editor) => {
  async function started(init: string, dialogs: Record<string, string> = {}): Promise<WithPeer> {
    const all = await launchWithPeer(editor, {}, { init: `${SOONER}\n${init}`, setup: { dialogs } });
    await all.nvim.command("edit code.txt");
    await all.nvim.command("PiOpen");
    await all.nvim.lua("vim.api.nvim_set_current_win(vim.fn.bufwinid('code.txt'))");
    await all.peer.command("get_session_stats");
    return all;
  }

  it("a replaced vim.ui is asked, and whatever it does leads to one answer", async () => {
    const { nvim, peer } = await started(PICKER);
    nvim.expectError(/a picker's error|E5108|traceback|init\.lua/);
    for (const [i, { method, does, key, sent }] of WAYS.entries()) {
      peer.send(uiRequest(`q${i}`, method));
      await nvim.waitForText("a picker");
      expect(await isFocused(nvim), `${method} ${does}`).toBe(false);
      await nvim.keys(key);
      // The stand-in's own error, on several lines.
      if (key === "e")
        await nvim
          .waitFor(async () => (await nvim.mode()).blocking, { deadline: 500 })
          .then(
            () => nvim.keys("<CR>"),
            () => undefined,
          );
      await nvim.waitFor(() => responses(peer).length > i, { what: `an answer: ${method} ${does}` });
      await nvim.waitFor(async () => (await nvim.status()).dialogs === 0);
      if (key === "t") await pause(2000);
      expect(responses(peer).slice(i), `${method} ${does}`).toEqual([{ ...sent, id: `q${i}` }]);
      expect(await nvim.lua("return vim.fn.bufname()")).toBe("code.txt");
    }
    const asked = await nvim.lua<WireRecord[]>("return _G.asked");
    expect(asked[0]).toEqual({ prompt: "Allow?", kind: "pi.select", labels: ["Allow", "Block", "Ask later"] });
    expect(asked[8]).toEqual({
      prompt: "Clear session? All messages will be lost.",
      kind: "pi.confirm",
      labels: ["Yes", "No"],
    });
    expect(asked[11]).toEqual({ prompt: "Enter a value: " });
  });

  it("its window goes when the time is over, the whole of a long question is shown beside it", async () => {
    const { nvim, peer } = await started(PICKER);
    const title = "Dangerous command:\n\n  rm -rf everything\n\nAllow?";
    peer.send(uiRequest("q", "select", { title, timeout: 1500 }));
    await nvim.waitForText("a picker");
    await nvim.waitForText("rm -rf everything");
    expect((await nvim.lua<WireRecord[]>("return _G.asked"))[0]?.prompt).toBe(
      "Dangerous command: rm -rf everything Allow?",
    );
    await nvim.waitFor(() => !nvim.screen.text().includes("a picker"), { what: "the end of the picker" });
    await waitUntilClosed(nvim);
    expect(await nvim.lua("return vim.fn.bufname()")).toBe("code.txt");
    expect(responses(peer)).toEqual([]);
  });

  /** As pickers with a line to filter by do: two windows, insert mode, everything closed when one of them is left. */
  const FILTERING = `function vim.ui.select(items, opts, on_choice)
    local wins = {}
    for row = 2, 8, 6 do
      local buf = vim.api.nvim_create_buf(false, true)
      vim.bo[buf].bufhidden = "wipe"
      vim.api.nvim_buf_set_lines(buf, 0, -1, false, { row == 2 and "a list" or "" })
      wins[#wins + 1] = vim.api.nvim_open_win(buf, row == 8, { relative = "editor", row = row, col = 5, width = 30, height = 1 })
    end
    local function close()
      vim.cmd.stopinsert()
      for _, win in ipairs(wins) do pcall(vim.api.nvim_win_close, win, true) end
    end
    vim.api.nvim_create_autocmd("WinLeave", { buffer = 0, once = true, callback = function() vim.schedule(close) end })
    vim.keymap.set("i", "<CR>", function() close() vim.schedule(function() on_choice(items[2], 2) end) end, { buffer = true })
    vim.cmd.startinsert()
  end`;

  it("a picker in insert mode answers, is closed by a click elsewhere, and goes when the time is over", async () => {
    const { nvim, peer } = await started(FILTERING);
    const isBack = async () =>
      (await nvim.mode()).mode === "n" && (await nvim.lua("return vim.fn.bufname()")) === "code.txt";
    peer.send(uiRequest("a", "select"));
    await nvim.waitForText("a list");
    await nvim.waitFor(async () => (await nvim.mode()).mode === "i");
    await nvim.keys("blo<CR>");
    await nvim.waitFor(() => responses(peer).length === 1);
    await nvim.waitFor(isBack, { what: "the user's window" });
    peer.send(uiRequest("b", "select"));
    await nvim.waitForText("a list");
    await nvim.nvim.request("nvim_input_mouse", ["left", "press", "", 0, 15, 2]);
    await nvim.waitFor(() => responses(peer).length === 2, { what: "a cancel" });
    await nvim.waitFor(isBack, { what: "the user's window" });
    peer.send(uiRequest("c", "select", { timeout: 1500 }));
    await nvim.waitForText("a list");
    await nvim.waitFor(() => !nvim.screen.text().includes("a list"), { what: "the end of the picker" });
    await nvim.waitFor(isBack, { what: "the user's window" });
    expect(responses(peer)).toEqual([
      { id: "a", value: "Block" },
      { id: "b", cancelled: true },
    ]);
  });

  it("a picker that shows nothing is given up, and :PiAnswer asks in our own window", async () => {
    const { nvim, peer } = await started("function vim.ui.select() end");
    peer.send(uiRequest("q", "select"));
    await nvim.waitFor(async () => (await nvim.messages()).includes("PiAnswer"), { what: "a notice" });
    expect(responses(peer)).toEqual([]);
    await nvim.command("PiAnswer");
    await waitForDialog(nvim, "π asks");
    await nvim.keys("2");
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(responses(peer)).toEqual([{ id: "q", value: "Block" }]);
  });

  it("a picker that raises at once is a cancel, with a word of it", async () => {
    const { nvim, peer } = await started("function vim.ui.select() error('broken') end");
    peer.send(uiRequest("q", "select"));
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(responses(peer)).toEqual([CANCELLED]);
    await nvim.waitFor(async () => (await nvim.messages()).includes("the picker failed"));
  });

  it("an option asks for our own windows, whatever was replaced", async () => {
    const { nvim, peer } = await started(PICKER, { select: "float", confirm: "float", input: "float" });
    for (const [i, method] of ["select", "confirm", "input"].entries()) {
      peer.send(uiRequest(`${i}`, method));
      await waitForDialog(nvim, "π asks");
      await nvim.keys("<CR>");
      await nvim.waitFor(() => responses(peer).length > i);
    }
    expect(await nvim.lua("return _G.asked")).toEqual([]);
  });

  it.each([
    { method: "select", keys: "2<CR>", sent: { id: "q", value: "Block" } },
    { method: "select", keys: "<C-c>", sent: CANCELLED },
    { method: "select", keys: "<Esc>", sent: CANCELLED },
    { method: "input", keys: "x<CR>", sent: { id: "q", value: "x" } },
    { method: "input", keys: "<CR>", sent: { id: "q", value: "" } },
    { method: "input", keys: "<C-c>", sent: CANCELLED },
    { method: "input", keys: "<Esc>", sent: CANCELLED },
  ])("an option asks for Neovim's own $method: $keys is one answer", async ({ method, keys, sent }) => {
    const { nvim, peer } = await started("", { select: "ui", input: "ui" });
    peer.send(uiRequest("q", method));
    await nvim.waitForText(method === "select" ? /2: Block/ : /Enter a value: *$/m);
    await nvim.keys(keys);
    await nvim.waitFor(() => responses(peer).length > 0, { what: "an answer" });
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n");
    expect(responses(peer)).toEqual([sent]);
  });

  it("a picker never opens under the fingers of somebody who types", async () => {
    const { nvim, peer } = await started(PICKER);
    for (let i = 0; i < 30; i++) {
      if (i === 10) peer.send(uiRequest("q", "select"));
      await nvim.keys("j");
      await pause(50);
    }
    expect(await nvim.lua("return _G.asked")).toEqual([]);
    await nvim.waitForText("a picker");
    await nvim.keys("2");
    await nvim.waitFor(() => responses(peer).length > 0);
  });
});
