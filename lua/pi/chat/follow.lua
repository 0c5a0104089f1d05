--- Keeps context that was collected on its lines while the user goes on editing, until it is sent.
local M = {}

local api = vim.api
local ns = api.nvim_create_namespace("pi.follow")

---@class pi.chat.Followed
---@field buf integer
---@field mark integer
---@field is_rows boolean whole lines, as against a part of them
---@field tick integer of the buffer when `item` was made
---@field item pi.ContextItem

--- By the item as it was attached.
---@type table<pi.ContextItem, pi.chat.Followed>
local followed = setmetatable({}, { __mode = "k" })

--- Follows lines of a buffer from now on.
---@param item pi.ContextItem that was just made from it
---@param buf integer
function M.start(item, buf)
  if item.kind ~= "lines" or item.notes or not api.nvim_buf_is_loaded(buf) then
    return
  end
  local last = api.nvim_buf_get_lines(buf, item.last - 1, item.last, false)[1] or ""
  local mark = api.nvim_buf_set_extmark(buf, ns, item.first - 1, 0, {
    end_row = item.last - 1,
    end_col = #last,
    end_right_gravity = true,
  })
  local tick = api.nvim_buf_get_changedtick(buf)
  followed[item] = { buf = buf, mark = mark, is_rows = not item.partial, tick = tick, item = item }
end

--- The rows that it is on now; nil when its buffer or its lines are gone.
---@param state pi.chat.Followed
---@return integer? first from 1
---@return integer? last
local function rows(state)
  if not api.nvim_buf_is_loaded(state.buf) then
    return nil
  end
  local at = api.nvim_buf_get_extmark_by_id(state.buf, ns, state.mark, { details = true })
  if at[1] == nil then
    return nil
  end
  local first, last = at[1], at[3].end_row
  local was_text = state.item.text ~= ""
  local is_empty = first == last and at[2] == at[3].end_col
  if was_text and is_empty then
    return nil
  end
  return first + 1, last + 1
end

--- An item as it is now. One whose lines are gone stays as it was collected; of a part of lines only the place moves.
---@param item pi.ContextItem
---@return pi.ContextItem
function M.now(item)
  local state = followed[item]
  local tick = state and api.nvim_buf_is_loaded(state.buf) and api.nvim_buf_get_changedtick(state.buf)
  if not tick or tick == state.tick then
    return state and state.item or item
  end
  local first, last = rows(state)
  if first and last then
    local made = require("pi.context").lines(state.buf, first, last)
    if not state.is_rows then
      made.text, made.partial = item.text, true
    end
    made.whole = item.whole
    state.item = made
  end
  state.tick = tick
  return state.item
end

--- Ends following: the item was sent or removed.
---@param item pi.ContextItem
function M.stop(item)
  local state = followed[item]
  followed[item] = nil
  if state and api.nvim_buf_is_valid(state.buf) then
    api.nvim_buf_del_extmark(state.buf, ns, state.mark)
  end
end

return M
