/** The tools with which the model shows something to the user, or changes text, files and lists of theirs. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Configuration, editors, launch, matrix } from "../support/e2e";
import { ToolCaller } from "../support/toolCaller";
import { TYPESCRIPT_SERVER } from "../support/typescriptServer";
import { Workspace } from "../support/workspace";

/** Nothing in a name may be run, expanded or taken for a pattern. */
const NASTY = "a`touch made`|edit %$HOME #[x]{y} <cword>.txt";

async function start(configuration: Configuration, tools: unknown, init = ""): Promise<ToolCaller> {
  const workspace = new Workspace();
  workspace.write("one.txt", "one\ntwo\nthree\n");
  workspace.write("other.txt", "1\n2\n3\n");
  workspace.write(NASTY, "nasty\n");
  workspace.write("code.ts", "export const   twice = (n: number) =>   n*2;\n");
  const caller = await ToolCaller.start(configuration, { workspace, setup: { editor_tools: tools }, init });
  await caller.pi.nvim.command("edit one.txt");
  await caller.prompt();
  return caller;
}

describe.each(matrix)("What the model changes in the editor on $name", (configuration) => {
  it("shows files without taking the cursor, findings and lists to walk, whatever they are called", async () => {
    const caller = await start(configuration, "all");
    const { nvim } = caller.pi;
    const looks = () =>
      nvim.lua<string[]>(`return vim.tbl_map(function(win)
        local name = vim.fs.basename(vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(win)))
        return name .. (win == vim.api.nvim_get_current_win() and " here" or "")
      end, vim.api.nvim_tabpage_list_wins(0))`);
    await nvim.lua("require('pi').open()");
    const before = await looks();
    expect(before).toEqual(["one.txt", "transcript", "prompt here"]);
    const line = () => nvim.lua("return vim.api.nvim_win_get_cursor(vim.fn.win_getid(1))[1]");
    expect(await caller.call("nvim_open", { path: "other.txt", line: 2 })).toBe("The user sees other.txt now.");
    expect([await looks(), await line()]).toEqual([["other.txt", ...before.slice(1)], 2]);
    expect(await caller.call("nvim_open", { path: NASTY, line: 99 })).toContain("The user sees");
    expect([await looks(), await line()]).toEqual([[NASTY, ...before.slice(1)], 1]);
    expect(await caller.call("nvim_open", { path: "missing.txt" })).toContain("there is no file missing.txt");
    await nvim.keys("<Esc><C-w>ti");
    await nvim.waitFor(async () => (await nvim.mode()).mode === "i");
    expect(await caller.call("nvim_open", { path: "one.txt" })).toContain("The user is typing");
    expect((await looks())[0]).toBe(`${NASTY} here`);
    await nvim.keys("<Esc>");
    await nvim.waitForText("pi wants to show you one.txt");
    const findings = [
      { path: "one.txt", line: 2, message: "odd", severity: "warning" },
      { path: NASTY, line: 1, column: 3, message: "100% `bad`" },
    ];
    expect(await caller.call("nvim_findings", { findings })).toBe("The user sees 2 findings in 2 files.");
    await nvim.waitForText("pi shows 2 findings in 2 files: :PiFindings lists them");
    expect(
      await nvim.lua("return vim.iter(vim.diagnostic.get()):map(function(d) return d.message end):totable()"),
    ).toEqual(expect.arrayContaining(["odd", "100% `bad`"]));
    expect(await caller.call("nvim_diagnostics")).toContain("There are none.");
    await nvim.command("PiFindings");
    expect(await nvim.lua(`return vim.tbl_map(function(entry) return entry.text end, vim.fn.getqflist())`)).toEqual(
      expect.arrayContaining(["odd", "100% `bad`"]),
    );
    await nvim.command("cclose | PiFindings!");
    expect(await nvim.lua("return #vim.diagnostic.get()")).toBe(0);
    const entries = [{ path: NASTY, line: 1, message: "look %{x}" }];
    expect(await caller.call("nvim_set_quickfix", { title: "a %{b}", entries })).toContain("has 1 entry now");
    const list = await nvim.lua("return vim.fn.getqflist({ items = 0, title = 0 })");
    expect(list).toMatchObject({ title: "pi: a %{b}", items: [{ lnum: 1, text: "look %{x}" }] });
    expect(await caller.call("nvim_quickfix")).toContain(`${NASTY}:1:0: look %{x}`);
    expect(existsSync(nvim.workspace.path("made"))).toBe(false);
    await caller.finish();
  });

  it("saves and formats what is open, but never over a file that was changed on disk", async () => {
    const caller = await start(configuration, "all", TYPESCRIPT_SERVER);
    const { nvim } = caller.pi;
    const read = (name: string) => readFileSync(nvim.workspace.path(name), "utf8");
    const change = (line: string) =>
      nvim.lua("vim.api.nvim_buf_set_lines(vim.fn.bufnr('one.txt'), 0, 1, false, { ... })", line);
    expect(await caller.call("nvim_save", { path: "one.txt" })).toBe("one.txt had no unsaved changes.");
    await change("ONE");
    const edit = { path: "one.txt", edits: [{ oldText: "two", newText: "2" }] };
    expect(await caller.call("edit", edit)).toContain(
      "change that text with nvim_edit, or save it with nvim_save, or ask the user to save it.",
    );
    const inBuffer = [
      { oldText: "three", newText: "3\r\nfour" },
      { oldText: "ONE\nt", newText: "EINS ä\nT" },
    ];
    expect(await caller.call("nvim_edit", { path: "one.txt", edits: inBuffer })).toContain("it is not saved");
    const lines = () => nvim.lua("return vim.api.nvim_buf_get_lines(vim.fn.bufnr('one.txt'), 0, -1, false)");
    expect(await lines()).toEqual(["EINS ä", "Two", "3", "four"]);
    expect(await caller.call("nvim_edit", { path: "one.txt", edits: [{ oldText: "zwei", newText: "" }] })).toContain(
      "is not in the buffer",
    );
    await nvim.lua("vim.api.nvim_buf_call(vim.fn.bufnr('one.txt'), function() vim.cmd('silent undo') end)");
    expect(await lines()).toEqual(["ONE", "two", "three"]);
    expect(await caller.call("nvim_save", { path: "one.txt" })).toBe("one.txt was saved.");
    expect(read("one.txt")).toBe("ONE\ntwo\nthree\n");
    await caller.call("edit", edit);
    expect(read("one.txt")).toBe("ONE\n2\nthree\n");
    expect(await caller.call("nvim_buffer", { path: "one.txt" })).toContain("ONE\n2\nthree");
    await change("EINS");
    writeFileSync(nvim.workspace.path("one.txt"), "from elsewhere\n");
    expect(await caller.call("nvim_save", { path: "one.txt" })).toContain("one.txt was changed on disk too");
    expect(read("one.txt")).toBe("from elsewhere\n");
    await nvim.lua("vim.bo[vim.fn.bufnr('one.txt')].modified = false");
    expect(await caller.call("nvim_save", { path: "code.ts" })).toContain("no buffer of the editor holds code.ts");
    await nvim.lua("vim.cmd.wincmd('t'); vim.cmd.edit('code.ts')");
    expect(await caller.call("nvim_format", { path: "code.ts" })).toBe("code.ts was formatted; it is not saved.");
    expect(await nvim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)")).toEqual([
      "export const twice = (n: number) => n * 2;",
    ]);
    expect(read("code.ts")).toContain("   n*2");
    expect(await caller.call("nvim_format", { path: "code.ts" })).toBe("code.ts was formatted already.");
    await nvim.lua("vim.bo.readonly = true");
    expect(await caller.call("nvim_save", { path: "code.ts" })).toContain("code.ts is read-only in the editor");
    await nvim.lua("vim.bo.readonly = false; vim.api.nvim_create_autocmd('BufWritePre', { command = 'throw \"no\"' })");
    nvim.expectError(/no/);
    expect(await caller.call("nvim_save", { path: "code.ts" })).toMatch(/^code\.ts could not be saved: .*no/);
    await caller.finish();
  });

  it("formats with what the user has where no language server can", async () => {
    const caller = await start(configuration, "all");
    const { nvim } = caller.pi;
    await caller.call("nvim_open", { path: NASTY });
    const format = () => caller.call("nvim_format", { path: NASTY });
    const lines = () => nvim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)");
    expect(await format()).toContain("has nothing to format");
    await nvim.lua(`vim.go.formatprg = [[tr a-z A-Z; printf '\\%s' % | wc -c]]`);
    expect(await format()).toBe(`${NASTY} was formatted; it is not saved.`);
    expect(await lines()).toEqual(["NASTY", `${NASTY.length}`]);
    expect(existsSync(nvim.workspace.path("made"))).toBe(false);
    await nvim.keys("u");
    await nvim.lua("vim.go.formatprg = 'cat'");
    expect(await format()).toBe(`${NASTY} was formatted already.`);
    await nvim.lua("vim.bo.formatprg = 'echo odd >&2; exit 3'");
    expect(await format()).toBe("'formatprg' of the user has failed: odd");
    await nvim.lua("vim.bo.formatprg = 'touch begun; until [ -e typed ]; do sleep 0.02; done; tr a-z A-Z'");
    const formatting = format();
    await nvim.waitFor(() => existsSync(nvim.workspace.path("begun")));
    await nvim.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'typed' })");
    nvim.workspace.write("typed", "");
    const late = await formatting;
    expect(late).toBe("the user has changed the text meanwhile: nothing was formatted");
    expect(await lines()).toEqual(["typed"]);
    await nvim.lua(`package.preload.conform = function()
      return {
        list_formatters = function(buf) return vim.bo[buf].filetype == "text" and { { name = "shout" } } or {} end,
        format = function(opts, callback)
          assert(opts.async and opts.lsp_format == "never")
          vim.schedule(function()
            vim.api.nvim_buf_set_lines(opts.bufnr, 0, -1, false, { "SHOUTED" })
            callback(vim.g.fails, true)
          end)
        end,
      }
    end`);
    await nvim.lua("vim.bo.filetype = 'text'");
    expect(await format()).toBe(`${NASTY} was formatted; it is not saved.`);
    expect(await lines()).toEqual(["SHOUTED"]);
    await nvim.lua("vim.g.fails = 'shout is not executable'");
    expect(await format()).toBe("conform.nvim says: shout is not executable");
    await caller.finish();
  });

  it("follows the names in the option", async () => {
    const caller = await start(configuration, ["nvim_s*", "nvim_buffers"]);
    const tools = (caller.pi.model.lastRequest?.tools ?? []).map((tool) => tool.function.name);
    expect(tools.filter((name) => name.startsWith("nvim_"))).toEqual([
      "nvim_buffers",
      "nvim_symbols",
      "nvim_set_quickfix",
      "nvim_save",
    ]);
    await caller.finish();
  });
});

describe("The option editor_tools", () => {
  it("is checked", async () => {
    const nvim = await launch(editors[0] as (typeof editors)[0], { setup: { editor_tools: "write" }, width: 200 });
    await nvim.waitForText("`editor_tools` should be read, all, a list of strings or false, not the string");
  });
});
