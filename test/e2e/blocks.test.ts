import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { goTo, type Reader, readerOf } from "../support/reading";
import { runEnd, runStart, toolTurn, update, type WireRecord } from "../support/records";

const OUTPUT = Array.from({ length: 20 }, (_, i) => `output ${i + 1}`).join("\n");
const CALL = toolTurn({ args: { command: "make" }, output: OUTPUT });
const THOUGHT: WireRecord[] = [
  update({ type: "thinking_start", contentIndex: 0 }),
  update({ type: "thinking_delta", contentIndex: 0, delta: "a deep thought" }),
  update({ type: "thinking_end", contentIndex: 0, content: "a deep thought" }),
];
const SAID = [
  { type: "thinking", thinking: "a deep thought" },
  { type: "text", text: "more" },
];

async function withBlocks(editor: Editor, blocks?: Record<string, unknown>): Promise<Reader> {
  return readerOf(editor, "done", { before: CALL, ...(blocks && { setup: { blocks } }) });
}

async function shownOutput({ nvim }: Reader): Promise<number> {
  return (await nvim.chatText()).split("\n").filter((line) => line.startsWith("output ")).length;
}

describe.each(editors)("How blocks start, on $name", (editor) => {
  it.each([
    ["auto", 0],
    ["open", 20],
    [4, 4],
    ["closed", 0],
  ] as const)("%s shows %i lines of a tool's output", async (tool, count) => {
    const all = await withBlocks(editor, { tool });
    await all.nvim.waitFor(async () => (await shownOutput(all)) === count || null, { what: `${count} lines` });
  });

  it("the first key on a block that starts open closes it", async () => {
    const all = await withBlocks(editor, { tool: "open" });
    await goTo(all.nvim, "bash");
    await all.nvim.keys("<Tab>");
    await all.nvim.waitFor(async () => (await shownOutput(all)) === 0, { what: "a closed block" });
    await all.nvim.keys("<Tab>");
    await all.nvim.waitFor(async () => (await shownOutput(all)) === 20, { what: "an open block" });
  });

  it("a thought can start open", async () => {
    const all = await readerOf(editor, "done", { setup: { blocks: { thinking: "open" } }, before: [] });
    all.peer.send(...runStart().slice(0, -1), ...THOUGHT, ...runEnd("more", { content: SAID }));
    await all.nvim.waitForChat("a deep thought");
  });

  it("what was opened is open after the chat was closed, and after its buffer was wiped", async () => {
    const all = await withBlocks(editor);
    await goTo(all.nvim, "bash");
    await all.nvim.keys("zo");
    await all.nvim.waitFor(async () => (await shownOutput(all)) === 20, { what: "an open block" });
    await all.nvim.command("PiClose");
    await all.nvim.command("PiOpen");
    expect(await shownOutput(all)).toBe(20);
    await all.nvim.command("PiClose");
    await all.nvim.lua(`vim.cmd("bwipeout! " .. vim.fn.bufnr("pi://1/transcript"))`);
    await all.nvim.command("PiOpen");
    await all.nvim.waitFor(async () => (await shownOutput(all)) === 20, { what: "the block as it was" });
  });
});

describe.each(editors)("Leaving the end, on $name", (editor) => {
  it("is shown in the line above, for each window", async () => {
    const { nvim } = await readerOf(editor, Array.from({ length: 60 }, (_, i) => `line ${i}`).join("\n\n"), {
      width: 160,
    });
    const MORE = "↓ more below";
    const count = () => nvim.screen.text().split(MORE).length - 1;
    await nvim.waitForText(MORE);
    await nvim.keys("G");
    await nvim.waitFor(() => count() === 0, { what: "no sign at the end" });
    await nvim.command("vsplit");
    await nvim.keys("gg");
    await nvim.waitFor(() => count() === 1, { what: "the sign of one window" });
    await nvim.lua("vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(0), 0 })");
    await nvim.waitFor(() => count() === 0, { what: "no sign once it is back" });
  });

  it("is shown when it is the wheel that leaves, while one is in the prompt", async () => {
    const all = await readerOf(editor, Array.from({ length: 60 }, (_, i) => `line ${i}`).join("\n\n"), { width: 160 });
    const { nvim, window } = all;
    await nvim.keys("G");
    await nvim.waitFor(() => !nvim.screen.text().includes("more below"), { what: "the end" });
    await nvim.command("PiOpen");
    const [row, col] = await nvim.lua<[number, number]>("return vim.api.nvim_win_get_position(...)", window);
    for (let i = 0; i < 10; i++) await nvim.nvim.request("nvim_input_mouse", ["wheel", "up", "", 0, row + 3, col + 3]);
    await nvim.waitForText("more below");
    expect(await nvim.lua("return vim.bo.filetype")).toBe("pi-prompt");
  });

  it("makes a window scroll by screen lines, which one that follows does not", async () => {
    const { nvim, window } = await readerOf(editor, Array.from({ length: 60 }, (_, i) => `line ${i}`).join("\n\n"));
    const isSmooth = () => nvim.lua<boolean>("return vim.wo[...].smoothscroll", window);
    expect(await isSmooth()).toBe(true);
    await nvim.keys("G");
    await nvim.waitFor(async () => !(await isSmooth()), { what: "whole lines" });
    await nvim.keys("gg");
    await nvim.waitFor(isSmooth, { what: "screen lines" });
  });
});
