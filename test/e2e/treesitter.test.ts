import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { goTo, type Reader, readerOf } from "../support/reading";
import { delta, runEnd, runStart, toolTurn } from "../support/records";

/** Captures of Neovim's own highlighter at the first place of some text. */
const CAPTURES = `
for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
  local col = line:find(..., 1, true)
  if col then
    vim.treesitter.get_parser(0, "markdown"):parse(true)
    local names = {}
    for _, capture in ipairs(vim.treesitter.get_captures_at_pos(0, row - 1, col - 1)) do
      names[#names + 1] = capture.capture
    end
    return names
  end
end
return { "not there" }
`;

const IS_ON = "return vim.treesitter.highlighter.active[vim.fn.bufnr('pi://1/transcript')] ~= nil";

/** The text of a tool's output opens a fence that nobody closes. */
const OUTPUT = "```\n# no heading of ours";

async function reader(editor: Editor, markdown: Record<string, unknown>, init = ""): Promise<Reader> {
  const all = await readerOf(editor, "# A heading\n\nsome **bold** words\n\n```lua\nlocal x = 1\n", {
    before: toolTurn({ output: OUTPUT, isError: true }),
    setup: { markdown },
    init,
  });
  all.peer.send(...runStart().slice(0, -2), ...runStart().slice(-2), delta("after **it**"), ...runEnd("after **it**"));
  await all.nvim.waitForChat("after **it**");
  return all;
}

describe.each(editors)("Markdown by treesitter, on $name", (editor) => {
  it("is highlighted in each reply by itself, and nowhere else", async () => {
    const { nvim } = await reader(editor, { by: "treesitter" });
    expect(await nvim.lua(IS_ON)).toBe(true);
    const captures = (text: string) => nvim.lua<string[]>(CAPTURES, text);
    expect((await captures("A heading")).join()).toContain("markup.heading");
    expect(await captures("bold**")).toContain("markup.strong");
    expect((await captures("local x")).join()).toContain("keyword");
    // An open fence before swallows nothing.
    expect(await captures("it**")).toContain("markup.strong");
    expect(await captures("no heading of ours")).toEqual([]);
    expect(await captures("go")).toEqual([]);
    await goTo(nvim, "some ");
    const at = nvim.screen.find("bold");
    expect(nvim.screen.highlightAt(at?.row ?? -1, at?.col ?? -1).attributes.bold).toBe(true);
  });

  it("is the host's beyond the length, without a change to be seen", async () => {
    const { nvim, peer } = await reader(editor, { by: "treesitter", most_lines: 30 });
    expect(await nvim.lua(IS_ON)).toBe(true);
    const long = Array.from({ length: 40 }, (_, i) => `line **number** ${i}`).join("\n\n");
    peer.send(...runStart(), delta(long), ...runEnd(long));
    await nvim.waitForChat("number** 39");
    await nvim.waitFor(async () => (await nvim.lua<boolean>(IS_ON)) === false || null, { what: "treesitter to stop" });
    await nvim.keys("G");
    await nvim.waitForText("39");
    const at = nvim.screen.find("number");
    expect(nvim.screen.highlightAt(at?.row ?? -1, at?.col ?? -1).attributes.bold).toBe(true);
    await goTo(nvim, "A heading");
    await nvim.waitForText("A heading");
    expect(nvim.screen.groupsOf("A heading").length).toBeGreaterThan(0);
  });

  /**
   * Draws as render-markdown.nvim does: the current buffer that it saw by filetype, and not again within its pause, each
   * asking beginning that anew.
   */
  const RENDER_MARKDOWN = `
    local last = 0
    vim.api.nvim_create_user_command("RenderMarkdown", function(args)
      local now, early = vim.uv.now(), vim.uv.now() - last < 100
      last = now
      if args.args == "buf_disable" then
        _G.drawn = "off"
      elseif args.args == "buf_enable" and _G.seen == vim.api.nvim_get_current_buf() and not early then
        draw()
      end
    end, { nargs = "*" })`;

  /**
   * As markview.nvim does: only what it is attached to, and a buffer that it is told of is a text to it. What it conceals
   * is hidden in the windows of that moment.
   */
  const MARKVIEW = `
    local attached, enabled = {}, {}
    vim.api.nvim_create_user_command("Markview", function(args)
      local step, buf = args.fargs[1], args.fargs[2] or vim.api.nvim_get_current_buf()
      if step == "attach" then
        attached[buf] = true
        for _, win in ipairs(vim.fn.win_findbuf(buf)) do vim.wo[win].conceallevel = 3 end
      elseif step == "enable" or step == "disable" then
        if attached[buf] then
          enabled[buf] = step == "enable"
          _G.drawn = "off"
        end
      elseif step == "render" and enabled[buf] then
        draw()
      end
    end, { nargs = "*" })`;

  /** Neither sees a change that is none of the user's. */
  const DRAWING = `
    function draw()
      _G.drawn = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")
    end
    vim.api.nvim_create_autocmd("FileType", { pattern = "pi", callback = function(args)
      if vim.treesitter.language.get_lang(vim.bo[args.buf].filetype) == "markdown" then _G.seen = args.buf end
    end })`;

  it.each([
    ["render-markdown", RENDER_MARKDOWN],
    ["markview", MARKVIEW],
  ])("has %s draw what comes in, from another window too, and stop where it is too long", async (by, command) => {
    const { nvim, peer } = await reader(editor, { by, most_lines: 40 }, `${DRAWING} ${command}`);
    const drawn = (text: string) =>
      nvim.waitFor(async () => (await nvim.lua<string | null>("return _G.drawn"))?.includes(text) || null, {
        what: `${by} to draw ${text}`,
      });
    await drawn("after **it**");
    await nvim.command("PiToggle");
    await nvim.command("PiOpen");
    expect(await nvim.lua("return vim.wo[vim.fn.win_findbuf(_G.seen)[1]].conceallevel")).toBe(3);
    peer.send(...runStart(), ...["one", " two", " three"].map((part) => delta(part)));
    await drawn("one two three");
    peer.send(...runEnd("one two three"));
    await nvim.waitUntilSettled();
    const long = Array.from({ length: 50 }, (_, i) => `line ${i}`).join("\n\n");
    peer.send(...runStart(), delta(long), ...runEnd(long));
    await nvim.waitForChat("line 49");
    await nvim.waitFor(async () => (await nvim.lua("return _G.drawn")) === "off" || null, { what: "an end" });
  });

  it("says what is missing when the plugin is not there", async () => {
    const { nvim } = await reader(editor, { by: "markview" });
    nvim.expectError(/markview cannot draw/);
    await nvim.waitForText("markview cannot draw the transcript");
    expect(await nvim.chatText()).toContain("after **it**");
  });
});
