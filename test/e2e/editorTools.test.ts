/** The tools with which the model looks at the editor, called by the scripted model of the real pi. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Configuration, matrix } from "../support/e2e";
import { PUSH_SERVER } from "../support/pushServer";
import { ToolCaller } from "../support/toolCaller";
import { TYPESCRIPT_SERVER } from "../support/typescriptServer";
import { Workspace } from "../support/workspace";

const PUMP = "export function pump(queue: string[]): number {\n  let count = 0;\n  return count + queue.length;\n}\n";
const MAIN = 'import { pump } from "./pump";\n\nexport const total = pump(["ä", "b"]) + pump([]);\n';

async function start(configuration: Configuration, setup: Record<string, unknown>, init = ""): Promise<ToolCaller> {
  const workspace = new Workspace();
  workspace.write("tsconfig.json", '{ "compilerOptions": { "strict": true, "module": "preserve" } }');
  workspace.write("src/pump.ts", PUMP);
  workspace.write("src/main.ts", MAIN);
  workspace.write("notes.txt", "one\ntwo\nthree\n");
  const caller = await ToolCaller.start(configuration, { workspace, setup, init });
  await caller.pi.nvim.command("edit notes.txt");
  await caller.prompt();
  return caller;
}

const toolsOf = ({ pi }: ToolCaller) =>
  (pi.model.lastRequest?.tools ?? []).map((tool) => tool.function.name).filter((name) => name.startsWith("nvim_"));

describe.each(matrix)("The tools of the editor on $name", (configuration) => {
  it("show buffers, their living text, what the user looks at, and the quickfix list", async () => {
    const caller = await start(configuration, {});
    const { nvim } = caller.pi;
    expect(toolsOf(caller)).toEqual([
      "nvim_buffers",
      "nvim_buffer",
      "nvim_diagnostics",
      "nvim_quickfix",
      "nvim_definition",
      "nvim_references",
      "nvim_hover",
      "nvim_symbols",
      "nvim_rename_preview",
    ]);
    await nvim.lua("vim.cmd.wincmd('t'); vim.api.nvim_buf_set_lines(0, 1, 2, false, { 'TWO', 'new' })");
    await nvim.keys("ggjv$");
    await nvim.waitFor(async () => (await nvim.mode()).mode === "v");
    const buffers = await caller.call("nvim_buffers");
    expect(buffers).toMatch(/^\d+: notes\.txt \(text, 4 lines, unsaved changes, in a window\)$/m);
    expect(buffers).toContain("The user looks at notes.txt, cursor at line 2, column 4.");
    expect(buffers).toContain("Selected, in lines 2-2:\nTWO\n");
    expect(buffers).toContain("Visible, lines 1-4:\none\nTWO\nnew\nthree");
    await nvim.keys("<Esc>");
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n");
    expect(await caller.call("nvim_buffer", { path: "notes.txt", first: 2, last: 3 })).toBe(
      "TWO\nnew\n\n[Lines 2-3 of 4 of the buffer notes.txt, with changes that are not saved.]",
    );
    const number = Number(/^(\d+): notes/m.exec(buffers)?.[1]);
    expect(await caller.call("nvim_buffer", { buffer: number, last: 1 })).toContain("one\n\n[Lines 1-1 of 4");
    expect(await caller.call("nvim_buffer", { path: "src/pump.ts" })).toContain(
      "no buffer of the editor holds src/pump.ts",
    );
    expect(await caller.call("nvim_buffer", { path: "notes.txt", first: 9 })).toContain("line 9 is beyond the end");
    expect(await caller.call("nvim_buffer")).toContain("Say which one");
    const secret = await nvim.lua(`local bufs = { vim.api.nvim_create_buf(true, false), vim.fn.bufadd("demo://host/x") }
      vim.bo[bufs[1]].buftype = "acwrite"
      for _, buf in ipairs(bufs) do vim.fn.bufload(buf) vim.bo[buf].buflisted = true end
      return bufs`);
    for (const buffer of [...(secret as number[]), 99]) {
      expect(await caller.call("nvim_buffer", { buffer })).toContain(`there is no open buffer ${buffer}`);
    }
    expect((await caller.call("nvim_buffers")).match(/^\d+: .*/gm)).toHaveLength(1);
    await nvim.lua(`vim.fn.setqflist({}, " ", { title = "checks", items = {
      { filename = "notes.txt", lnum = 3, col = 2, text = "look here", type = "W" } } })`);
    expect(await caller.call("nvim_quickfix")).toBe("quickfix list: checks\nnotes.txt:3:2: warning: look here");
    expect(await caller.call("nvim_definition", { path: "notes.txt", line: 1, symbol: "one" })).toContain(
      "no language server that can find definitions is attached to notes.txt",
    );
    expect(await caller.call("nvim_symbols", { query: "pump" })).toContain("no language server");
    expect(await caller.call("nvim_hover", { path: "missing.ts", line: 1, symbol: "x" })).toContain("there is no file");
    await caller.finish();
    await nvim.waitUntilSettled();
    await nvim.waitForChat("nvim_buffers");
  });

  it("ask a real language server, also about files that are not open", async () => {
    const caller = await start(configuration, {}, TYPESCRIPT_SERVER);
    const { nvim } = caller.pi;
    const symbols = await caller.call("nvim_symbols", { path: "src/pump.ts" });
    expect(symbols).toMatch(/^function pump: 1-4$/m);
    expect(symbols).toMatch(/^ {2}variable count: 2$/m);
    const place = { path: "src/main.ts", line: 3, symbol: "pump" };
    expect(await caller.call("nvim_definition", place)).toMatch(/^src\/pump\.ts:1: export function pump\(/);
    expect((await caller.call("nvim_references", place)).split("\n").sort()).toEqual([
      'src/main.ts:1: import { pump } from "./pump";',
      'src/main.ts:3: export const total = pump(["ä", "b"]) + pump([]);',
      "src/pump.ts:1: export function pump(queue: string[]): number {",
    ]);
    expect(await caller.call("nvim_hover", place)).toContain("pump(queue: string[]): number");
    expect(await caller.call("nvim_symbols", { query: "total", path: "src/main.ts" })).toMatch(
      /src\/main\.ts:3: \w+ total/,
    );
    expect(await caller.call("nvim_rename_preview", { ...place, new_name: "drain" })).toContain(
      '+ export const total = drain(["ä", "b"]) + drain([]);',
    );
    expect(await caller.call("nvim_definition", { ...place, symbol: "nothing" })).toContain(
      "nothing is not in line 3 of",
    );
    expect(await caller.call("nvim_diagnostics", { path: "src/main.ts" })).toBe("[There are none.]");
    nvim.workspace.write("src/wrong.ts", "export const twice = missing + missing;\n");
    expect(await caller.call("nvim_diagnostics", { path: "src/wrong.ts" })).toMatch(/^src\/wrong\.ts:1:22: error: /);
    await nvim.lua(`vim.cmd.wincmd("t"); vim.cmd.edit("src/main.ts")
      vim.api.nvim_buf_set_lines(0, 1, 2, false, { "const wrong: number = 'text';" })`);
    expect(await caller.call("nvim_diagnostics", { path: "src/main.ts" })).toMatch(
      /^src\/main\.ts:2:7: error: Type 'string' is not assignable to type 'number'\./,
    );
    expect(await caller.call("nvim_diagnostics", { severity: "error" })).toContain("src/main.ts:2:7");
    expect(readFileSync(nvim.workspace.path("src/main.ts"), "utf8")).toBe(MAIN);
    expect(await nvim.lua("return #vim.fn.getbufinfo({ buflisted = 1 })")).toBe(2);
    await caller.finish();
  });

  it("wait for a language server that tells of problems unasked, also after an edit of pi's", async () => {
    const caller = await start(configuration, {}, PUSH_SERVER);
    const { nvim } = caller.pi;
    nvim.workspace.write("notes.md", "good\n");
    nvim.workspace.write("other.md", "bad too\n");
    await nvim.lua("vim.cmd.wincmd('t'); vim.cmd.edit('notes.md')");
    const replace = (oldText: string, newText: string) =>
      caller.call("edit", { path: "notes.md", edits: [{ oldText, newText }] });
    await replace("good", "a bad line");
    expect(await caller.call("nvim_diagnostics", { path: "notes.md" })).toBe(
      "notes.md:1:1: warning: a bad line [push]",
    );
    expect(await caller.call("nvim_diagnostics", { path: "notes.md", severity: "error" })).toBe("[There are none.]");
    await replace("a bad", "a better");
    expect(await caller.call("nvim_diagnostics", { path: "notes.md" })).toBe("[There are none.]");
    expect(await caller.call("nvim_diagnostics", { path: "other.md" })).toContain("other.md:1:1: warning: bad too");
    expect(await caller.call("nvim_symbols", { path: "notes.md" })).toContain(
      "no language server that can list symbols",
    );
    await caller.finish();
  });
});
