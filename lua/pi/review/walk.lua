--- From file to file of a review, and from change to change.
local M = {}

local api = vim.api

---@param state pi.review.State
---@param step 1|-1
local function by(state, step)
  local index = state.index + step * vim.v.count1
  if state.files[index] then
    require("pi.review.file").show(state, index)
  else
    require("pi.notify").info(("this is the %s file"):format(step == 1 and "last" or "first"))
  end
end

---@param state pi.review.State
function M.next(state)
  by(state, 1)
end

---@param state pi.review.State
function M.prev(state)
  by(state, -1)
end

--- In the list: the file of the cursor's line.
---@param state pi.review.State
function M.at_cursor(state)
  if api.nvim_get_current_win() == state.list_win then
    require("pi.review.file").show(state, api.nvim_win_get_cursor(state.list_win)[1])
  end
end

---@param state pi.review.State
function M.close(state)
  require("pi.review").close(state)
end

--- Lists the keys.
function M.help()
  local lines = require("pi.review.keys").lines()
  local _, win = require("pi.float").open(lines, { title = "Keys of the review", keys = { "?" } })
  vim.wo[win][0].wrap = false
end

--- Puts the cursor of the file's window on the first change at or after a line; on the first of all when there is none.
---@param state pi.review.State
---@param line integer
---@return boolean is_there
function M.to_change(state, line)
  local pane = state.file_pane
  if pane == nil or state.before_buf == nil then
    return false
  end
  local hunks = require("pi.review.hunks")
  local found = hunks.of(state.before_buf, pane.buf)
  local hunk = vim.iter(found):find(function(each)
    return select(2, hunks.range(each, false)) >= line
  end) or found[1]
  if hunk == nil then
    return false
  end
  local first = hunks.range(hunk, false)
  api.nvim_win_set_cursor(pane.win, { math.max(1, math.min(first, api.nvim_buf_line_count(pane.buf))), 0 })
  api.nvim_win_call(pane.win, function()
    vim.cmd("normal! zv")
    vim.cmd("syncbind")
  end)
  return true
end

--- After a decision: to the next change, in this file or in the next one that has some.
---@param state pi.review.State
---@param line integer
function M.go_on(state, line)
  local list = require("pi.review.list")
  list.draw(state)
  if list.open_changes(state.files[state.index]) > 0 then
    M.to_change(state, line)
    return
  end
  for offset = 1, #state.files - 1 do
    local index = (state.index + offset - 1) % #state.files + 1
    if list.open_changes(state.files[index]) > 0 then
      require("pi.review.file").show(state, index)
      return
    end
  end
  local close = require("pi.review.keys").lhs("close")
  require("pi.notify").info(
    "every change is judged" .. (close and (": %s closes the review"):format(close) or "")
  )
end

return M
