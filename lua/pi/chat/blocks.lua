--- Blocks of the transcript at the cursor: their lines, opening and closing them, walking from message to message.
--- All functions are about the current window.
local M = {}

local api = vim.api

---@class pi.chat.BlockRange
---@field id integer
---@field first integer 0-based row of its first line; negative where that is above what is loaded
---@field last integer row of its last line that is not blank

---@return integer row
function M.cursor_row()
  return api.nvim_win_get_cursor(0)[1] - 1
end

---@param row integer
---@return boolean
local function is_blank(row)
  return not api.nvim_buf_get_lines(0, row, row + 1, false)[1]:find("%S")
end

--- The last block that begins at or above a line, also where that is above the buffer.
---@param row integer
---@return integer? id
---@return integer? first row of it
local function last_begun(row)
  local ns = require("pi.chat.patch").ns_block
  local found = api.nvim_buf_get_extmarks(0, ns, { row, -1 }, 0, { limit = 1 })[1]
  if found then
    return found[1], found[2]
  end
  local state = require("pi.chat.transcript").state_of(api.nvim_get_current_buf())
  if state and state.cut then
    return state.cut.block, -state.cut.lines
  end
end

--- The block that has a line.
---@param row integer
---@return pi.chat.BlockRange?
function M.at(row)
  local id, first = last_begun(row)
  if id == nil or first == nil then
    return nil
  end
  local ns = require("pi.chat.patch").ns_block
  local next_one = api.nvim_buf_get_extmarks(0, ns, { row + 1, 0 }, -1, { limit = 1 })[1]
  local last = (next_one and next_one[2] or api.nvim_buf_line_count(0)) - 1
  while last > math.max(first, 0) and is_blank(last) do
    last = last - 1
  end
  return { id = id, first = first, last = last }
end

--- Where a block begins, as long as that is in the buffer.
---@param buf integer
---@param id integer
---@return integer? row
function M.row_of(buf, id)
  return api.nvim_buf_get_extmark_by_id(buf, require("pi.chat.patch").ns_block, id, {})[1]
end

--- The stretch of a line that has a highlight group of ours.
---@param row integer
---@param group string
---@param buf? integer the current one when absent
---@return string? text
---@return integer? first byte of it, from 0
---@return integer? last byte after it
function M.marked(row, group, buf)
  local ns = require("pi.chat.patch").ns
  buf = buf or 0
  if row < 0 then
    return nil
  end
  for _, mark in ipairs(api.nvim_buf_get_extmarks(buf, ns, { row, 0 }, { row, -1 }, { details = true })) do
    local details = mark[4]
    if details.hl_group == group and details.end_row == row then
      local text = api.nvim_buf_get_text(buf, row, mark[3], row, details.end_col, {})[1]
      return text, mark[3], details.end_col
    end
  end
end

---@param row integer
---@param pattern string
---@return boolean whether the line, or some of it, is in a group of ours with such a name
function M.has_group(row, pattern)
  local ns = require("pi.chat.patch").ns
  local marks = api.nvim_buf_get_extmarks(0, ns, { row, 0 }, { row, -1 }, { details = true })
  return vim.iter(marks):any(function(mark)
    local group = mark[4].line_hl_group or mark[4].hl_group
    return group ~= nil and group:find(pattern) ~= nil
  end)
end

---@param row integer
---@return boolean whether a message begins there
function M.is_message(row)
  local ns = require("pi.chat.patch").ns_message
  return #api.nvim_buf_get_extmarks(0, ns, { row, 0 }, { row, -1 }, { limit = 1 }) > 0
end

---@param open? boolean nil = the other way round
function M.set_at_cursor(open)
  local row = M.cursor_row()
  local block = M.at(row)
  if block then
    local params = { agent = vim.b.pi_agent, blocks = { block.id }, open = open, line = row - block.first }
    require("pi.host").send("block.open", params)
  end
end

---@param open boolean
function M.set_all(open)
  require("pi.host").send("block.open", { agent = vim.b.pi_agent, open = open })
end

--- Messages that begin after a row, or before it, the nearest first.
---@param row integer
---@param step 1|-1
---@param count integer at the most
---@return integer[] rows
local function messages(row, step, count)
  local from = step > 0 and { row + 1, 0 } or { row - 1, -1 }
  if from[1] < 0 then
    return {}
  end
  local ns = require("pi.chat.patch").ns_message
  local marks = api.nvim_buf_get_extmarks(0, ns, from, step > 0 and -1 or 0, { limit = count })
  return vim.tbl_map(function(mark)
    return mark[2]
  end, marks)
end

--- To the farthest of some rows, if any.
---@param rows integer[]
local function go_to_last(rows)
  if #rows > 0 then
    vim.cmd("normal! m'")
    api.nvim_win_set_cursor(0, { rows[#rows] + 1, 0 })
  end
end

--- To the next message, or the one before; with a count, so many. What is not loaded the host brings.
---@param step 1|-1
---@param count? integer
function M.walk_messages(step, count)
  count = count or vim.v.count1
  local rows = messages(M.cursor_row(), step, count)
  local state = require("pi.chat.transcript").state_of(api.nvim_get_current_buf())
  local side = step > 0 and "newer" or "older"
  if #rows == count or not state or not state[side] then
    go_to_last(rows)
    return
  end
  if require("pi.chat.goal").is_asked(state) then
    return
  end
  local win = api.nvim_get_current_win()
  local function still_here(run, ...)
    local args = { ... }
    return function()
      if api.nvim_get_current_win() == win then
        run(unpack(args))
      end
    end
  end
  local params = { to = side, count = count - #rows, lines = state.count }
  local on_none, on_again = still_here(go_to_last, rows), still_here(M.walk_messages, step, count)
  require("pi.chat.goal").ask(state, { win = win }, "transcript.message", params, on_none, on_again)
end

--- Text object: the message at the cursor, or the block when that is none. Inner = without the line that says who
--- speaks and the blank lines after it.
---@param is_inner boolean
---@return string keys
function M.object(is_inner)
  local block = M.at(M.cursor_row())
  if block == nil then
    return require("pi.chat.objects").none("message")
  end
  local first, last = math.max(block.first, 0), block.last
  if is_inner and first < last and M.marked(first, "PiUser") then
    first = first + 1
  end
  local count = api.nvim_buf_line_count(0)
  while not is_inner and last + 1 < count and is_blank(last + 1) do
    last = last + 1
  end
  return require("pi.chat.objects").lines(first, last)
end

return M
