import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { editors } from "../support/e2e";
import { draw } from "../support/imageFiles";
import { replies } from "../support/peerAnswers";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

const FIVE = "one two\nhéllo wörld\n日本 three\n\tfour\nfive";
const MAPS = `
  vim.keymap.set({ "n", "x" }, "ga", "<Plug>(pi-add)")
  vim.ui.select = function(items, opts, on_choice)
    _G.choices = vim.tbl_map(opts.format_item, items)
    on_choice(items[_G.choice], _G.choice)
  end`;

interface Item {
  readonly name: string;
  readonly lines: string | undefined;
  readonly text: string;
}

/** All items of a message, with the text between their fences. */
function itemsOf(message: string): Item[] {
  const pattern =
    /<(?:file|buffer|context|folder) name="([^"]*)"(?: lines="([^"]*)")?[^>]*>\n(`{3,})[^\n]*\n([\s\S]*?)\n\3\n/g;
  return [...message.matchAll(pattern)].map(([, name = "", lines, , text = ""]) => ({ name, lines, text }));
}

describe.each(editors)("Context that is collected, on $name", (editor) => {
  async function withFile(width = 100): Promise<WithPeer> {
    const all = await launchWithPeer(editor, replies("ok"), { init: MAPS, width });
    all.nvim.workspace.write("five.txt", FIVE);
    await all.nvim.command("edit five.txt");
    return all;
  }

  let sends = 0;
  async function send({ nvim, peer }: WithPeer, text = "look"): Promise<Item[]> {
    await nvim.command("PiOpen");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    await nvim.keys(`<Esc>A${text}<Esc><CR>`);
    sends = peer.received("prompt").length + 1;
    const message = (await peer.command("prompt", sends)).message as string;
    await nvim.waitUntilSettled(sends);
    return itemsOf(message);
  }

  const chips = (nvim: Driver) =>
    nvim.lua<string[]>(`return vim.tbl_map(function(item)
      return require("pi.chat.rule").label(item, require("pi.agents").current(true))
    end, require("pi.chat.collected").list(require("pi.agents").current(true)))`);

  it("comes from motions, selections, ranges and mentions, and goes with the next prompt together", async () => {
    const all = await withFile();
    const { nvim } = all;
    await nvim.keys("2Gga_");
    await nvim.keys("1Gwgaiw");
    await nvim.keys("4G^v5G0ga");
    await nvim.command("3PiAdd");
    await nvim.lua("vim.fn.setreg('\"', 'copied')");
    await nvim.command("PiAdd @clipboard");
    await nvim.command("PiAdd @five.txt:5");
    expect(await nvim.messages()).toContain("the mention is in your next prompt");
    expect(await send(all)).toEqual([
      { name: "five.txt", lines: "2", text: "héllo wörld" },
      { name: "five.txt", lines: "1", text: "two" },
      { name: "five.txt", lines: "4-5", text: "four\nf" },
      { name: "five.txt", lines: "3", text: "日本 three" },
      { name: "clipboard", lines: undefined, text: "copied" },
      { name: "five.txt", lines: "5", text: "five" },
    ]);
    expect(await send(all, "next")).toEqual([]);
  });

  it("of one line may be several parts, which follow their text; lines that :PiPrompt attaches do too", async () => {
    const all = await withFile();
    const { nvim } = all;
    await nvim.keys("1Ggaiw");
    await nvim.keys("1Gwgaiw");
    await nvim.keys("2G0v3G$ga");
    await nvim.command("5PiPrompt");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    await nvim.command("wincmd p");
    await nvim.keys("1GIzero <Esc>wlixx<Esc>2GAyy<Esc>ggOabove<Esc>Gofive more<Esc>");
    expect(await send(all)).toEqual([
      { name: "five.txt", lines: "2", text: "oxxne" },
      { name: "five.txt", lines: "2", text: "two" },
      { name: "five.txt", lines: "3-4", text: "héllo wörldyy\n日本 three" },
      { name: "five.txt", lines: "6", text: "five" },
    ]);
  });

  it("stays on the prompt when a command of ours is run from it", async () => {
    const all = await withFile();
    const { nvim } = all;
    await nvim.command("1PiAdd");
    await nvim.command("PiOpen");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    await nvim.keys("i/share<Esc><CR>");
    await nvim.waitFor(async () => (await nvim.messages()).includes("/share needs"));
    expect([await nvim.promptText(), await chips(nvim)]).toEqual(["", ["five.txt:1"]]);
    expect((await send(all)).map(({ text }) => text)).toEqual(["one two"]);
  });

  it("is cut where it is large, also one long line and a selection", async () => {
    const all = await withFile();
    const { nvim, peer } = all;
    await nvim.lua(
      `vim.api.nvim_buf_set_lines(0, 0, -1, false, { ("x"):rep(400 * 1024), ("y"):rep(400 * 1024), "z" })`,
    );
    await nvim.keys("1G0lga$");
    await nvim.keys("ggVGga");
    await send(all);
    const message = peer.received("prompt").at(-1)?.message as string;
    expect(message.length).toBeLessThan(2.2 * 256 * 1024);
    expect(message.match(/Cut: the first \d+ of (399|400) KB are here/g)).toHaveLength(2);
    expect(message).toContain("the 2 lines behind them");
  });

  it("is collected again by the dot, also with a count and in another file", async () => {
    const all = await withFile();
    const { nvim } = all;
    await nvim.keys("1Ggaj");
    await nvim.keys("3G.");
    nvim.workspace.write("other.txt", "a\nb\nc");
    await nvim.command("edit other.txt");
    await nvim.keys("2G.");
    expect(await send(all)).toEqual([
      { name: "five.txt", lines: "1-2", text: "one two\nhéllo wörld" },
      { name: "five.txt", lines: "3-4", text: "日本 three\n\tfour" },
      { name: "other.txt", lines: "2-3", text: "b\nc" },
    ]);
  });

  it("stays on its lines while they move and change, until it is sent", async () => {
    const all = await withFile();
    const { nvim } = all;
    await nvim.command("2,3PiAdd");
    await nvim.command("2,3PiAdd"); // the same again takes its place
    await nvim.keys("1Gwviwga<Esc>");
    await nvim.command("5PiAdd");
    await nvim.keys("ggOabove<Esc>3GA!<Esc>");
    expect(await chips(nvim)).toEqual(["five.txt:3-4", "five.txt:2", "five.txt:6"]);
    await nvim.command("6delete");
    expect(await send(all)).toEqual([
      { name: "five.txt", lines: "3-4", text: "héllo wörld!\n日本 three" },
      { name: "five.txt", lines: "2", text: "two" },
      { name: "five.txt", lines: "6", text: "five" },
    ]);
    expect(
      await nvim.lua(
        "return #vim.api.nvim_buf_get_extmarks(vim.fn.bufnr('five.txt'), vim.api.nvim_get_namespaces()['pi.follow'], 0, -1, {})",
      ),
    ).toBe(0);
  });

  it("can be taken off again, and images too", async () => {
    const all = await withFile(200);
    const { nvim } = all;
    await nvim.command("1PiAdd");
    await nvim.command("PiAdd!");
    expect(await chips(nvim)).toEqual([]);
    for (const line of [1, 2, 3]) await nvim.command(`${line}PiAdd`);
    draw(nvim.workspace, "dot.png");
    await nvim.command("PiAttach dot.png");
    await nvim.waitForText("dot.png 70 B");
    await nvim.command("PiOpen");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    const takeOff = async (choice: number, keys = "<M-d>") => {
      await nvim.lua("_G.choice = ...", choice);
      await nvim.keys(keys);
      await nvim.waitFor(async () => (await nvim.lua("return _G.choices")) !== null);
      return nvim.lua<string[]>("local choices = _G.choices _G.choices = nil return choices");
    };
    const image = "dot.png 70 B";
    expect(await takeOff(2)).toEqual(["five.txt:1", "five.txt:2", "five.txt:3", image, "all of them"]);
    expect(await takeOff(3)).toEqual(["five.txt:1", "five.txt:3", image, "all of them"]);
    await nvim.waitFor(() => !nvim.screen.text().includes(image));
    expect(await chips(nvim)).toEqual(["five.txt:1", "five.txt:3"]);
    await takeOff(3, "i<M-d><Esc>");
    expect(await chips(nvim)).toEqual([]);
    await nvim.command("PiAttach dot.png");
    await nvim.waitForText(image);
    await nvim.keys("<M-d>");
    await nvim.waitFor(() => !nvim.screen.text().includes(image));
  });

  it("is what one expects of lists, floats and folder views", async () => {
    const all = await withFile();
    const { nvim } = all;
    await nvim.lua(`
      local buf = vim.api.nvim_get_current_buf()
      vim.fn.setqflist({}, " ", { title = "grep", items = {
        { bufnr = buf, lnum = 1, col = 1, text = "first" }, { bufnr = buf, lnum = 2, col = 3, text = "second" } } })
      vim.diagnostic.set(vim.api.nvim_create_namespace("test"), buf, {
        { lnum = 1, col = 0, severity = 2, message = "odd" }, { lnum = 2, col = 0, severity = 1, message = "elsewhere" } })`);
    await nvim.command("copen");
    await nvim.command("PiAdd");
    await nvim.keys("2Gga_");
    await nvim.command("1PiPrompt");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    await nvim.command("cclose | 1wincmd w | 2");
    await nvim.lua("vim.diagnostic.open_float({ focusable = true }) vim.diagnostic.open_float({ focusable = true })");
    await nvim.waitFor(() => nvim.lua<boolean>("return vim.api.nvim_win_get_config(0).relative ~= ''"));
    await nvim.command("PiAdd");
    await nvim.keys("<C-w>c");
    expect(await send(all)).toEqual([
      { name: "quickfix list: grep", lines: undefined, text: "five.txt:1:1: first\nfive.txt:2:3: second" },
      { name: "quickfix list: grep", lines: undefined, text: "five.txt:2:3: second" },
      { name: "quickfix list: grep", lines: undefined, text: "five.txt:1:1: first" },
      { name: "diagnostics of five.txt:2", lines: undefined, text: "five.txt:2:1: warning: odd" },
    ]);
    await nvim.command("tabnew");
  });

  it.each([0, 1, 3])("names the files of a folder view of netrw's style %i in the prompt", async (style) => {
    const init = `vim.g.netrw_liststyle = ${style} vim.cmd("runtime plugin/netrwPlugin.vim")`;
    const { nvim } = await launchWithPeer(editor, replies("ok"), { init });
    nvim.workspace.write("one.txt", "1");
    nvim.workspace.write("sub folder/one.txt", "2");
    nvim.expectError(/E31: No such mapping/); // netrw's own
    await nvim.command("edit .");
    await nvim.waitFor(() => nvim.lua<boolean>("return vim.bo.filetype == 'netrw'"));
    const add = async (lnum: string) => nvim.command(`call cursor(${lnum}, 1) | PiAdd`);
    await add("search('sub folder', 'w')");
    if (style === 3) {
      await nvim.keys("$<CR>");
      await nvim.waitFor(() => nvim.lua<boolean>("return vim.fn.search([[^\\S \\S one]], 'w') > 0"));
      await add("search('^\\S \\S one', 'w')");
    }
    await add("search('^\\(\\S \\)\\?one.txt', 'w')");
    expect(await nvim.lua("return require('pi.chat.prompt').text(require('pi.agents').current(true))")).toBe(
      style === 3 ? '@"sub folder" @"sub folder/one.txt" @one.txt ' : '@"sub folder" @one.txt ',
    );
  });
});

describe.each(editors)("Any text, on $name", (editor) => {
  /** Random lines with everything that could go wrong, and random selections, against Vim's own yank. */
  const PROPERTY = `
    math.randomseed(...)
    local parts = { "a", "é", "日本", "🙂", "\`\`\`", "\\t", " ", "</file>", "\\0", "\\r", "<", '"', "@buffer", "x" }
    local function line()
      local text = {}
      for i = 1, math.random(0, 6) do text[i] = parts[math.random(#parts)] end
      return table.concat(text)
    end
    local found = {}
    for i = 1, 60 do
      local lines = {}
      for n = 1, math.random(1, 6) do lines[n] = line() end
      vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
      local function somewhere()
        local row = math.random(#lines)
        vim.fn.setcursorcharpos(row, math.random(1, math.max(vim.fn.strcharlen((lines[row]:gsub("%z", "0"))), 1)))
      end
      local kind = ({ "v", "V" })[math.random(2)]
      somewhere()
      vim.cmd("normal! " .. kind)
      somewhere()
      local item = require("pi.context").selection()
      vim.cmd('normal! "zy')
      local yanked = vim.tbl_map(function(text) return (text:gsub("\\n", "\\0")) end, vim.fn.getreg("z", 1, true))
      local whole = require("pi.context").buffer(0)
      found[i] = { item.text, table.concat(yanked, "\\n"), whole.text, table.concat(lines, "\\n"), kind }
    end
    return found`;

  it("is collected as it is in the buffer, and a selection as Vim would yank it", async () => {
    const { nvim } = await launchWithPeer(editor, replies("ok"));
    await nvim.command("enew");
    const found = await nvim.lua<string[][]>(PROPERTY, 12345);
    expect(found).toHaveLength(60);
    for (const [selection = "", yanked = "", whole, text, kind] of found) {
      // A selection by characters over the end of a line takes the line break with it; fences give it one anyway.
      expect(kind === "v" ? selection.replace(/\n$/, "") : selection).toBe(
        kind === "v" ? yanked.replace(/\n$/, "") : yanked,
      );
      expect(whole).toBe(text);
    }
  });

  it("arrives between the fences as it was", async () => {
    const all = await launchWithPeer(editor, replies("ok"));
    const { nvim, peer } = all;
    const texts = ["```\n````\n</file>\n```", "\u0000\u0001 nul", "a\r\nb\r", "\ttab  ", "", "日本\n\n🙂"];
    for (const [i, text] of texts.entries()) {
      await nvim.command("enew!");
      await nvim.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(..., '\\n'))", text);
      await nvim.command("%PiPrompt look");
      const message = (await peer.command("prompt", i + 1)).message as string;
      expect(itemsOf(message).map((item) => item.text)).toEqual([text]);
      await nvim.waitUntilSettled(i + 1);
    }
  });
});
