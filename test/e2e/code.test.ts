import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { goTo, type Reader, readerOf } from "../support/reading";

const REPLY = [
  "Look:",
  "",
  "```js",
  "const a = 1;",
  "",
  "\tcall(a);",
  "```",
  "```",
  "second",
  "```",
  "",
  "- in a list:",
  "",
  "  ```sh",
  "  make",
  "",
  "    test",
  "  ```",
  "",
  "1. ```sh",
  "   npm i",
  "   ```",
  "",
  "> ```",
  "> quoted",
  "> ```",
  "",
  "The end.",
].join("\n");

const REGISTER = "return vim.fn.getreg(...)";

async function yanked({ nvim }: Reader, keys: string, name = '"'): Promise<string> {
  await nvim.lua("vim.fn.setreg('\"', 'nothing')");
  await nvim.keys(keys);
  return nvim.lua<string>(REGISTER, name);
}

async function reader(editor: Editor): Promise<Reader> {
  return readerOf(editor, REPLY, { args: ["notes.txt"], init: "vim.o.swapfile = false" });
}

describe.each(editors)("Code blocks under the cursor, on $name", (editor) => {
  it("are text objects, without and with their fences", async () => {
    const all = await reader(editor);
    await goTo(all.nvim, "call(a)");
    expect(await yanked(all, "yic")).toBe("const a = 1;\n\n\tcall(a);\n");
    await goTo(all.nvim, "const a");
    expect(await yanked(all, "yac")).toBe("```js\nconst a = 1;\n\n\tcall(a);\n```\n");
    expect(await yanked(all, "jvicy")).toBe("const a = 1;\n\n\tcall(a);\n");
    await goTo(all.nvim, "second");
    expect(await yanked(all, "yac")).toBe("```\nsecond\n```\n");
  });

  it("leave registers alone where there is none", async () => {
    const all = await reader(editor);
    await goTo(all.nvim, "The end");
    expect(await yanked(all, "yic")).toBe("nothing");
    await all.nvim.waitForText("there is no code block at the cursor");
    expect((await all.nvim.mode()).mode).toBe("n");
    expect(await yanked(all, "vic<Esc>")).toBe("nothing");
    expect(await yanked(all, "yc")).toBe("nothing");
  });

  it("are copied without what a list or a quote adds", async () => {
    const all = await reader(editor);
    await goTo(all.nvim, "  make");
    expect(await yanked(all, "yc")).toBe("make\n\n  test\n");
    await all.nvim.waitForText('3 lines of the code block yanked into ""');
    await goTo(all.nvim, "npm i");
    expect(await yanked(all, "yc")).toBe("npm i");
    await goTo(all.nvim, "1. ```sh");
    expect(await yanked(all, "yac")).toBe("1. ```sh\n   npm i\n   ```\n");
    await goTo(all.nvim, "> quoted");
    expect(await yanked(all, '"xyc', "x")).toBe("quoted");
    await goTo(all.nvim, "```js");
    expect(await yanked(all, "yc")).toBe("const a = 1;\n\n\tcall(a);\n");
  });

  it("go into the last file window, and the cursor stays", async () => {
    const all = await reader(editor);
    const { nvim } = all;
    const file = await nvim.lua<number>("return vim.fn.bufwinid('notes.txt')");
    const lines = "return vim.api.nvim_buf_get_lines(vim.fn.bufnr('notes.txt'), 0, -1, false)";
    await nvim.lua("vim.api.nvim_buf_set_lines(vim.fn.bufnr('notes.txt'), 0, -1, false, { 'one', 'two' })");
    await goTo(nvim, "const a");
    await nvim.keys("p");
    expect(await nvim.lua(lines)).toEqual(["one", "const a = 1;", "", "\tcall(a);", "two"]);
    await nvim.waitForText("3 lines put after line 1 of notes.txt");
    expect(await nvim.lua("return vim.api.nvim_get_current_win()")).toBe(all.window);
    await goTo(nvim, "second");
    await nvim.keys("P");
    expect((await nvim.lua<string[]>(lines)).slice(0, 3)).toEqual(["one", "second", "const a = 1;"]);
    await nvim.lua("vim.bo[vim.api.nvim_win_get_buf(...)].modifiable = false", file);
    await nvim.keys("p");
    await nvim.waitForText("notes.txt cannot be changed");
  });

  it("say what p is for everywhere else", async () => {
    const all = await reader(editor);
    await goTo(all.nvim, "The end");
    const before = await all.nvim.chatText();
    await all.nvim.keys("p");
    await all.nvim.waitForText("nothing changes here; on code, p puts it");
    expect(await all.nvim.chatText()).toBe(before);
  });
});

describe.each(editors)("Messages as text objects, on $name", (editor) => {
  it("are what was said, or all of it", async () => {
    const all = await reader(editor);
    await goTo(all.nvim, "go");
    expect(await yanked(all, "yim")).toBe("go\n");
    await goTo(all.nvim, "go");
    expect(await yanked(all, "yam")).toBe("You\ngo\n\n");
    await goTo(all.nvim, "second");
    expect(await yanked(all, "yim")).toBe(`${REPLY}\n`);
  });
});
