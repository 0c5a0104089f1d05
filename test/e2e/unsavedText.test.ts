/** Files with unsaved changes: what the model reads of them, and that it does not write over them. */
import { readFileSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Configuration, matrix } from "../support/e2e";
import { ToolCaller } from "../support/toolCaller";
import { Workspace } from "../support/workspace";

const MARK = "[Unsaved: this is the text in the user's editor; the file on disk is older.]";
const LONG = Array.from({ length: 3000 }, (_, i) => `line ${i + 1}`).join("\n");

async function start(configuration: Configuration, setup: Record<string, unknown> = {}): Promise<ToolCaller> {
  const workspace = new Workspace();
  workspace.write("clean.txt", "clean\n");
  workspace.write("dirty file.txt", "old\n");
  workspace.write("real/linked.txt", "old\n");
  symlinkSync(workspace.path("real"), workspace.path("link"));
  const caller = await ToolCaller.start(configuration, { workspace, setup });
  await caller.prompt();
  return caller;
}

/** Leaves changes in buffers that no window shows. */
const CHANGE_HIDDEN = `vim.o.hidden = true
for name, lines in pairs(...) do
  local buf = vim.fn.bufadd(name)
  vim.fn.bufload(buf)
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, vim.split(lines, "\\n"))
end`;

describe.each(matrix)("Unsaved changes on $name", (configuration) => {
  it("are what read gives, marked, also without tools of the editor; other files are read from disk", async () => {
    const caller = await start(configuration, { editor_tools: false });
    const { nvim, model } = caller.pi;
    expect(JSON.stringify(model.lastRequest?.tools)).not.toContain("nvim_");
    await nvim.lua(CHANGE_HIDDEN, {
      "dirty file.txt": "new\nä\nthree",
      "link/linked.txt": LONG,
      "not-there.txt": "made here",
    });
    expect(await caller.call("read", { path: "clean.txt" })).toBe("clean\n");
    expect(await caller.call("read", { path: "dirty file.txt" })).toBe(`${MARK}\nnew\nä\nthree`);
    expect(await caller.call("read", { path: "dirty file.txt", offset: 2, limit: 1 })).toBe(
      `${MARK}\nä\n\n[Showing lines 2-2 of 3. Use offset=3 to continue.]`,
    );
    expect(await caller.call("read", { path: nvim.workspace.path("dirty file.txt"), offset: 9 })).toContain(
      "[Offset 9 is beyond the end: there are 3 lines.]",
    );
    expect(await caller.call("read", { path: "not-there.txt" })).toBe(`${MARK}\nmade here`);
    const long = await caller.call("read", { path: "real/linked.txt" });
    expect(long).toContain("line 2000\n\n[Showing lines 1-2000 of 3000. Use offset=2001 to continue.]");
    expect(long).not.toContain("line 2001\n");
    await nvim.lua(`vim.api.nvim_buf_call(vim.fn.bufnr("dirty file.txt"), function() vim.cmd("silent write") end)`);
    expect(await caller.call("read", { path: "dirty file.txt" })).toBe("new\nä\nthree\n");
    await caller.finish();
    await nvim.waitUntilSettled();
    await nvim.waitForText(/dirty file\.txt[\s\S]*?✓ .*3 lines/);
  });

  it("keep edit and write from the file, with the reason and a way out", async () => {
    const caller = await start(configuration);
    const { nvim } = caller.pi;
    await nvim.lua(CHANGE_HIDDEN, { "dirty file.txt": "new" });
    const edit = { path: "dirty file.txt", edits: [{ oldText: "old", newText: "edited" }] };
    const refused = await caller.call("edit", edit);
    expect(refused).toBe(
      "dirty file.txt has unsaved changes in the user's editor, which this edit would not know of: nothing was changed. " +
        "Read it again (read gives the text in the editor), and then ask the user to save it.",
    );
    expect(await caller.call("write", { path: "./dirty file.txt", content: "x" })).toContain(
      "this write would not know of",
    );
    expect(readFileSync(nvim.workspace.path("dirty file.txt"), "utf8")).toBe("old\n");
    await caller.call("edit", { path: "clean.txt", edits: [{ oldText: "clean", newText: "edited" }] });
    expect(readFileSync(nvim.workspace.path("clean.txt"), "utf8")).toBe("edited\n");
    await nvim.lua(`vim.api.nvim_buf_call(vim.fn.bufnr("dirty file.txt"), function() vim.cmd("silent undo") end)`);
    await caller.call("edit", edit);
    expect(readFileSync(nvim.workspace.path("dirty file.txt"), "utf8")).toBe("edited\n");
    await caller.finish();
  });
});

// The 5 s of it are the host's, whichever versions it serves.
describe.each(matrix.slice(0, 1))("Unsaved changes of which nothing is known, on $name", (configuration) => {
  it("are not written over while Neovim waits for a key and cannot tell", async () => {
    const caller = await start(configuration);
    const { nvim } = caller.pi;
    await nvim.lua(CHANGE_HIDDEN, { "dirty file.txt": "new" });
    await nvim.keys("<Esc>g");
    await nvim.waitFor(async () => (await nvim.mode()).blocking);
    const edit = { path: "dirty file.txt", edits: [{ oldText: "old", newText: "edited" }] };
    const refused = await caller.call("edit", edit);
    expect(refused).toContain(
      "is not known: Neovim did not answer within 5 s: it may be waiting for a key of the user",
    );
    expect(readFileSync(nvim.workspace.path("dirty file.txt"), "utf8")).toBe("old\n");
    await nvim.keys("<Esc>");
    await caller.finish();
  });
});
