import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { goTo, type Reader, readerOf } from "../support/reading";
import { toolTurn } from "../support/records";

const LONG = `${"word ".repeat(60)}finis`;
const MANY = Array.from({ length: 80 }, (_, i) => `line ${i} ${"wide enough to wrap ".repeat(4)}`).join("\n\n");

const TOP_LINE = "return vim.fn.getline(vim.fn.line('w0', ...))";
const AT_END = "return vim.fn.line('w$', ...) == vim.fn.line('$', ...)";

/** The text of the chat's part of the screen, blanks taken as one. */
function chatOf({ nvim }: Reader): string {
  return nvim.screen
    .rows()
    .map((row) => row.split("│").at(-1))
    .join(" ")
    .replace(/\s+/g, " ");
}

describe.each(editors)("The transcript's lines, on $name", (editor) => {
  it("keep their place when the width changes", async () => {
    const all = await readerOf(editor, MANY);
    const { nvim, window } = all;
    await goTo(nvim, "line 40 ");
    await nvim.keys("zt");
    await nvim.command("split");
    await nvim.keys("G");
    const end = await nvim.lua<number>("return vim.api.nvim_get_current_win()");
    const reader = end === window ? await nvim.lua<number>("return vim.fn.win_getid(vim.fn.winnr('#'))") : window;
    const before = await nvim.lua(TOP_LINE, reader);
    for (const [width, height] of [
      [60, 30],
      [150, 30],
      [100, 20],
      [100, 40],
    ] as const) {
      await nvim.resize(width, height);
      await nvim.waitFor(() => nvim.lua<boolean>(`${AT_END} or nil`, end), { what: `the end at ${width} columns` });
      expect(await nvim.lua(TOP_LINE, reader)).toBe(before);
    }
  });

  it("are cut at the edge with `layout.wrap` off, and the text is whole", async () => {
    const all = await readerOf(editor, LONG, { setup: { layout: { wrap: false } } });
    expect(chatOf(all)).not.toContain("finis");
    expect(await all.nvim.chatText()).toContain(LONG);
    await goTo(all.nvim, "word");
    await all.nvim.keys("$");
    await all.nvim.waitForText("word finis");
  });

  it("hide the signs of markdown with `conceal`, in our window only, and yanking gives them", async () => {
    const reply =
      "the **bold** word, `code`, [a link](https://example.com/x) ~~gone~~\n\n# Head\n\n    **code**\n\nlast";
    const all = await readerOf(editor, reply, { setup: { conceal: true }, args: ["notes.txt"], width: 140 });
    const { nvim } = all;
    await goTo(nvim, "last");
    await nvim.waitFor(() => chatOf(all).includes("the bold word, code, a link gone"), { what: "hidden signs" });
    expect(nvim.screen.text()).toContain("# Head");
    expect(nvim.screen.text()).toContain("**code**");
    const bold = nvim.screen.find("bold");
    expect(nvim.screen.highlightAt(bold?.row ?? -1, bold?.col ?? -1).attributes.bold).toBe(true);
    await goTo(nvim, "the **");
    await nvim.waitForText("the **bold** word, `code`, [a");
    await nvim.keys("yy");
    expect(await nvim.lua("return vim.fn.getreg('\"')")).toBe(`${reply.split("\n")[0]}\n`);
    const levels = "return { vim.go.conceallevel, vim.wo[vim.fn.bufwinid('notes.txt')].conceallevel }";
    expect(await nvim.lua(levels)).toEqual([0, 0]);
  });

  it("show every sign without `conceal`", async () => {
    const all = await readerOf(editor, "a **bold** word\n\nlast");
    await goTo(all.nvim, "last");
    await all.nvim.waitForText("a **bold** word");
  });

  it("hold every script, marked where it stands", async () => {
    const reply = [
      "שלום **עולם** `x`",
      "مرحبا **بالعالم** `y`",
      "日本 **語だ** `z`",
      "e\u0301o\u0308 **n\u0303a** `w`",
      "👩‍👩‍👧 **🙂** `v`",
    ];
    const all = await readerOf(editor, reply.join("\n\n"), { setup: { layout: { width: 60 } } });
    expect(await all.nvim.chatText()).toContain(reply.join("\n\n"));
    for (const code of ["x", "y", "z", "w", "v"]) {
      await all.nvim.waitForText(`\`${code}\``);
      const [row, col] = inside(all, `\`${code}\``);
      expect(all.nvim.screen.groupAt(row, col)).not.toBe("");
      expect(all.nvim.screen.groupAt(row, col - 2)).toBe("");
    }
  });

  function inside({ nvim }: Reader, text: string): [number, number] {
    const at = nvim.screen.find(text);
    return [at?.row ?? -1, (at?.col ?? -1) + 1];
  }
});

