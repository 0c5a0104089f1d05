import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { back, goTo, PLACE, type Place, type Reader, readerOf, visited } from "../support/reading";
import { run, toolTurn, type WireRecord } from "../support/records";
import { Workspace } from "../support/workspace";

const NUMBERED = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`).join("\n");

/** As pi's own diffs look. */
const DIFF = " 21 line 21\n-22 line 22\n+22 line two\n 23 line 23";

/** Names that an Ex command would run, expand, or take for something else. */
const HOSTILE = [
  "`touch PWN`",
  "a|let g:pwn=1",
  "50%#x",
  "shop.$item.ts",
  "$HOME",
  "+let g:pwn=1",
  "~x",
  "-",
  "%",
  "#",
  "two words.txt",
  "[a-z]*.c",
  "a\nb",
  "a'b\"c",
  "日本語.md",
];

async function reader(editor: Editor, reply: string, before: readonly WireRecord[] = []): Promise<Reader> {
  const workspace = new Workspace();
  workspace.write("src/a.ts", NUMBERED);
  workspace.write("src/with space.ts", NUMBERED);
  workspace.write("notes.txt", "notes\n");
  const init = "vim.o.swapfile = false vim.cmd('filetype on')";
  return readerOf(editor, reply, { workspace, args: ["notes.txt"], init, before });
}

describe.each(editors)("Going to what is under the cursor, on $name", (editor) => {
  const places = [
    ["src/a.ts", 1, 0],
    ["b/src/a.ts", 1, 0],
    ["src/a.ts:12", 12, 0],
    ["src/a.ts:12:3,", 12, 2],
    ["(src/a.ts:7)", 7, 0],
    ["src/a.ts(9,2)", 9, 1],
    ["src/a.ts#L5-L8", 5, 0],
    ["`src/a.ts:3`", 3, 0],
    ["[the file](src/a.ts:4)", 4, 0],
    ["@src/a.ts:10-20.", 10, 0],
    ['File "src/a.ts", line 8, in f', 8, 0],
    ["src/a.ts:6:const x", 6, 0],
    ["**src/a.ts:16**", 16, 0],
    ["*src/a.ts:5*,", 5, 0],
    ["_src/a.ts:15_", 15, 0],
    ["`src/a.ts` (lines 3-7)", 3, 0],
    ["src/a.ts, line 11", 11, 0],
    ["src/a.ts:L13", 13, 0],
    ["src/a.ts-14- text around a match", 14, 0],
    ["src/a.ts:999", 40, 0],
  ] as const;

  it("finds files in every way they are named", async () => {
    const reply = places.map(([name], index) => `n${index} ${name}`).join("\n\n");
    const all = await reader(editor, reply);
    for (const [index, [name, line, col]] of places.entries()) {
      await goTo(all.nvim, `n${index} `);
      await all.nvim.keys(`${`n${index} `.length + Math.max(0, name.indexOf("src")) + 1}lh`);
      const place = await visited(all, ["gf", "gF", "<CR>"][index % 3] as string);
      expect([name, place.name, place.line, place.col]).toEqual([name, all.nvim.workspace.path("src/a.ts"), line, col]);
      await back(all);
    }
    expect(await all.nvim.lua("return #vim.api.nvim_tabpage_list_wins(0)")).toBe(3);
  });

  it("goes there in the window that was used last, and back with <C-o>", async () => {
    const all = await reader(editor, "see src/a.ts:12");
    const { nvim, window } = all;
    const first = await nvim.lua<number>("return vim.fn.bufwinid('notes.txt')");
    await nvim.lua("vim.api.nvim_set_current_win(...) vim.cmd('split')", first);
    const other = await nvim.lua<number>("return vim.api.nvim_get_current_win()");
    await nvim.lua("vim.api.nvim_set_current_win(...)", window);
    await goTo(nvim, "src/a");
    expect((await visited(all, "<CR>")).filetype).toBe("typescript");
    expect(await nvim.lua("return vim.api.nvim_get_current_win()")).toBe(other);
    await nvim.keys("<C-o>");
    await nvim.waitFor(async () => (await nvim.lua<Place>(PLACE)).name.endsWith("notes.txt"));
  });

  it("takes a selection as it is", async () => {
    const all = await reader(editor, "the file src/with space.ts:3 has one");
    await goTo(all.nvim, "src/with");
    await all.nvim.keys(`v${"src/with space.ts:3".length - 1}l`);
    expect(await visited(all, "gf")).toMatchObject({ name: all.nvim.workspace.path("src/with space.ts"), line: 3 });
    expect((await all.nvim.mode()).mode).toBe("n");
  });

  it("splits when there is no window with a file", async () => {
    const all = await reader(editor, "see src/a.ts:12");
    await all.nvim.lua("vim.api.nvim_win_close(vim.fn.bufwinid('notes.txt'), true)");
    await goTo(all.nvim, "src/a");
    expect((await visited(all, "gf")).line).toBe(12);
    expect(await all.nvim.lua("return #vim.api.nvim_tabpage_list_wins(0)")).toBe(3);
    expect(all.nvim.screen.text()).toContain("see src/a.ts:12");
  });

  it("splits rather than leaving changes that 'nohidden' would lose", async () => {
    const all = await reader(editor, "see src/a.ts:12");
    await all.nvim.lua(
      "vim.o.hidden = false vim.api.nvim_buf_set_lines(vim.fn.bufnr('notes.txt'), 0, -1, false, { 'mine' })",
    );
    await goTo(all.nvim, "src/a");
    expect((await visited(all, "gf")).line).toBe(12);
    expect(await all.nvim.lua("return vim.fn.bufwinid('notes.txt') > 0")).toBe(true);
    await all.nvim.lua("vim.o.hidden = true");
  });

  it("opens the file of a tool call from anywhere in its header", async () => {
    const call = toolTurn({ name: "read", args: { path: "src/with space.ts", offset: 5, limit: 3 }, output: "x" });
    const all = await reader(editor, "done", call);
    await goTo(all.nvim, "read");
    expect(await visited(all, "<CR>")).toMatchObject({ name: all.nvim.workspace.path("src/with space.ts"), line: 5 });
  });

  it("goes to the lines that went with a message", async () => {
    const all = await reader(editor, "done");
    const { nvim, peer, window } = all;
    await nvim.lua("vim.api.nvim_set_current_win(vim.fn.bufwinid('notes.txt')) vim.cmd.edit('src/a.ts')");
    await nvim.command("5,9PiPrompt what is this?");
    const sent = await peer.command("prompt", 2);
    peer.send(...run("that is it", { prompt: sent.message as string }));
    await nvim.waitUntilSettled(2);
    await nvim.command("edit notes.txt");
    await nvim.lua("vim.api.nvim_set_current_win(...)", window);
    await goTo(nvim, "a.ts:5-9");
    expect(await visited(all, "<CR>")).toMatchObject({ name: nvim.workspace.path("src/a.ts"), line: 5 });
  });

  it("goes from a line of an edit to that line of the file", async () => {
    const edit = { path: "src/a.ts", edits: [{ oldText: "line 22", newText: "line two" }] };
    const all = await reader(editor, "done", toolTurn({ name: "edit", args: edit, details: { diff: DIFF } }));
    await goTo(all.nvim, "edit");
    await all.nvim.keys("zo");
    await all.nvim.waitForChat("line two");
    await goTo(all.nvim, "line two");
    expect(await visited(all, "<CR>")).toMatchObject({ name: all.nvim.workspace.path("src/a.ts"), line: 22 });
  });

  it("opens a file whose name is too long for the header", async () => {
    const path = `${"deep-folder-name/".repeat(25)}a.ts`;
    const workspace = new Workspace();
    workspace.write(path, "deep down\n");
    const before = toolTurn({ name: "read", args: { path }, output: "x" });
    const all = await readerOf(editor, "done", { workspace, before, init: "vim.o.swapfile = false" });
    await goTo(all.nvim, "read");
    expect((await visited(all, "gf")).name).toBe(workspace.path(path));
  });

  it("opens the block with <CR> on a header that names no file", async () => {
    const all = await reader(
      editor,
      "done",
      toolTurn({ args: { command: `make ${"all ".repeat(100)}` }, output: "it was made" }),
    );
    await goTo(all.nvim, "bash");
    await all.nvim.keys("<CR>");
    await all.nvim.waitForChat("it was made");
  });

  it("finds a path in the output of a command", async () => {
    const all = await reader(editor, "done", toolTurn({ output: "src/a.ts:31:1 error: no" }));
    await goTo(all.nvim, "bash");
    await all.nvim.keys("zo");
    await all.nvim.waitForChat("error: no");
    // Wherever in the line: it begins with the place.
    await goTo(all.nvim, "error: no");
    expect((await visited(all, "gF")).line).toBe(31);
  });

  it.each(["src", "src/a.ts"])("finds a path in the output of a search in %s, which starts there", async (path) => {
    const call = toolTurn({ name: "grep", args: { pattern: "line", path }, output: "a.ts:31: line 31" });
    const all = await reader(editor, "done", call);
    await goTo(all.nvim, "grep");
    await all.nvim.keys("zo");
    await all.nvim.waitForChat("line 31");
    await goTo(all.nvim, "a.ts:31");
    expect(await visited(all, "<CR>")).toMatchObject({ name: all.nvim.workspace.path("src/a.ts"), line: 31 });
  });

  const LIST = `
    return vim.tbl_map(function(entry)
      return { vim.fn.fnamemodify(vim.fn.bufname(entry.bufnr), ":t"), entry.lnum, entry.col, entry.text }
    end, vim.fn.getqflist())`;

  it("lists the places that a block names, or a selection", async () => {
    const output = [
      "src/a.ts:12:3: error: no",
      "src/a.ts:12:3: error: no",
      "src/with space.ts:2: second",
      "gone/missing.ts:3: not there",
      '  File "src/a.ts", line 8, in f',
      "    at f (src/a.ts:7:1)",
      `notes.txt:1: ${"wide 表 ".repeat(2_000)}src/a.ts:9`,
      "10:30 nothing",
    ].join("\n");
    const all = await reader(editor, "See notes.txt:1 here.\n\nAnd src/a.ts:20-22.", toolTurn({ output }));
    const { nvim, window } = all;
    await goTo(nvim, "bash");
    await nvim.keys("gq");
    await nvim.waitForText("no file is named here");
    await nvim.keys("zo");
    await nvim.waitForChat("10:30 nothing");
    await nvim.keys("gq");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "qf", { what: "the list" });
    expect(await nvim.lua(LIST)).toEqual([
      ["a.ts", 12, 3, "error: no"],
      ["with space.ts", 2, 0, "second"],
      ["a.ts", 8, 0, 'File "src/a.ts", line 8, in f'],
      ["a.ts", 7, 1, "at f (src/a.ts:7:1)"],
      ["notes.txt", 1, 0, expect.stringMatching(/^wide 表 .{0,300}…$/)],
    ]);
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => (await nvim.lua<Place>(PLACE)).name.endsWith("a.ts"));
    await nvim.lua("vim.cmd.cclose() vim.api.nvim_set_current_win(...)", window);
    await goTo(nvim, "And src");
    await nvim.keys("Vgq");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "qf", { what: "the list" });
    expect(await nvim.lua(LIST)).toEqual([["a.ts", 20, 0, "And src/a.ts:20-22."]]);
  });

  it("lists what a search below a folder has found, and names of files", async () => {
    const grep = toolTurn({ name: "grep", args: { pattern: "line", path: "src" }, output: "a.ts:31: line 31" });
    const find = toolTurn({ id: "call_2", name: "find", args: { pattern: "*" }, output: "notes.txt\nsrc\nsrc/a.ts" });
    const all = await reader(editor, "done", [...grep, ...find]);
    const { nvim, window } = all;
    for (const [header, places] of [
      ["grep", [["a.ts", 31, 0, "line 31"]]],
      [
        "find",
        [
          ["notes.txt", 1, 0, "notes.txt"],
          ["a.ts", 1, 0, "src/a.ts"],
        ],
      ],
    ] as const) {
      await nvim.lua("vim.cmd.cclose() vim.api.nvim_set_current_win(...)", window);
      await goTo(nvim, header);
      await nvim.keys("zo");
      await nvim.waitForChat(places[0][3] as string);
      await nvim.keys("gq");
      await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "qf", { what: "the list" });
      expect(await nvim.lua(LIST)).toEqual(places);
    }
  });

  it("says what it did not find, and opens nothing", async () => {
    const long = "x".repeat(5_000);
    const all = await reader(editor, `no/such.file here\n\n${long}`);
    await goTo(all.nvim, "no/such");
    await all.nvim.keys("gf");
    await all.nvim.waitForText("there is no file no/such.file in");
    await goTo(all.nvim, long);
    await all.nvim.keys("<CR>");
    await all.nvim.waitForText(/there is no file x{40,}…/);
    expect(await all.nvim.lua("return vim.bo.filetype")).toBe("pi");
  });

  it("opens exactly the file that is named, and evaluates nothing", async () => {
    const workspace = new Workspace();
    for (const name of HOSTILE) workspace.write(name, `this is ${JSON.stringify(name)}\n`);
    const calls = HOSTILE.flatMap((name, index) =>
      toolTurn({ id: `call_${index}`, name: "read", args: { path: name }, output: "x" }),
    );
    const all = await readerOf(editor, "done", { workspace, before: calls, init: "vim.o.swapfile = false" });
    const { nvim } = all;
    const headers = (await nvim.chatText())
      .split("\n")
      .flatMap((line, at) => (line.startsWith("read ") ? [at + 1] : []));
    expect(headers).toHaveLength(HOSTILE.length);
    for (const [index, name] of HOSTILE.entries()) {
      await nvim.lua("vim.api.nvim_win_set_cursor(0, { ..., 0 })", headers[index]);
      const place = await visited(all, "gf");
      expect(place.name).toBe(workspace.path(name));
      expect(await nvim.lua("return vim.api.nvim_get_current_line()")).toBe(`this is ${JSON.stringify(name)}`);
      await back(all);
    }
    expect(existsSync(workspace.path("PWN"))).toBe(false);
    expect(await nvim.lua("return vim.g.pwn == nil")).toBe(true);
  });
});
