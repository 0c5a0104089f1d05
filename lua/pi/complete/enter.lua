--- <CR> where completions are shown in Neovim's own menu.
local M = {}

local PICK, OTHERWISE = "<Plug>(pi-pick)", "<Plug>(pi-enter)"

--- What <CR> has done until now, also by a map of a plugin for pairs, moves to another name.
---@param buf integer the current one
local function move(buf)
  local own = vim.fn.maparg("<CR>", "i", false, true)
  if vim.tbl_isempty(own) then
    vim.keymap.set("i", OTHERWISE, "<C-]><CR>", { buffer = buf }) -- a mapped key ends no abbreviation by itself
    return
  end
  own.lhs, own.lhsraw, own.lhsrawalt, own.buffer = OTHERWISE, vim.keycode(OTHERWISE), nil, 1
  vim.fn.mapset("i", false, own)
end

--- Whether something is selected in Neovim's own menu.
---@return boolean
function M.is_picking()
  return vim.fn.pumvisible() == 1 and vim.fn.complete_info({ "selected" }).selected ~= -1
end

--- <CR> takes what is selected, and only that: Neovim's own breaks the line as well.
---@param buf integer the current one
function M.map(buf)
  if vim.fn.maparg(OTHERWISE, "i") ~= "" then
    return -- the buffer was unloaded and is back, with its maps
  end
  move(buf)
  vim.keymap.set("i", PICK, "<C-y>", { buffer = buf })
  vim.keymap.set("i", "<CR>", function()
    return M.is_picking() and PICK or OTHERWISE
  end, { buffer = buf, expr = true, remap = true, desc = "pi: take what is selected in the menu" })
end

return M
