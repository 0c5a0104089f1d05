--- The user's own window beside a chat: opening a file in it, putting text into it. Which one it is: chat/last_file.lua.
local M = {}

local api = vim.api
local last_file = require("pi.chat.last_file")

local OPPOSITE = { right = "left", left = "right", below = "above", above = "below", tab = "above" }

--- Opens a window of its own, on the side of the editor where the chat is not.
---@param buf integer
---@param enter boolean
---@return integer win
function M.split(buf, enter)
  local layout = require("pi.chat.layout")
  local pair = layout.owner(api.nvim_get_current_win())
  local side = OPPOSITE[pair and pair.place] or "left"
  local win = api.nvim_open_win(buf, enter, { split = side, win = -1 })
  if pair then
    require("pi.chat.size").apply(pair)
  end
  return win
end

--- A chat that floats over the file would hide it.
function M.leave_float()
  local layout = require("pi.chat.layout")
  local pair = layout.owner(api.nvim_get_current_win())
  if pair and pair.place == "float" then
    layout.close(pair)
  end
end

---@param line? integer
---@param col? integer
local function move_to(line, col)
  if line then
    line = math.max(1, math.min(line, api.nvim_buf_line_count(0)))
    api.nvim_win_set_cursor(0, { line, math.max(0, (col or 1) - 1) })
    vim.cmd("normal! zv")
  end
end

--- The name that `:edit` would give the buffer: short below the current folder. A name with anything but plain
--- characters stays absolute, so that nothing in it can be taken for something else.
---@param path string absolute
---@return string
function M.buffer_name(path)
  local short = vim.fn.fnamemodify(path, ":.")
  return short:find("^[%w_][%w_./-]*$") and short or path
end

--- Goes from the chat to the user's window; where there is none, one with this file is opened.
---@param path string absolute
function M.enter(path)
  M.leave_float()
  local win = last_file.last()
  require("pi.chat.quiet").guard(function()
    if win == nil or not pcall(api.nvim_set_current_win, win) then
      M.open(path)
    end
  end)
end

--- Shows a file in the user's window, and goes there. The path is taken as it is: nothing in it is evaluated.
---@param path string absolute
---@param line? integer
---@param col? integer
function M.open(path, line, col)
  local buf = vim.fn.bufadd(M.buffer_name(path))
  vim.bo[buf].buflisted = true
  M.leave_float()
  local win = last_file.showing(buf) or last_file.last()
  require("pi.chat.quiet").guard(function()
    if win and pcall(api.nvim_set_current_win, win) then
      vim.cmd("normal! m'")
    end
    if api.nvim_get_current_buf() == buf then
      return
    end
    local is_shown = win and pcall(api.nvim_win_set_buf, win, buf)
    if not is_shown then -- none, or 'nohidden' and changes that are not written
      M.split(buf, true)
    end
  end)
  if api.nvim_get_current_buf() == buf then
    move_to(line, col)
  end
end

--- Puts lines after (or before) the cursor line of the last window with a file. The cursor stays in the chat.
---@param lines string[]
---@param is_after boolean
function M.put(lines, is_after)
  local notify, win = require("pi.notify"), last_file.last()
  if win == nil then
    notify.info("no window has a file to put the code into: open one first")
    return
  end
  local buf = api.nvim_win_get_buf(win)
  local name = api.nvim_buf_get_name(buf)
  local shown = require("pi.status").clean(name == "" and "the unnamed buffer" or vim.fs.basename(name))
  if not vim.bo[buf].modifiable then
    notify.info(("%s cannot be changed: 'modifiable' is off"):format(shown))
    return
  end
  local at = api.nvim_win_get_cursor(win)[1]
  api.nvim_win_call(win, function()
    api.nvim_put(lines, "l", is_after, false)
  end)
  local count = #lines == 1 and "1 line" or ("%d lines"):format(#lines)
  notify.info(("%s put %s line %d of %s"):format(count, is_after and "after" or "before", at, shown))
end

return M
