/** Texts of buffers, by the files' names. */
import type { Driver } from "./driver";

export const bufferText = (nvim: Driver, name: string) =>
  nvim.lua<string>(
    "return table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr(...), 0, -1, false), '\\n') .. '\\n'",
    name,
  );

/** Waits until a buffer has a text. */
export async function untilText(nvim: Driver, name: string, text: string): Promise<void> {
  await nvim.waitFor(async () => (await bufferText(nvim, name)) === text, {
    what: `the new text in ${name}`,
    context: async () => `${await bufferText(nvim, name)}\n${await nvim.describe()}`,
  });
}
