import { describe, expect, it } from "vitest";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { launchWithModel } from "../support/realPi";

/** Of a language server that is told of changes. */
interface Change {
  readonly text: string;
  readonly range: { readonly start: { readonly line: number } };
}

const EDIT = { tool: "edit", args: { path: "a.lua", edits: [{ oldText: "local b = 2", newText: "local bee = 2" }] } };

describe.each(matrix)("Changes by pi on $name", (configuration) => {
  it("are told to language servers, parsers and whoever else watches the buffer, as the change that it is", async () => {
    const { nvim } = await launchWithModel(configuration, [{ parts: [EDIT] }, says("Done.")]);
    nvim.workspace.write("a.lua", "local a = 1\nlocal b = 2\nlocal c = 3\n");
    await nvim.command("edit a.lua");
    await nvim.lua(`_G.told, _G.seen = {}, {}
      vim.lsp.start({ name = "spy", cmd = function()
        local function answer(method)
          return method == "initialize" and { capabilities = { textDocumentSync = 2 } } or vim.NIL
        end
        return {
          request = function(method, _, callback) callback(nil, answer(method)) return true, 1 end,
          notify = function(method, params)
            if method == "textDocument/didChange" then vim.list_extend(_G.told, params.contentChanges) end
          end,
          is_closing = function() return false end,
          terminate = function() end,
        }
      end })
      vim.api.nvim_buf_attach(0, false, { on_bytes = function(_, _, _, row, _, _, old, _, _, new)
        table.insert(_G.seen, { row, old, new })
      end })`);
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    const text = () => nvim.lua<string>("return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '|')");
    await nvim.waitFor(async () => (await text()) === "local a = 1|local bee = 2|local c = 3");
    const told = () => nvim.lua<Change[]>("return _G.told");
    await nvim.waitFor(async () => (await told()).length > 0, { what: "the language server to be told" });
    const changes = await told();
    expect(changes.every(({ range }) => range.start.line === 1)).toBe(true);
    expect(changes.map(({ text: changed }) => changed).join("")).toContain("ee");
    const seen = await nvim.lua<number[][]>("return _G.seen");
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(([row]) => row === 1)).toBe(true);
  });
});
