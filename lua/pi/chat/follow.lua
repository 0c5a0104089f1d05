--- Keeps context that was collected on its lines while the user goes on editing, until it is sent.
local M = {}

local api = vim.api
local ns = api.nvim_create_namespace("pi.follow")

---@class pi.chat.Followed
---@field buf integer
---@field mark integer
---@field kind "rows"|"text"|"place" what the mark spans: whole lines, exactly the text, or only where a block is
---@field tick integer of the buffer when `item` was made
---@field item pi.ContextItem

--- By the item as it was attached.
---@type table<pi.ContextItem, pi.chat.Followed>
local followed = setmetatable({}, { __mode = "k" })

--- Where the text of a selection by characters is, if it is exactly what is there.
---@param item pi.ContextItem
---@param buf integer
---@return { row: integer, col: integer, end_row: integer, end_col: integer }? from 0, the end excluded
local function text_span(item, buf)
  if not (item.partial and item.column) then
    return nil
  end
  local lines = vim.split(item.text, "\n", { plain = true })
  local span = { row = item.first - 1, col = item.column - 1, end_row = item.first + #lines - 2 }
  span.end_col = (#lines == 1 and span.col or 0) + #lines[#lines]
  local ok, there = pcall(api.nvim_buf_get_text, buf, span.row, span.col, span.end_row, span.end_col, {})
  return ok and vim.deep_equal(there, lines) and span or nil
end

--- Follows lines of a buffer from now on.
---@param item pi.ContextItem that was just made from it
---@param buf integer
function M.start(item, buf)
  if item.kind ~= "lines" or item.notes or not api.nvim_buf_is_loaded(buf) then
    return
  end
  local last = api.nvim_buf_get_lines(buf, item.last - 1, item.last, false)[1] or ""
  local text = text_span(item, buf)
  local span = text or { row = item.first - 1, col = 0, end_row = item.last - 1, end_col = #last }
  local mark = api.nvim_buf_set_extmark(buf, ns, span.row, span.col, {
    end_row = span.end_row,
    end_col = span.end_col,
    end_right_gravity = text == nil,
  })
  followed[item] = {
    buf = buf,
    mark = mark,
    kind = text and "text" or item.partial and "place" or "rows",
    tick = api.nvim_buf_get_changedtick(buf),
    item = item,
  }
end

--- Where the mark is now; nil when its buffer or its text is gone.
---@param state pi.chat.Followed
---@return [integer, integer, integer, integer]? span row, column, last row, column behind it; from 0
local function span_of(state)
  if not api.nvim_buf_is_loaded(state.buf) then
    return nil
  end
  local at = api.nvim_buf_get_extmark_by_id(state.buf, ns, state.mark, { details = true })
  if at[1] == nil then
    return nil
  end
  local last, end_col = at[3].end_row, at[3].end_col
  local is_empty = at[1] == last and at[2] == end_col
  return not (is_empty and state.item.text ~= "") and { at[1], at[2], last, end_col } or nil
end

--- An item as it is now. One whose text is gone stays as it was collected; of a block only the place moves.
---@param item pi.ContextItem
---@return pi.ContextItem
function M.now(item)
  local state = followed[item]
  local tick = state and api.nvim_buf_is_loaded(state.buf) and api.nvim_buf_get_changedtick(state.buf)
  if not tick or tick == state.tick then
    return state and state.item or item
  end
  local span = span_of(state)
  if span then
    local made = require("pi.context").lines(state.buf, span[1] + 1, span[3] + 1)
    if state.kind == "text" then
      local lines = api.nvim_buf_get_text(state.buf, span[1], span[2], span[3], span[4], {})
      made.text, made.partial, made.column = table.concat(lines, "\n"), true, span[2] + 1
    elseif state.kind == "place" then
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
