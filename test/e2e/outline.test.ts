import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { type Reader, readerOf, sessionOf } from "../support/reading";
import { assistantMessage, text, toolTurn, userMessage } from "../support/records";
import { launchWithPeer } from "../support/withPeer";

const TITLES = `
return vim.api.nvim_buf_get_lines(0, 0, -1, false)
`;

async function openOutline({ nvim }: Reader): Promise<string[]> {
  await nvim.keys("gO");
  await nvim.waitFor(() => nvim.lua<boolean>("return vim.bo.filetype == 'qf' or nil"), { what: "the outline" });
  return nvim.lua<string[]>(TITLES);
}

const HERE = "return { vim.bo.filetype, vim.api.nvim_get_current_line() }";

describe.each(editors)("The outline, on $name", (editor) => {
  it("lists messages, headings and tools, and goes there", async () => {
    const reply = "Now I know.\n\n# First\n\n```sh\n# no heading\n```\n\n## Second one\n\ntext";
    const all = await readerOf(editor, reply, { before: toolTurn({ args: { command: "make all" }, output: "x" }) });
    expect(await openOutline(all)).toEqual([
      "You: go",
      "  bash  make all",
      "  Now I know.",
      "    First",
      "      Second one",
    ]);
    await all.nvim.keys("G<CR>");
    await all.nvim.waitFor(async () => (await all.nvim.lua<string[]>(HERE))[1] === "## Second one");
    expect(await all.nvim.lua("return vim.api.nvim_get_current_win()")).toBe(all.window);
    await all.nvim.keys("<C-o>");
    await all.nvim.waitFor(async () => (await all.nvim.lua<string[]>(HERE))[1] === "You");
  });

  it("says so when there is nothing", async () => {
    const { nvim } = await launchWithPeer(editor);
    await nvim.command("PiOpen");
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    await nvim.keys("gO");
    await nvim.waitForText("nothing has been said yet");
  });
});

const MESSAGES = 1500;

/** A session far longer than what the buffer holds at once. */
async function longSession(editor: Editor): Promise<Reader> {
  const messages = Array.from({ length: MESSAGES }, (_, i) => {
    const body = `reply ${i} says\n\n- one\n- two\n\n${i === 3 ? "the needle.md is here, Once" : "straw"}\n\nend of ${i}`;
    return i % 2 === 0 ? userMessage(`question ${i}`) : assistantMessage([text(body)]);
  });
  const all = await sessionOf(editor, messages, `end of ${MESSAGES - 1}`);
  expect(await all.nvim.chatText()).not.toContain("needle");
  return all;
}

const CURSOR = "return { vim.api.nvim_get_current_line(), vim.fn.col('.') }";

