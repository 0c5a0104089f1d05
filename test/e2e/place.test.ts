import { describe, expect, it } from "vitest";
import { editors } from "../support/e2e";
import { goTo, readerOf } from "../support/reading";
import { Workspace } from "../support/workspace";

const FILETYPES = `
return vim.tbl_map(function(win)
  return vim.bo[vim.api.nvim_win_get_buf(win)].filetype
end, vim.api.nvim_list_wins())
`;

describe.each(editors)("Reading at any place, on $name", (editor) => {
  it.each(["right", "left", "below", "above", "float", "tab"])(
    "%s: outline and files open beside it",
    async (place) => {
      const workspace = new Workspace();
      workspace.write("src/a.ts", "one\ntwo\nthree\n");
      const { nvim, window } = await readerOf(editor, "# Head\n\nsee src/a.ts:2", {
        workspace,
        args: ["notes.txt"],
        init: "vim.o.swapfile = false",
        setup: { layout: { place } },
      });
      const line = () => nvim.lua<string>("return vim.api.nvim_get_current_line()");
      await nvim.keys("gO");
      await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "qf", { what: "the outline" });
      await nvim.keys("G<CR>");
      await nvim.waitFor(async () => (await line()) === "# Head", { what: "the heading" });
      expect(await nvim.lua("return vim.api.nvim_get_current_win()")).toBe(window);
      await goTo(nvim, "src/a");
      await nvim.keys("gf");
      await nvim.waitFor(async () => (await line()) === "two", { what: "the file" });
      expect(await nvim.lua("return vim.fn.bufname()")).toBe("src/a.ts");
      await nvim.command("PiClose");
      const isClosed = async () => (await nvim.lua<string[]>(FILETYPES)).every((type) => !/^(pi|qf)/.test(type));
      await nvim.waitFor(isClosed, { what: "all of the chat to be closed" });
    },
  );
});
