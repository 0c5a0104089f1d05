import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bufferText, untilText } from "../support/buffers";
import type { Driver } from "../support/driver";
import { launch, matrix } from "../support/e2e";
import { type Part, says } from "../support/modelScript";
import { Gate, launchWithModel } from "../support/realPi";
import { bash, write } from "../support/toolCalls";

const LINES = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);
const TEXT = `${LINES.join("\n")}\n`;
const CHANGED = TEXT.replace("line 30\n", "line thirty\nand more\n");

const edit = (path: string, oldText: string, newText: string): Part => ({
  tool: "edit",
  args: { path, edits: [{ oldText, newText }] },
});

/** Answers the question whether to overwrite a file, and the prompt that may follow. */
async function sayNo(nvim: Driver): Promise<void> {
  await nvim.keys("n");
  await nvim.waitFor(async () => {
    const { blocking } = await nvim.mode();
    if (blocking) await nvim.keys("<CR>");
    return !blocking;
  });
}

describe.each(matrix)("Files that pi changes on $name", (configuration) => {
  it("leaves a buffer that can be written without a question", async () => {
    const { nvim } = await launchWithModel(configuration, [{ parts: [write("a.txt", CHANGED)] }, says("Done.")]);
    nvim.workspace.write("a.txt", TEXT);
    await nvim.command("edit a.txt");
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    await nvim.waitFor(
      async () => ((await nvim.lua("return vim.fn.getline(1, '$')")) as string[]).join("\n") === CHANGED.trimEnd(),
    );
    await nvim.keys("Omine<Esc>");
    await nvim.command("write");
    expect(readFileSync(nvim.workspace.path("a.txt"), "utf8")).toBe(`mine\n${CHANGED}`);
    writeFileSync(nvim.workspace.path("a.txt"), TEXT);
    await nvim.keys("Omore<Esc>:w<CR>");
    await nvim.waitForText("Do you really want to write to it");
    await sayNo(nvim);
    nvim.expectError(/file has been changed since reading/);
  });

  it("are brought up to date wherever they are shown, and the view stays", async () => {
    const calls: Part[] = [
      edit("shown.txt", "line 30\n", "line thirty\nand more\n"),
      write("hidden.txt", CHANGED),
      edit("real.txt", "line 30\n", "line thirty\nand more\n"),
      bash("sed -i 's/^line 30$/line thirty\\nand more/' tab.txt ignored.txt"),
    ];
    const { nvim } = await launchWithModel(configuration, [...calls.map((call) => ({ parts: [call] })), says("Done.")]);
    for (const name of ["shown.txt", "hidden.txt", "real.txt", "tab.txt", "ignored.txt"])
      nvim.workspace.write(name, TEXT);
    nvim.workspace.write(".ignore", "ignored.txt\n");
    symlinkSync(nvim.workspace.path("real.txt"), nvim.workspace.path("link.txt"));
    for (const name of ["hidden.txt", "link.txt", "ignored.txt"]) await nvim.command(`edit ${name}`);
    await nvim.command("tabedit tab.txt");
    await nvim.command("tabprevious");
    await nvim.command("edit shown.txt");
    await nvim.keys("35Gzt");
    await nvim.lua(`local ns = vim.api.nvim_create_namespace("mine")
      _G.mark = vim.api.nvim_buf_set_extmark(0, ns, 34, 2, {}) vim.cmd("34mark a")`);
    await nvim.command("PiPrompt change them");
    await nvim.waitUntilSettled();
    for (const name of ["shown.txt", "hidden.txt", "link.txt", "tab.txt", "ignored.txt"])
      await untilText(nvim, name, CHANGED);
    const state = await nvim.lua(`local ns = vim.api.nvim_get_namespaces().mine
      return { vim.fn.expand("%:t"), vim.fn.line("."), vim.fn.line("w0"), vim.bo.modified,
        vim.api.nvim_buf_get_extmark_by_id(0, ns, _G.mark, {}), vim.fn.line("'a"), vim.fn.tabpagenr() }`);
    expect(state).toEqual(["shown.txt", 36, 36, false, [35, 2], 35, 1]);
    expect(
      await nvim.lua("vim.cmd('checktime') return vim.api.nvim_exec2('messages', { output = true }).output"),
    ).not.toMatch(/W1[126]|E211/);
    await nvim.keys("u");
    await untilText(nvim, "shown.txt", TEXT);
    expect(await nvim.lua("return vim.bo.modified")).toBe(true);
  });

  it("are left alone where the user has unsaved changes, until these are taken back", async () => {
    // What pi's own tools may not change then, a shell command still can.
    const copy = bash("cp theirs.txt mine.txt");
    const { nvim } = await launchWithModel(configuration, [{ parts: [copy] }, says("Done.")]);
    nvim.workspace.write("mine.txt", TEXT);
    nvim.workspace.write("theirs.txt", CHANGED);
    await nvim.command("edit mine.txt");
    await nvim.command("PiOpen");
    await nvim.command("wincmd p");
    await nvim.keys("ggccmy own line");
    await nvim.waitFor(
      async () => (await nvim.mode()).mode === "i" && (await bufferText(nvim, "mine.txt")).startsWith("my own line\n"),
    );
    await nvim.lua("require('pi').prompt({ text = 'change it' })");
    await nvim.waitForText("changed on disk too");
    await nvim.waitUntilSettled();
    expect(await bufferText(nvim, "mine.txt")).toBe(TEXT.replace("line 1\n", "my own line\n"));
    await nvim.waitFor(async () => (await nvim.messages()).includes("pi has changed mine.txt too"));
    await nvim.keys("<Esc>:w<CR>");
    await nvim.waitForText("Do you really want to write to it");
    await sayNo(nvim);
    expect(readFileSync(nvim.workspace.path("mine.txt"), "utf8")).toBe(CHANGED);
    nvim.expectError(/W12|file has been changed since reading/);
    await nvim.keys("<Esc>u");
    await untilText(nvim, "mine.txt", CHANGED);
    expect((await nvim.messages()).match(/mine\.txt/g)).toHaveLength(1);
    expect(nvim.screen.text()).not.toContain("changed on disk too");
  });

  it("are said to be gone when they are deleted or renamed, and keep their text", async () => {
    const { nvim } = await launchWithModel(configuration, [
      { parts: [bash("rm one.txt pipe.txt folder.txt; mv two.txt three.txt; mkfifo pipe.txt; mkdir folder.txt")] },
      says("Done."),
    ]);
    const names = ["one.txt", "pipe.txt", "folder.txt", "two.txt"];
    for (const name of names) {
      nvim.workspace.write(name, `${name}\n${TEXT}`);
      await nvim.command(`edit ${name}`);
    }
    await nvim.command("PiPrompt clean up");
    await nvim.waitUntilSettled();
    await nvim.waitFor(
      async () =>
        /deleted (one|folder|pipe)\.txt/.test(await nvim.messages()) &&
        /renamed two\.txt to three\.txt/.test(await nvim.messages()),
    );
    const kinds = () =>
      nvim.lua("return vim.tbl_map(function(name) return vim.b[vim.fn.bufnr(name)].pi_file end, ...)", names);
    await nvim.waitFor(async () => expect(await kinds()).toEqual(names.map(() => "gone")) ?? true);
    for (const name of names) expect(await bufferText(nvim, name)).toBe(`${name}\n${TEXT}`);
    await nvim.command("checktime");
    expect(await nvim.messages()).not.toContain("E211");
  });

  it("keep how they are encoded, and their ends", async () => {
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
    const files: Record<string, [string | Buffer, string | Buffer, string, Record<string, unknown>]> = {
      "dos.txt": ["a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n", "a\nB\nc", { fileformat: "dos", endofline: true }],
      "noeol.txt": ["a\nb\nc", "a\nB\nc", "a\nB\nc", { fileformat: "unix", endofline: false }],
      "bom.txt": ["\ufeffä\nb\nc\n", "\ufeffä\nB\nc\n", "ä\nB\nc", { bomb: true, fileencoding: "utf-8" }],
      "utf16.txt": [utf16("ä\nb\nc\n"), utf16("ä\nB\nc\n"), "ä\nB\nc", { bomb: true, fileencoding: "utf-16le" }],
      "latin.txt": [
        Buffer.from("ä\nb\nc\n", "latin1"),
        Buffer.from("ä\nB\nc\n", "latin1"),
        "ä\nB\nc",
        { fileencoding: "latin1" },
      ],
      "wide.txt": ["日本b\nb\n𝒳x\n", "日本b\nB\n𝒴x\n", "日本b\nB\n𝒴x", { endofline: true }],
      "readonly.txt": ["a\nb\nc\n", "a\nB\nc\n", "a\nB\nc", { readonly: true }],
      "locked.txt": ["a\nb\nc\n", "a\nB\nc\n", "a\nB\nc", { modifiable: false }],
      "emptied.txt": ["a\nb\nc\n", "", "", {}],
      "filled.txt": ["", "a\nb\n", "a\nb", {}],
    };
    const { nvim } = await launchWithModel(configuration, [{ parts: [bash("cp -f new/* .")] }, says("Done.")]);
    const raw = (name: string, text: string | Buffer) => writeFileSync(nvim.workspace.path(name), text);
    nvim.workspace.write("new/keep", "");
    rmSync(nvim.workspace.path("new/keep"));
    await nvim.command("set nofixendofline");
    for (const [name, [before, after]] of Object.entries(files)) {
      raw(name, before);
      raw(`new/${name}`, after);
      await nvim.command(`edit ${name}`);
      if (name === "readonly.txt") await nvim.command("setlocal readonly");
      if (name === "locked.txt") await nvim.command("setlocal nomodifiable");
    }
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    for (const [name, [, after, lines, options]] of Object.entries(files)) {
      const isUpToDate = async () => (await bufferText(nvim, name)) === `${lines}\n`;
      await nvim.waitFor(isUpToDate, { what: `news in ${name}` });
      const now = await nvim.lua<Record<string, unknown>>(
        `local buf, names = vim.fn.bufnr((...)), select(2, ...)
         local found = { modified = vim.bo[buf].modified }
         for _, name in ipairs(names) do found[name] = vim.bo[buf][name] end
         return found`,
        name,
        Object.keys(options),
      );
      expect({ name, ...now }).toEqual({ name, modified: false, ...options });
      // What it would write is what is there.
      await nvim.lua(
        "vim.bo[vim.fn.bufnr(...)].readonly = false vim.api.nvim_buf_call(vim.fn.bufnr(...), function() vim.cmd('silent write!') end)",
        name,
      );
      const expected = Buffer.isBuffer(after) ? after : Buffer.from(after);
      expect([name, readFileSync(nvim.workspace.path(name)).toString("hex")]).toEqual([name, expected.toString("hex")]);
    }
  });

  it("leave alone what hangs on the lines: folds, signs, the place of somebody who is about to type", async () => {
    const gate = new Gate();
    const { nvim } = await launchWithModel(configuration, [
      {
        parts: [
          { hold: gate.opened },
          edit("a.txt", "line 3\n", "line three\nand more\n"),
          edit("a.txt", "line 20\n", "line twenty\n"),
        ],
      },
      says("Done."),
    ]);
    nvim.workspace.write("a.txt", TEXT);
    await nvim.command("edit a.txt");
    await nvim.lua(`vim.wo.foldmethod = "manual" vim.cmd("10,15fold") vim.fn.sign_define("Mine", { text = "M" })
      vim.fn.sign_place(7, "mine", "Mine", vim.fn.bufnr(), { lnum = 20 })`);
    await nvim.command("PiOpen");
    await nvim.command("wincmd p");
    await nvim.lua("require('pi').prompt({ text = 'change it' })");
    await nvim.waitFor(async () => (await nvim.status()).busy === true);
    await nvim.keys("30GA");
    await nvim.waitFor(async () => (await nvim.mode()).mode === "i");
    gate.open();
    const changed = TEXT.replace("line 3\n", "line three\nand more\n").replace("line 20\n", "line twenty\n");
    await untilText(nvim, "a.txt", changed);
    await nvim.keys(" typed<Esc>");
    await untilText(nvim, "a.txt", changed.replace("line 30\n", "line 30 typed\n"));
    expect(await nvim.lua("return { vim.fn.foldclosed(12), vim.fn.foldclosedend(12), vim.fn.line('.') }")).toEqual([
      11, 16, 31,
    ]);
    expect(await nvim.lua("return vim.fn.sign_getplaced(vim.fn.bufnr(), { group = 'mine' })[1].signs[1].lnum")).toBe(
      21,
    );
    await nvim.keys("u");
    await untilText(nvim, "a.txt", changed);
    await nvim.waitUntilSettled();
  });

  it("are only said to be changed with 'noautoread', and brought up to date beside a swap file of another Neovim", async () => {
    const { nvim } = await launchWithModel(configuration, [
      { parts: [bash("cp new.txt off.txt; cp new.txt swap.txt")] },
      says("Done."),
    ]);
    for (const name of ["off.txt", "swap.txt"]) nvim.workspace.write(name, TEXT);
    nvim.workspace.write("new.txt", CHANGED);
    const other = await launch(configuration, { workspace: nvim.workspace });
    await other.command("set updatecount=200 swapfile directory=.");
    await other.command("edit swap.txt");
    await other.command("preserve");
    await nvim.command("set updatecount=200 swapfile directory=. shortmess+=A");
    await nvim.command("edit off.txt");
    await nvim.command("setlocal noautoread");
    await nvim.command("split swap.txt");
    await nvim.command("PiPrompt go");
    await untilText(nvim, "swap.txt", CHANGED);
    await nvim.waitFor(async () => /pi has changed off\.txt: :edit shows it/.test(await nvim.messages()));
    expect(await bufferText(nvim, "off.txt")).toBe(TEXT);
    await nvim.waitUntilSettled();
    await nvim.waitForText("changed on disk");
    await nvim.command("wincmd j");
    await nvim.command("edit");
    await untilText(nvim, "off.txt", CHANGED);
    await nvim.waitFor(() => !nvim.screen.text().includes("changed on disk"));
    expect(await nvim.lua("return vim.bo.autoread")).toBe(false);
  });
});
