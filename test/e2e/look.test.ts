import { describe, expect, it } from "vitest";
import { editors } from "../support/e2e";
import { defaultAnswer } from "../support/peerAnswers";
import { delta, runEnd, runStart, toolTurn } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

const REPLY = [
  "# A heading",
  "Some *emphasis*, **strong** and `code`.",
  "- an item",
  "> a quote",
  "```ts",
  "const n = 1;",
  "```",
].join("\n");

describe.each(editors)("The look, on $name", (editor) => {
  async function shown(options: Parameters<typeof launchWithPeer>[2] = {}): Promise<WithPeer> {
    const all = await launchWithPeer(editor, {}, { width: 120, height: 30, ...options });
    all.peer.answers.prompt = (command) => [
      defaultAnswer(command),
      ...runStart("why?").slice(0, -2),
      ...toolTurn({ args: { command: "npm test" }, output: "line\n".repeat(214) }),
      ...toolTurn({ id: "call_2", name: "edit", args: { path: "src/pump.ts", oldText: "a", newText: "b" } }),
      ...toolTurn({ id: "call_3", args: { command: "false" }, output: "it broke", isError: true }),
      ...runStart().slice(2),
      delta(REPLY),
      ...runEnd(REPLY),
    ];
    await all.nvim.command("PiPrompt why?");
    await all.nvim.waitUntilSettled();
    await all.nvim.waitForText("const n = 1;");
    return all;
  }

  const rowOf = ({ nvim }: WithPeer, text: string) => nvim.screen.row(nvim.screen.find(text)?.row ?? -1);

  it("is that of the design: a bar for the user, arrows, states at the right edge, one line for pi", async () => {
    const all = await shown();
    const { nvim } = all;
    expect(rowOf(all, "π")).toMatch(/π {2}demo · medium · 10% of 200k/);
    expect(rowOf(all, "You")).toMatch(/┃ You +\d\d:\d\d$/);
    expect(rowOf(all, "why?")).toMatch(/┃ why\?$/);
    expect(rowOf(all, "npm test")).toMatch(/▸ bash {2}npm test +✓.* 214 lines$/);
    expect(rowOf(all, "src/pump.ts")).toMatch(/[▸▾] edit {2}src\/pump\.ts {2}\+1 −1 +✓/);
    expect(rowOf(all, "bash  false")).toMatch(/▸ bash {2}false +✗/);
    expect(rowOf(all, "it broke")).toMatch(/it broke$/);
    expect(rowOf(all, "? keys")).toMatch(/─+ \? keys/);
    expect(nvim.screen.text()).not.toContain("```\n```");
  });

  it("colours markdown through the standard groups, so that every colour scheme fits", async () => {
    const all = await shown();
    const groups = await all.nvim.lua<Record<string, string>>(MARKS, await all.nvim.windowOf("pi"));
    expect(groups["A heading"] ?? groups["# A heading"]).toMatch(/^@markup\.heading/);
    expect(groups.emphasis ?? groups["*emphasis*"]).toMatch(/^@markup\.italic/);
    expect(groups.strong ?? groups["**strong**"]).toMatch(/^@markup\.strong/);
    expect(groups.code ?? groups["`code`"]).toMatch(/^@markup\.raw/);
  });

  it("is the same in a light colour scheme, without true colours and at another size", async () => {
    const all = await shown({ init: "vim.o.background = 'light' vim.o.termguicolors = false" });
    const before = rowOf(all, "npm test").trimEnd().slice(-12);
    await all.nvim.resize(80, 20);
    await all.nvim.command("colorscheme blue");
    await all.nvim.lua("vim.api.nvim_set_current_win(...)", await all.nvim.windowOf("pi"));
    await all.nvim.keys("gg");
    await all.nvim.waitForText("npm test");
    expect(rowOf(all, "npm test").trimEnd().slice(-12)).toBe(before);
    expect(all.nvim.screen.groupsOf("✗ ").join()).toMatch(/Error|Diagnostic|Pi/);
  });

  it("never covers text with what stands at the right edge, however wide the window is", async () => {
    const command = `echo ${Array.from({ length: 12 }, (_, i) => `word${i}`).join(" ")}`;
    const all = await launchWithPeer(editor, {}, { width: 160 });
    all.peer.answers.prompt = (asked) => [
      defaultAnswer(asked),
      ...runStart("why?").slice(0, -2),
      ...toolTurn({ args: { command }, output: "one" }),
      ...runStart().slice(2),
      ...runEnd("done"),
    ];
    await all.nvim.command("PiPrompt why?");
    await all.nvim.waitUntilSettled();
    const shown = () =>
      all.nvim.screen
        .text()
        .match(/bash[\s\S]*1 line/)?.[0]
        .replace(/[\s│]*\n[^│]*│\s*/g, " ") ?? "";
    const isWhole = () => shown().includes(command) && shown().includes("✓ 12 ms · 1 line");
    await all.nvim.waitFor(isWhole, { what: "all of it in a narrow window", context: shown });
    const win = await all.nvim.windowOf("pi");
    await all.nvim.lua("vim.api.nvim_win_set_width(..., 120)", win);
    const isBeside = () => /word11 {4,}✓ 12 ms · 1 line/.test(all.nvim.screen.text());
    await all.nvim.waitFor(isBeside, { what: "it at the edge of a wide window" });
    await all.nvim.lua("vim.api.nvim_win_set_width(..., 60)", win);
    await all.nvim.waitFor(isWhole, { what: "all of it in a narrow window again", context: shown });
    for (let width = 40; width < 64; width++) {
      await all.nvim.lua("vim.api.nvim_win_set_width(...)", win, width);
      const isUnbroken = () => isWhole() && all.nvim.screen.text().includes("✓ 12 ms · 1 line");
      await all.nvim.waitFor(isUnbroken, { what: `the state in one row of ${width} cells`, context: shown });
    }
    await all.nvim.command("PiClose");
    await all.nvim.command("PiOpen tab");
    await all.nvim.waitFor(isBeside, { what: "it at the edge of a whole tab page" });
    await all.nvim.command("PiClose");
    await all.nvim.command("PiOpen float");
    await all.nvim.waitFor(isWhole, { what: "all of it in a float", context: shown });
  });

  it("aligns tables where they fit, as they are written and at any width, and leaves their text alone", async () => {
    const { nvim, peer } = await launchWithPeer(editor, {}, { width: 150 });
    const shown = () =>
      nvim.screen
        .text()
        .split("\n")
        .flatMap((row) => /\|.*\|/.exec(row) ?? []);
    const isShown = (rows: string[], what: string) =>
      nvim.waitFor(() => JSON.stringify(shown()) === JSON.stringify(rows), { what, context: () => shown().join("\n") });
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    const table = "| a | head |\n|---|--:|\n| 日本 \\| x | 1 |\n";
    peer.send(...runStart("go"), delta(table), delta("| a longer ce"));
    const aligned = ["| a         | head |", "|-----------|-----:|", "| 日本 \\| x |    1 |"];
    await isShown(aligned, "the rows that are complete, aligned");
    const all = `${table}| a longer cell | 2 |`;
    peer.send(delta("ll | 2 |"), ...runEnd(all));
    await nvim.waitUntilSettled();
    const whole = [
      "| a             | head |",
      "|---------------|-----:|",
      "| 日本 \\| x     |    1 |",
      "| a longer cell |    2 |",
    ];
    await isShown(whole, "all rows, aligned");
    expect(await nvim.chatText()).toContain(all);
    const win = await nvim.windowOf("pi");
    await nvim.lua("vim.api.nvim_win_set_width(..., 24)", win);
    await isShown(all.split("\n"), "the rows as they are where there is no room");
    await nvim.lua("vim.api.nvim_win_set_width(..., 60)", win);
    await isShown(whole, "all rows, aligned again");
  });

  it("says plainly when there is nothing yet, also where windows are separated by bars", async () => {
    const { nvim } = await launchWithPeer(
      editor,
      {},
      { init: "vim.o.termguicolors = true vim.cmd.colorscheme('habamax')" },
    );
    await nvim.command("PiOpen");
    await nvim.waitForText("Nothing has been said yet");
    await nvim.waitForText(/all keys/);
    await nvim.waitForText("? keys");
    const { row, col } = nvim.screen.find("? keys") as { row: number; col: number };
    const backgroundAt = (...cell: [number, number]) => nvim.screen.cellAt(...cell).highlight.attributes.background;
    expect(nvim.screen.cellAt(row, col - 4).text).toBe("─");
    const plain = backgroundAt((nvim.screen.find("all keys") as { row: number }).row, nvim.screen.width - 1);
    expect([backgroundAt(row, col), backgroundAt(row, col - 4)]).toEqual([plain, plain]);
  });
});

/** The group of each marked text. */
const MARKS = `
local buffer = vim.api.nvim_win_get_buf(...)
local found = {}
for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, -1, 0, -1, { details = true })) do
  local row, details = mark[2], mark[4]
  if details.hl_group and details.end_row == row then
    local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]
    found[line:sub(mark[3] + 1, details.end_col)] = details.hl_group
  end
end
return found
`;
