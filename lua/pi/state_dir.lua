--- Where the plugin keeps what outlives the editor.
local M = {}

--- A folder of ours in Neovim's state folder.
---@param name "approve"|"changes"|"drafts"|"history"|"images"
---@return string
function M.path(name)
  return vim.fs.joinpath(vim.fn.stdpath("state") --[[@as string]], "pi", name)
end

return M
