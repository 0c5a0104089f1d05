--- What is different between two buffers, as they are now.
local M = {}

local api = vim.api

---@class pi.review.Hunk lines from 1; a count of 0: the line above
---@field old integer
---@field old_count integer
---@field new integer
---@field new_count integer

--- Lines of a buffer; none for an empty one, which stands for no file as well.
---@param buf integer
---@return string[]
function M.lines(buf)
  local lines = api.nvim_buf_get_lines(buf, 0, -1, false)
  return #lines == 1 and lines[1] == "" and {} or lines
end

---@param lines string[]
---@return string
local function text_of(lines)
  return #lines == 0 and "" or table.concat(lines, "\n") .. "\n"
end

---@param old string[]
---@param new string[]
---@return pi.review.Hunk[]
local function between(old, new)
  local diff = vim.text and vim.text.diff or vim.diff
  local found = diff(text_of(old), text_of(new), { result_type = "indices" }) --[[@as integer[][] ]]
  return vim.tbl_map(function(hunk)
    return { old = hunk[1], old_count = hunk[2], new = hunk[3], new_count = hunk[4] }
  end, found)
end

---@param old integer buffer
---@param new integer buffer
---@return pi.review.Hunk[]
function M.of(old, new)
  return between(M.lines(old), M.lines(new))
end

--- Where a hunk is on one side. Removed lines lie between two: a cursor on either of them is at the hunk.
---@param hunk pi.review.Hunk
---@param is_old boolean
---@return integer first from 1
---@return integer last
function M.range(hunk, is_old)
  local first, count = hunk.new, hunk.new_count
  if is_old then
    first, count = hunk.old, hunk.old_count
  end
  if count == 0 then
    return first, first + 1
  end
  return first, first + count - 1
end

--- The hunk at a line: rather one that has this line than one beside it.
---@param hunks pi.review.Hunk[]
---@param line integer from 1
---@param is_old boolean
---@return pi.review.Hunk?
function M.at(hunks, line, is_old)
  local beside
  for _, hunk in ipairs(hunks) do
    local first, last = M.range(hunk, is_old)
    if line >= first and line <= last then
      if (is_old and hunk.old_count or hunk.new_count) > 0 then
        return hunk
      end
      beside = beside or hunk
    end
  end
  return beside
end

--- Replaces lines, with undo, also in a buffer that its user may not change.
---@param buf integer
---@param first integer from 1, the line above when `count` is 0
---@param count integer
---@param lines string[]
local function replace(buf, first, count, lines)
  local from = count > 0 and first - 1 or first
  -- The one line of an empty buffer is none.
  local last = #M.lines(buf) == 0 and -1 or from + count
  require("pi.edit.marks").drop(buf, { first = from, last = from + count })
  api.nvim_buf_set_lines(buf, from, last, false, lines)
end

---@param buf integer
---@param change fun()
local function as_one_undo(buf, change)
  local was_modifiable = vim.bo[buf].modifiable
  vim.bo[buf].modifiable = true
  api.nvim_buf_call(buf, function()
    vim.cmd("let &g:undolevels = &g:undolevels") -- the change is an undo step of its own
  end)
  local ok, message = pcall(change)
  vim.bo[buf].modifiable = was_modifiable
  if not ok then
    error(message, 0)
  end
end

--- Has one side take over a hunk from the other.
---@param hunk pi.review.Hunk
---@param old integer buffer
---@param new integer buffer
---@param is_into_old boolean
function M.take(hunk, old, new, is_into_old)
  if is_into_old then
    local lines = vim.list_slice(M.lines(new), hunk.new, hunk.new + hunk.new_count - 1)
    as_one_undo(old, function()
      replace(old, hunk.old, hunk.old_count, hunk.new_count > 0 and lines or {})
    end)
  else
    local lines = vim.list_slice(M.lines(old), hunk.old, hunk.old + hunk.old_count - 1)
    as_one_undo(new, function()
      replace(new, hunk.new, hunk.new_count, hunk.old_count > 0 and lines or {})
    end)
  end
end

--- Makes a buffer hold these lines, by the smallest change, as one undo step.
---@param buf integer
---@param lines string[]
function M.become(buf, lines)
  local hunks = between(M.lines(buf), lines)
  as_one_undo(buf, function()
    for i = #hunks, 1, -1 do
      local hunk = hunks[i]
      local wanted = vim.list_slice(lines, hunk.new, hunk.new + hunk.new_count - 1)
      replace(buf, hunk.old, hunk.old_count, hunk.new_count > 0 and wanted or {})
    end
  end)
end

return M
