import { join } from "node:path";
import { luaString } from "./initFile";
import { node22, repository } from "./paths";

const cmd = [node22, join(repository, "node_modules/typescript/bin/tsc"), "--lsp", "--stdio"];

/**
 * Lua for Neovim's configuration: TypeScript's own language server, for files of its type. Without a PATH it finds no
 * npm, which it would run to fetch types.
 */
export const TYPESCRIPT_SERVER = `
vim.api.nvim_create_autocmd("FileType", { pattern = "typescript", callback = function()
  local cmd = { ${cmd.map(luaString).join(", ")} }
  vim.lsp.start({ name = "typescript", cmd = cmd, cmd_env = { PATH = "/" }, root_dir = vim.fn.getcwd() })
end })
`;
