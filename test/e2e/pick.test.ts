import { describe, expect, it } from "vitest";
import type { Driver, NeovimOptions } from "../support/driver";
import { editors, launch } from "../support/e2e";

const OPEN = `
  local opts = { title = "Fruit", current = "pear", on_choice = function(v) _G.chosen = v end,
    on_cancel = function() _G.cancelled = true end, items = {} }
  for _, name in ipairs({ "apple", "pear", "orange", "pineapple" }) do
    table.insert(opts.items, { text = name, detail = { #name .. " letters", "sweet" }, value = name, preview = "A " .. name .. "\\nto eat" })
  end
  _G.picker = require("pi.pick").open(vim.tbl_extend("force", opts, ...))
`;

describe.each(editors)("The list to pick from, on $name", (editor) => {
  async function open(more = {}, options: NeovimOptions = {}): Promise<Driver> {
    const nvim = await launch(editor, { setup: {}, width: 80, height: 24, ...options });
    await nvim.lua(OPEN, { more: true, ...more });
    await nvim.waitForText("Fruit");
    return nvim;
  }
  const chosen = (nvim: Driver) => nvim.waitFor(() => nvim.lua<string>("return _G.chosen"), { what: "a choice" });

  it("numbers the items, begins at the current one, and shows its preview", async () => {
    const nvim = await open();
    await nvim.waitForText(/● 2 {2}pear +4 letters {2}sweet/);
    await nvim.waitForText("A pear");
    await nvim.keys("<CR>");
    expect(await chosen(nvim)).toBe("pear");
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n", { what: "normal mode" });
    expect(await nvim.lua("return #vim.api.nvim_list_wins()")).toBe(1);
  });

  it("filters by what is typed, the best fit first", async () => {
    const nvim = await open();
    await nvim.type("apl");
    await nvim.waitForText("2 of 4");
    await nvim.keys("<C-u>");
    await nvim.type("apple");
    await nvim.waitForText("A apple");
    await nvim.keys("<Down>");
    await nvim.waitForText("A pineapple");
    await nvim.keys("<CR>");
    expect(await chosen(nvim)).toBe("pineapple");
  });

  it("takes a number, typed or as a count", async () => {
    const nvim = await open();
    await nvim.type("3\n");
    expect(await chosen(nvim)).toBe("orange");
    await nvim.lua(OPEN, { title: "Again" });
    await nvim.waitForText("Again");
    await nvim.keys("<Esc>4<CR>");
    await nvim.waitFor(() => nvim.lua(`return _G.chosen == "pineapple"`), { what: "the fourth" });
  });

  it("is left by <Esc> twice, or by going to another window", async () => {
    const nvim = await open();
    await nvim.keys("<Esc><Esc>");
    await nvim.waitFor(() => nvim.lua("return _G.cancelled"), { what: "the end" });
    await nvim.lua(OPEN, { title: "Again" });
    await nvim.lua("_G.cancelled = nil vim.cmd.stopinsert() vim.api.nvim_set_current_win(vim.fn.win_getid(1))");
    await nvim.waitFor(() => nvim.lua("return _G.cancelled"), { what: "the end" });
    expect(await nvim.lua("return #vim.api.nvim_list_wins()")).toBe(1);
    expect(await nvim.lua("return _G.chosen == nil")).toBe(true);
  });

  it("leaves nobody inserting when it is closed before one could type into it", async () => {
    const nvim = await launch(editor, { setup: {} });
    await nvim.lua(`${OPEN} _G.picker:close()`, {});
    await nvim.keys("<Ignore>");
    expect((await nvim.mode()).mode).toBe("n");
    await nvim.keys("ix<Esc>");
    expect(await nvim.lua("return vim.api.nvim_get_current_line()")).toBe("x");
  });

  it("takes more items while it is open, keeps the selected one, and says when there are none", async () => {
    const nvim = await open({ loading: true });
    await nvim.keys("<Down>");
    await nvim.waitForText("A orange");
    await nvim.lua(`_G.picker:add({ { text = "plum%#Error#\\27[31m", value = "plum" } })`);
    await nvim.waitForText("plum%#Error# [31m");
    await nvim.waitForText("5 …");
    await nvim.lua("_G.picker:done()");
    await nvim.keys("<CR>");
    expect(await chosen(nvim)).toBe("orange");
    await nvim.lua(`_G.picker = require("pi.pick").open({ title = "Void", loading = true, empty = "no fruit today" })`);
    await nvim.lua("_G.picker:done()");
    await nvim.waitForText("no fruit today");
    await nvim.keys("<CR><Esc><Esc>");
    await nvim.waitFor(() => nvim.lua("return not _G.picker:is_open()"), { what: "the end" });
  });

  it("stays open for actions, which may take an item away", async () => {
    const nvim = await open();
    await nvim.keys("<Esc><Esc>");
    const eat = `{ key = "<C-x>", desc = "eat", run = function(item, picker) picker:remove(item) end }`;
    await nvim.lua(OPEN.replace("...", `{ title = "Eat", actions = { ${eat} } }`));
    await nvim.waitForText("<C-x> eat");
    await nvim.keys("<C-x>");
    await nvim.waitFor(() => !/pear/.test(nvim.screen.text()), { what: "the pear to go" });
    await nvim.keys("<CR>");
    expect(await chosen(nvim)).toBe("orange");
  });

  it("brings the user back into insert mode", async () => {
    const nvim = await launch(editor, { setup: {} });
    await nvim.keys("ihello");
    await nvim.lua(OPEN, { title: "Mid" });
    await nvim.waitForText("Mid");
    await nvim.keys("<CR>");
    await chosen(nvim);
    await nvim.type(" there");
    await nvim.waitForText("hello there");
  });

  it("that is opened from within another leads back to where that one would", async () => {
    const nvim = await launch(editor, { setup: {} });
    await nvim.lua("vim.cmd('botright split | split | split | wincmd j')");
    const origin = await nvim.lua("return vim.api.nvim_get_current_win()");
    for (const title of ["One", "Another"]) {
      await nvim.lua(OPEN, { title });
      await nvim.waitForText(title);
    }
    await nvim.keys("<C-c>");
    const isBack = async () => (await nvim.lua("return vim.api.nvim_get_current_win()")) === origin;
    await nvim.waitFor(isBack, { what: "the window from before both" });
  });

  it("leaves it to a vim.ui.select that the user has replaced", async () => {
    const init = `vim.ui.select = function(items, opts, on_choice)
      _G.asked = vim.tbl_map(opts.format_item, items) on_choice(items[3]) end`;
    const nvim = await launch(editor, { setup: {}, init });
    await nvim.lua(OPEN, { title: "Theirs" });
    expect(await chosen(nvim)).toBe("orange");
    expect(await nvim.lua("return _G.asked[2]")).toBe("● pear  4 letters  sweet");
  });

  it("that list waits for normal mode: it takes nobody's keys", async () => {
    const init = `vim.ui.select = function(items, opts, on_choice) _G.shown = #items on_choice(items[1]) end`;
    const nvim = await launch(editor, { setup: {}, init });
    await nvim.lua(OPEN, { title: "Theirs", loading: true });
    await nvim.keys("ihello");
    await nvim.lua("_G.picker:done()");
    expect(await nvim.lua("return _G.shown == nil")).toBe(true);
    await nvim.keys("<Esc>");
    expect(await chosen(nvim)).toBe("apple");
    await nvim.waitForText("hello");
  });

  it("fits into a small screen, and into one that becomes small", async () => {
    const nvim = await open({}, { width: 100, height: 30 });
    await nvim.resize(36, 9);
    await nvim.waitForText(/● 2 {2}pear/);
    await nvim.type("orange\n");
    expect(await chosen(nvim)).toBe("orange");
    await nvim.lua(OPEN, { title: "Tiny" });
    await nvim.waitForText(/● 2 {2}pear/);
    await nvim.keys("<C-c>");
    await nvim.waitFor(() => nvim.lua("return _G.cancelled"), { what: "the end" });
  });

  it("filters 5,000 items faster than one can see", async () => {
    const nvim = await open();
    await nvim.keys("<Esc><Esc>");
    const spent = await nvim.lua<number[]>(`
      local list = require("pi.pick.list").new()
      local items, times = {}, {}
      for i = 1, 5000 do
        items[i] = { text = ("session %d about the %s loop that never ends"):format(i, i % 7 == 0 and "pump" or "queue"), detail = { "2 days", "claude-sonnet" }, value = i }
      end
      local function time(run) local t = vim.uv.hrtime() run() times[#times + 1] = (vim.uv.hrtime() - t) / 1e6 end
      time(function() list:add(items) end)
      for _, query in ipairs({ "p", "pu", "pump", "pump cld", "zzz" }) do time(function() list:filter(query) end) end
      return times`);
    expect(Math.max(...spent.slice(1))).toBeLessThan(50);
  });
});
