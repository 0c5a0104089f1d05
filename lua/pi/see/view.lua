--- What the user looks at: the window that they are in, or were in before they went to a chat.
local M = {}

local api = vim.api

---@class pi.see.View
---@field name string path as pi knows it, or what the buffer is called
---@field line integer
---@field column integer bytes, from 1
---@field selection? pi.ContextItem
---@field visible pi.ContextItem

--- Nil when that is no text of the user's, as a terminal.
---@param agent pi.Agent
---@return pi.see.View?
function M.get(agent)
  local win = require("pi.mention.window").get()
  local buf = win and api.nvim_win_get_buf(win)
  if win == nil or buf == nil or not require("pi.see.find").is_text(buf) then
    return nil
  end
  local context = require("pi.context")
  local cursor = api.nvim_win_get_cursor(win)
  return {
    name = require("pi.mention.lists").path(agent, buf),
    line = cursor[1],
    column = cursor[2] + 1,
    selection = context.fresh_selection(win),
    visible = context.lines(buf, vim.fn.line("w0", win), vim.fn.line("w$", win)),
  }
end

return M