/** Colours of a group, through its links. */
const COLOURS = `
local found = {}
for _, name in ipairs({ ... }) do
  local spec = vim.api.nvim_get_hl(0, { name = name, link = false })
  found[#found + 1] = { fg = spec.fg or 0, ctermfg = spec.ctermfg or 0 }
end
return found
`;

interface Colour {
  readonly fg: number;
  readonly ctermfg: number;
}

const STANDING_OUT = ["PiAccent", "PiToolDone", "PiToolFailed", "PiError"];

async function coloured(editor: Editor, init: string): Promise<Reader> {
  const output = "\u001b[31mred\u001b[0m \u001b[38;2;10;200;30mrgb\u001b[0m \u001b[38;5;208morange\u001b[0m";
  return readerOf(editor, "done", { before: toolTurn({ output, isError: true }), init });
}

describe.each(editors)("Colours, on $name", (editor) => {
  it.each([
    ["dark", "default"],
    ["light", "default"],
    ["dark", "habamax"],
    ["light", "morning"],
  ])("stand out on %s %s, with and without true colour", async (background, scheme) => {
    const init = `vim.o.termguicolors = false vim.o.background = "${background}" vim.cmd.colorscheme("${scheme}")`;
    const { nvim } = await coloured(editor, init);
    for (const colour of await nvim.lua<Colour[]>(COLOURS, ...STANDING_OUT)) {
      expect(colour.fg).toBeGreaterThan(0);
      expect(colour.ctermfg).toBeGreaterThan(0);
    }
    const [text, hint] = await nvim.lua<Colour[]>(COLOURS, "Normal", "PiPlaceholder");
    expect(hint?.ctermfg, "a hint looks like no draft").not.toBe(text?.ctermfg);
    await nvim.command("set termguicolors");
    const [comment, quiet] = await nvim.lua<Colour[]>(COLOURS, "Comment", "PiPlaceholder");
    expect(quiet).toEqual(comment);
    await nvim.waitForText("rgb");
    const exact = nvim.screen.groupsOf("rgb").at(-1) as string;
    const [rgb] = await nvim.lua<Colour[]>(COLOURS, exact);
    expect(rgb?.fg).toBe(0x0ac81e);
    expect(rgb?.ctermfg).toBeGreaterThanOrEqual(16);
  });

  it("follow the scheme and the background when these change", async () => {
    const { nvim } = await coloured(editor, "vim.o.background = 'dark'");
    const before = await nvim.lua<Colour[]>(COLOURS, ...STANDING_OUT);
    await nvim.command("set background=light");
    const light = await nvim.lua<Colour[]>(COLOURS, ...STANDING_OUT);
    expect(light.map(({ fg }) => fg)).not.toEqual(before.map(({ fg }) => fg));
    await nvim.command("colorscheme habamax");
    expect((await nvim.lua<Colour[]>(COLOURS, ...STANDING_OUT)).every(({ fg }) => fg > 0)).toBe(true);
    await nvim.command("set background=dark | colorscheme default");
    expect(await nvim.lua(COLOURS, ...STANDING_OUT)).toEqual(before);
  });
});

describe.each(editors)("Icons, on $name", (editor) => {
  const call = toolTurn({ args: { command: "make" }, output: "x" });

  it("can be plain ASCII", async () => {
    const all = await readerOf(editor, "done", { before: call, setup: { icons: "ascii" } });
    await all.nvim.waitForText(/> +bash {2}make +ok /);
    expect(chatOf(all)).toContain("| You");
    expect(all.nvim.screen.text()).not.toMatch(/[▸▾┃✓✗π↓]/);
  });

  it("can be replaced one by one, and a wrong one is named", async () => {
    const icons = { done: "yes", closed: "much too wide", smile: ":)" };
    const all = await readerOf(editor, "done", { before: call, setup: { icons } });
    await all.nvim.waitForText(/▸ +bash {2}make +yes /);
    const log = await all.nvim.lua<string>("return table.concat(vim.fn.readfile(require('pi.log').prepare()), '|')");
    expect(log).toContain("the icon `closed` cannot be");
    expect(log).toContain("there is no icon `smile`");
  });
});

describe.each(editors)("The status line, on $name", (editor) => {
  it("is a component for lualine, which puts the string between its own highlights", async () => {
    const all = await readerOf(editor, "done");
    const shown = await all.nvim.lua<{ str: string }>(
      `local component = function() return require("pi").statusline() end
       vim.o.statusline = "%#Normal# " .. component() .. " %#Comment# x "
       return vim.api.nvim_eval_statusline(vim.o.statusline, {})`,
    );
    expect(shown.str).toBe(" π demo 10%  x ");
  });
});
