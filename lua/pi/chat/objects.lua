--- What an operator is told when there is nothing for it.
local M = {}

--- Ends the operator or the selection, and says why.
---@param what string
function M.none(what)
  -- An operator would go on with the text that the cursor is on.
  vim.cmd("normal! \27")
  require("pi.notify").info(("there is no %s at the cursor"):format(what))
end

return M
