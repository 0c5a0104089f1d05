import { describe, expect, it } from "vitest";
import { editors } from "../support/e2e";
import { delta, runEnd, runStart } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

/** What a reply must not touch in the user's window. */
const STATE = `
local function marks() return { vim.fn.getpos("'["), vim.fn.getpos("']"), vim.fn.getpos("'<"), vim.fn.getpos("'>") } end
local registers = {}
for name in ('"0123456789abc-./:*+'):gmatch(".") do registers[name] = vim.fn.getreg(name) end
return {
  tab = vim.api.nvim_get_current_tabpage(),
  window = vim.api.nvim_get_current_win(),
  buffer = vim.api.nvim_get_current_buf(),
  view = vim.fn.winsaveview(),
  jumps = vim.fn.getjumplist(),
  changes = vim.fn.getchangelist(),
  alternate = vim.fn.bufnr("#"),
  tick = vim.b.changedtick,
  search = { vim.fn.getreg("/"), vim.v.hlsearch },
  marks = marks(),
  registers = registers,
}
`;

const WORDS = Array.from({ length: 2_000 }, (_, i) => `word${i} `);
const REPLY = WORDS.join("");

describe.each(editors)("The user's own work during a reply, on $name", (editor) => {
  async function started(): Promise<WithPeer> {
    const all = await launchWithPeer(editor);
    all.nvim.workspace.write("code.txt", Array.from({ length: 200 }, (_, i) => `a code line ${i}`).join("\n"));
    await all.nvim.command("edit code.txt");
    await all.nvim.command("PiPrompt go");
    await all.peer.command("prompt");
    all.peer.send(...runStart("go"), delta("begun "));
    await all.nvim.waitForChat("begun");
    return all;
  }

  const nothing = async (): Promise<void> => undefined;

  /** Streams the reply, in the middle of which `meanwhile` runs, and `afterwards` when all of it was sent. */
  async function streamed({ nvim, peer }: WithPeer, meanwhile = nothing, afterwards = nothing, shown = nothing) {
    peer.send(...WORDS.slice(0, 1_000).map((word) => delta(word)));
    await meanwhile();
    peer.send(...WORDS.slice(1_000).map((word) => delta(word)), ...runEnd(`begun ${REPLY}`));
    await afterwards();
    await nvim.waitUntilSettled();
    await shown();
    await nvim.waitForChat("word1999", { deadline: 20_000 });
  }

  it("keeps window, cursor, view, jumps, registers, marks, search and changedtick", async () => {
    const all = await started();
    await all.nvim.keys("100Gzt/line 12<CR>yyVj<Esc>$");
    await all.nvim.lua("return 1");
    const before = await all.nvim.lua(STATE);
    await streamed(all);
    expect(await all.nvim.lua(STATE)).toEqual(before);
    expect((await all.nvim.mode()).mode).toBe("n");
  });

  it("goes on in insert mode: what is typed ends up in the file, all of it", async () => {
    const all = await started();
    await all.nvim.keys("5Gciw");
    await streamed(all, () => all.nvim.type("typed during the reply"));
    expect((await all.nvim.mode()).mode).toBe("i");
    await all.nvim.keys("<Esc>");
    expect(await all.nvim.lua("return vim.fn.getline(5)")).toBe("typed during the reply code line 4");
    await all.nvim.command("undo");
    expect(await all.nvim.lua("return vim.fn.getline(5)")).toBe("a code line 4");
  });

  it("goes on in another tab page, in help and in a terminal", async () => {
    const all = await started();
    const { nvim } = all;
    const away = async () => {
      await nvim.command("tabnew");
      await nvim.command("help");
      await nvim.command("tabnew");
      await nvim.command("terminal cat");
      await nvim.keys("iinto the terminal<CR>");
      await nvim.waitForText(/into the terminal\s+into the terminal/);
    };
    // A chat that nobody sees is brought up to date when it is shown again.
    const back = async () => {
      expect((await nvim.mode()).mode).toBe("t");
      await nvim.waitForText("into the terminal");
      expect(nvim.screen.text()).not.toMatch(/word\d+|\? keys/);
      await nvim.keys("<C-\\><C-n>");
      await nvim.command("bdelete!");
      await nvim.command("tabfirst");
    };
    await streamed(all, away, nothing, back);
  });

  it("goes on in the middle of a substitution that asks", async () => {
    const all = await started();
    const { nvim } = all;
    const begin = async () => {
      await nvim.type(":1,3s/code/CODE/gc\n");
      await nvim.waitForText(/replace with CODE/);
      await nvim.keys("y");
    };
    // 0.10 answers no call before the last question: nothing can be waited for in between.
    await streamed(all, begin, () => nvim.keys("ny"));
    expect(await nvim.lua("return vim.fn.getline(1, 3)")).toEqual(["a CODE line 0", "a code line 1", "a CODE line 2"]);
  });

  it("goes on while an operator waits and on the command line", async () => {
    const all = await started();
    const { nvim } = all;
    await nvim.keys("7Gd");
    await streamed(all, async () => {
      await nvim.waitForChat("word500");
      await nvim.keys("d");
      await nvim.type(":let g:typed = 'half");
    });
    expect((await nvim.mode()).mode).toBe("c");
    await nvim.type(" and half'\n");
    expect(await nvim.lua("return { vim.g.typed, vim.fn.getline(7) }")).toEqual(["half and half", "a code line 7"]);
  });

  it("is not disturbed by a window that the chat opens: the prompt gets the focus only when asked for", async () => {
    const all = await started();
    expect(await all.nvim.lua("return vim.fn.expand('%:t')")).toBe("code.txt");
    await all.nvim.command("PiClose");
    expect(await all.nvim.lua("return vim.fn.winnr('$')")).toBe(1);
    await streamed(all, nothing, nothing, async () => {
      expect(await all.nvim.lua("return vim.fn.winnr('$')")).toBe(1);
      await all.nvim.command("PiOpen");
    });
  });
});
