import { readFileSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { matrix } from "../support/e2e";
import { type Part, says } from "../support/modelScript";
import { launchWithModel } from "../support/realPi";
import { bash, write } from "../support/toolCalls";

const BEFORE = "one\ntwo\nthree\n";
const AFTER = "one\n2\nthree\n";
const MINE = "mine\ntwo\nthree\n";

const HOLDS = ["clean", "dirty"] as const;
const PLACES = ["shown", "hidden", "tab", "link"] as const;
const WAYS = ["edit", "write", "bash", "delete", "rename"] as const;

/** How each way changes the file of a name. */
const CALLS: Record<(typeof WAYS)[number], (file: string) => Part> = {
  edit: (file) => ({ tool: "edit", args: { path: file, edits: [{ oldText: "two", newText: "2" }] } }),
  write: (file) => write(file, AFTER),
  bash: (file) => bash(`sed -i 's/^two$/2/' ${file}`),
  delete: (file) => bash(`rm ${file}`),
  rename: (file) => bash(`mv ${file} ${file}.new`),
};

const CASES = HOLDS.flatMap((holds) =>
  PLACES.flatMap((place) =>
    WAYS.map((way) => {
      const name = `${holds}-${place}-${way}`;
      return { holds, place, way, file: `${name}.txt`, opened: place === "link" ? `${name}.link` : `${name}.txt` };
    }),
  ),
);

const OPEN = `
  for _, case in ipairs(...) do
    if case.place == "shown" then
      vim.cmd("belowright split " .. case.opened)
    elseif case.place == "tab" then
      vim.cmd("tabedit " .. case.opened)
    else
      vim.cmd("edit " .. case.opened)
    end
    if case.holds == "dirty" then
      vim.fn.setline(1, "mine")
    end
    vim.cmd("tabfirst | 1wincmd w")
  end`;

const BUFFERS = `
  local found = {}
  for _, case in ipairs(...) do
    local buf = vim.fn.bufnr("^" .. vim.fn.getcwd() .. "/" .. case.opened .. "$")
    found[#found + 1] = {
      text = table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), "\\n") .. "\\n",
      modified = vim.bo[buf].modified,
    }
  end
  return found`;

/** What a buffer holds when the run is over. */
function expected({ holds, way }: (typeof CASES)[number]) {
  if (holds === "dirty") return { text: MINE, modified: true };
  return { text: way === "delete" || way === "rename" ? BEFORE : AFTER, modified: false };
}

describe.each(matrix)("Every way in which pi changes a file, on $name", (configuration) => {
  it("meets every way in which it is open: nothing of the user's is lost, nothing old is left", async () => {
    const parts = CASES.map(({ way, file }) => CALLS[way](file));
    const { nvim } = await launchWithModel(configuration, [{ parts }, says("Done.")], { height: 90 });
    for (const { file, opened } of CASES) {
      nvim.workspace.write(file, BEFORE);
      if (opened !== file) symlinkSync(nvim.workspace.path(file), nvim.workspace.path(opened));
    }
    await nvim.lua("vim.o.hidden = true");
    await nvim.lua(OPEN, CASES);
    const look = "return { vim.api.nvim_get_current_win(), vim.api.nvim_win_get_cursor(0), #vim.api.nvim_list_wins() }";
    await nvim.lua("require('pi').ask('go', {}, function() end)");
    const before = await nvim.lua(look);
    await nvim.waitUntilSettled();
    await nvim.waitFor(async () => expect(await nvim.lua(BUFFERS, CASES)).toEqual(CASES.map(expected)) ?? true);
    expect(await nvim.lua(look)).toEqual(before);
    expect((await nvim.mode()).blocking).toBe(false);
    for (const { file, holds, way } of CASES) {
      if (way === "delete" || way === "rename") continue;
      // pi's own tools are kept from a file with unsaved changes, a shell command cannot be.
      const isKept = holds === "dirty" && way !== "bash";
      expect(readFileSync(nvim.workspace.path(file), "utf8"), file).toBe(isKept ? BEFORE : AFTER);
    }
  });
});
