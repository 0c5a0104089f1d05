--- Where the plugin keeps what outlives the editor.
local M = {}

--- A folder of ours in Neovim's state folder.
---@param name "approve"|"changes"|"drafts"|"history"|"images"|"locks"
---@return string
function M.path(name)
  return ("%s/pi/%s"):format(vim.fn.stdpath("state"), name)
end

return M
