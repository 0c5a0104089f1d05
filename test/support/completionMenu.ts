/** A person who completes something in a prompt. */
import type { Driver } from "./driver";

/** As most have it: the menu opens for one item too, and nothing is picked by itself. */
export const MENU = `vim.o.completeopt = "menuone,noselect"`;

/** What the menu shows, in its order. */
export async function menu(nvim: Driver): Promise<string[]> {
  const code = `return vim.fn.pumvisible() == 1
    and vim.tbl_map(function(item) return item.word end, vim.fn.complete_info({ "items" }).items) or {}`;
  return nvim.lua<string[]>(code);
}

export async function waitForMenu(nvim: Driver, first: string | RegExp): Promise<string[]> {
  return nvim.waitFor(
    async () => {
      const words = await menu(nvim);
      const isIt = typeof first === "string" ? words[0] === first : first.test(words[0] ?? "");
      return isIt ? words : undefined;
    },
    { what: `a menu that begins with ${first}` },
  );
}

export async function openPrompt(nvim: Driver): Promise<void> {
  await nvim.command("PiOpen");
  await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
  const isAttached = () => nvim.lua<boolean>("return #vim.lsp.get_clients({ bufnr = 0, name = 'pi' }) == 1");
  await nvim.waitFor(isAttached, { what: "the language server on the prompt" });
}

export function writeProject(nvim: Driver): void {
  nvim.workspace.write("src/pump.js", "pump");
  nvim.workspace.write("src/agent/pumpkin.ts", "pumpkin");
  nvim.workspace.write("a b.txt", "spaces");
  nvim.workspace.write("build/pump.min.js", "ignored");
  nvim.workspace.write(".gitignore", "build\n");
}
