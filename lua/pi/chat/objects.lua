--- Text objects of the transcript, as expressions: the keys that select, or those that end the operator.
local M = {}

--- Selects whole lines, in Visual mode as well as after an operator. Called by the keys of `lines` only.
---@param first integer 1-based
---@param last integer
function M.select(first, last)
  if vim.api.nvim_get_mode().mode:find("^[vVsS\22\19]") then
    vim.cmd("normal! \27")
  end
  vim.cmd(("keepjumps normal! %dGV%dG"):format(first, last))
end

---@param first integer 0-based row
---@param last integer
---@return string keys
function M.lines(first, last)
  return ("<Cmd>lua require('pi.chat.objects').select(%d, %d)<CR>"):format(first + 1, last + 1)
end

--- An operator without a text object would go on with the text that the cursor is on.
---@param what string
---@return string keys
function M.none(what)
  require("pi.notify").info(("there is no %s at the cursor"):format(what))
  return "<Esc>"
end

return M
