--- Marks on the lines that pi has changed, for a while.
local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace("pi.edit.marks")

--- More changes than these in one buffer are not marked one by one.
local MOST_MARKS = 1000

--- Counts: marks that were taken away need no end any more.
local generation = 0

---@class pi.edit.Range lines from 0
---@field first integer
---@field last integer exclusive; as `first` where lines were only removed

--- Where edits are once they are applied.
---@param edits pi.edit.Edit[] from the last to the first
---@return pi.edit.Range[]
local function ranges_of(edits)
  local ranges, offset = {}, 0
  for i = #edits, 1, -1 do
    local edit = edits[i]
    local range = { first = edit.first + offset, last = edit.first + offset + #edit.lines }
    offset = offset + #edit.lines - (edit.last - edit.first)
    local before = ranges[#ranges]
    if before and before.last == range.first and before.last > before.first then
      before.last = range.last
    else
      ranges[#ranges + 1] = range
    end
  end
  return ranges
end

---@param is_removal boolean
---@return table
local function look(is_removal)
  local marks = require("pi.config").get().changes.marks
  if marks == "line" and not is_removal then
    return { line_hl_group = "PiChangedLine" }
  elseif marks == "off" then
    return {}
  end
  local icon = require("pi.icons").get(is_removal and "removed" or "changed")
  return { sign_text = icon, sign_hl_group = is_removal and "PiChangedRemoved" or "PiChanged" }
end

---@param buf integer
---@param range pi.edit.Range
local function set(buf, range)
  local count = api.nvim_buf_line_count(buf)
  local is_removal = range.last == range.first
  local first = math.min(is_removal and math.max(range.first - 1, 0) or range.first, count - 1)
  local last = is_removal and first or math.min(range.last, count) - 1
  local options = look(is_removal)
  options.strict, options.priority = false, 5
  if last > first then
    options.end_row, options.end_col = last, 0
  end
  api.nvim_buf_set_extmark(buf, namespace, first, 0, options)
end

local function clear_later()
  local seconds = require("pi.config").get().changes.seconds
  local mine = generation
  if seconds then
    vim.defer_fn(function()
      if mine == generation then
        M.clear()
      end
    end, seconds * 1000)
  end
end

---@param buf integer
---@param ranges pi.edit.Range[]
local function set_all(buf, ranges)
  require("pi.highlight").setup()
  for i = 1, math.min(#ranges, MOST_MARKS) do
    set(buf, ranges[i])
  end
  if #ranges > 0 then
    require("pi.edit.walk").offer(buf)
    clear_later()
  end
end

--- Marks what was just changed in a buffer.
---@param buf integer
---@param edits pi.edit.Edit[] from the last to the first
function M.add(buf, edits)
  set_all(buf, ranges_of(edits))
end

--- Marks what the host knows to be changed in a file that was opened later.
---@param buf integer
---@param hunks pi.event.LineHunk[]
function M.show(buf, hunks)
  api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
  local ranges = {}
  for i, hunk in ipairs(hunks) do
    ranges[i] = { first = hunk.newStart, last = hunk.newStart + hunk.newCount }
  end
  set_all(buf, ranges)
end

--- Takes away the mark of one change, as when it is put back.
---@param buf integer
---@param range pi.edit.Range where the change is now
function M.drop(buf, range)
  local first = range.last == range.first and math.max(range.first - 1, 0) or range.first
  api.nvim_buf_clear_namespace(buf, namespace, first, math.max(range.last, first + 1))
end

--- Lines (from 1) on which changes begin.
---@param buf integer
---@return integer[]
function M.lines(buf)
  return vim
    .iter(api.nvim_buf_get_extmarks(buf, namespace, 0, -1, {}))
    :map(function(mark)
      return mark[2] + 1
    end)
    :totable()
end

--- Takes all marks away.
function M.clear()
  generation = generation + 1
  for _, buf in ipairs(api.nvim_list_bufs()) do
    api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
    require("pi.edit.walk").withdraw(buf)
  end
end

return M