describe.each(editors)("A conversation that is not loaded, on $name", (editor) => {
  it("is searched as well, and the match is where one lands", async () => {
    const all = await longSession(editor);
    const { nvim } = all;
    nvim.expectError(/E486/);
    await nvim.type("/needle\\.md\n");
    await nvim.waitFor(async () => (await nvim.lua<[string, number]>(CURSOR))[1] === 5, {
      what: "the cursor on the match",
    });
    expect(await nvim.lua(CURSOR)).toEqual(["the needle.md is here, Once", 5]);
    expect(nvim.screen.text()).toContain("the needle.md is here");
    expect(await nvim.lua("return vim.api.nvim_get_current_win()")).toBe(all.window);
    // From there forward again: the newest is not loaded now.
    await nvim.type(`/end of ${MESSAGES - 1}\n`);
    await nvim.waitFor(async () => (await nvim.lua<[string, number]>(CURSOR))[0] === `end of ${MESSAGES - 1}`);
    await nvim.type("/nowhere at all\n");
    await nvim.waitForText("the whole conversation was searched");
    await nvim.type("/nee[d]le\n");
    await nvim.waitForText("only plain words can be searched in what is not loaded");
  });

  it("is gone through with n and N, beyond what is loaded", async () => {
    const { nvim } = await longSession(editor);
    await nvim.type("/question\n");
    await nvim.waitForText("n and N go on into the rest");
    const number = async () => Number(/question (\d+)/.exec((await nvim.lua<[string, number]>(CURSOR))[0])?.[1]);
    await nvim.waitFor(async () => (await number()) >= 0, { what: "the cursor on a match" });
    await nvim.lua("vim.fn.cursor(1, 1) vim.fn.search('question', 'c')");
    for (let step = 0; step < 60; step++) {
      const before = await number();
      await nvim.keys("N");
      await nvim.waitFor(async () => (await number()) === before - 2, { what: `question ${before - 2}` });
    }
  });

  it("is gone through with N also while lines are on their way: none is passed over", async () => {
    const { nvim } = await longSession(editor);
    await nvim.type("/question\n");
    await nvim.waitForText("n and N go on into the rest");
    for (let step = 0; step < 25; step++) {
      const first = await nvim.lua<string>(`vim.fn.cursor(1, 1)
        local first = vim.fn.getline(vim.fn.search("question", "c"))
        vim.fn.cursor(1, 1)
        vim.cmd("doautocmd CursorMoved") -- asks for more
        vim.api.nvim_feedkeys("N", "mt", false)
        return first`);
      const before = Number(/question (\d+)/.exec(first)?.[1]);
      const here = async () => (await nvim.lua<[string, number]>(CURSOR))[0];
      await nvim.waitFor(async () => (await here()).startsWith("question") && (await here()) !== first);
      expect(await here()).toBe(`question ${before - 2}`);
    }
  });

  it("is reached from the outline", async () => {
    const all = await longSession(editor);
    const titles = await openOutline(all);
    expect(titles.length).toBeGreaterThanOrEqual(1000);
    const wanted = titles[2] as string;
    await all.nvim.keys("3G<CR>");
    const said = wanted.replace(/^\s*(You: )?/, "");
    await all.nvim.waitFor(
      async () => (await all.nvim.lua<string[]>(HERE)).includes("pi") && (await all.nvim.chatText()).includes(said),
    );
    await all.nvim.waitForText(said);
  });

  it("keeps the search of other buffers as it is", async () => {
    const { nvim } = await longSession(editor);
    await nvim.lua("vim.cmd('wincmd p') vim.cmd('enew!') vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'a needle' })");
    await nvim.type("/needle\n");
    await nvim.lua("return 1");
    expect(await nvim.lua(CURSOR)).toEqual(["a needle", 3]);
  });
});

describe.each(editors)("What the host is asked to search, on $name", (editor) => {
  const asked = (text: string, ignoreCase = false, wholeWord = false) => ({ text, ignoreCase, wholeWord });

  it("is the plain text that a pattern stands for, or nothing", async () => {
    const { nvim } = await launchWithPeer(editor);
    const cases = [
      ["word", "", asked("word")],
      ["a.b", "", asked("a.b")],
      ["a\\.b\\/c\\*", "", asked("a.b/c*")],
      ["\\<word\\>", "", asked("word", false, true)],
      ["\\Va*[b]$", "", asked("a*[b]$")],
      ["\\CWord", "ignorecase", asked("Word")],
      ["word\\c", "", asked("word", true)],
      ["word", "ignorecase", asked("word", true)],
      ["Word", "ignorecase smartcase", asked("Word")],
      ["größe", "ignorecase", asked("größe", true)],
      ["^a", "", null],
      ["a$", "", null],
      ["a^b$c", "", asked("a^b$c")],
      ["a*", "", null],
      ["[ab]", "", null],
      ["\\vab", "", null],
      ["a\\|b", "", null],
      ["\\d", "", null],
      ["", "", null],
    ] as const;
    for (const [pattern, options, wanted] of cases) {
      const query = await nvim.lua(
        `vim.cmd("set noignorecase nosmartcase " .. select(2, ...))
         return require("pi.chat.search").query((...)) or vim.NIL`,
        pattern,
        options,
      );
      expect([pattern, query]).toEqual([pattern, wanted]);
    }
  });
});
