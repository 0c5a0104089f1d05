--- <CR> where completions are shown in Neovim's own menu.
local M = {}

--- <CR> takes what is selected: Neovim's own breaks the line as well. A <CR> of the user's stays what it is.
---@param buf integer the current one
function M.map(buf)
  if vim.fn.mapcheck("<CR>", "i") ~= "" then
    return
  end
  vim.keymap.set("i", "<CR>", function()
    local is_picking = vim.fn.pumvisible() == 1 and vim.fn.complete_info({ "selected" }).selected ~= -1
    return is_picking and "<C-y>" or "<C-]><CR>" -- a mapped key ends no abbreviation by itself
  end, { buffer = buf, expr = true, desc = "pi: take what is selected in the menu" })
end

return M
