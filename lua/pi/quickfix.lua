--- Quickfix lists that we fill and open.
local M = {}

--- Fills the quickfix list and opens it. Neovim shows an entry in the window that was left last: that must not be one of
--- the chat.
---@param title string
---@param items table[] as setqflist() takes them, not empty
function M.open(title, items)
  vim.fn.setqflist({}, " ", { title = title, items = items })
  if vim.b.pi_agent then
    require("pi.chat.file_window").enter(items[1].filename)
  end
  vim.cmd("botright copen")
end

return M
