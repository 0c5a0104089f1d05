--- Code blocks of the transcript at the cursor: selecting them, copying them, putting them into a file.
--- They are known by the line highlights that the host gives them; nothing is parsed here.
local M = {}

local api = vim.api

local GROUP = "^PiCodeBlock$"

---@param row integer
---@return string
local function line(row)
  return api.nvim_buf_get_lines(0, row, row + 1, false)[1] or ""
end

local FENCE = "[`~][`~][`~]"
--- What may stand before a fence: the marks of a quote, an indent, the sign of a list item.
local BEFORE = { "^([%s>]*)" .. FENCE, "^([%s>]*[%-%*%+]%s+)" .. FENCE, "^([%s>]*%d+[%.%)]%s+)" .. FENCE }

--- What stands before the lines of a block, by its fence.
---@param row integer
---@return string? prefix nil when the line is no fence
local function before_fence(row)
  local text = line(row)
  for _, pattern in ipairs(BEFORE) do
    local prefix = text:match(pattern)
    if prefix then
      return (prefix:gsub("[^%s>]", " "))
    end
  end
end

---@param row integer
---@return boolean
local function is_code(row)
  return require("pi.chat.blocks").has_group(row, GROUP)
end

--- The row of code that the cursor means: on a fence, the one next to it.
---@param row integer
---@return integer?
local function row_of_code(row)
  if is_code(row) then
    return row
  elseif before_fence(row) == nil then
    return nil
  elseif is_code(row + 1) then
    return row + 1
  end
  return row > 0 and is_code(row - 1) and row - 1 or nil
end

---@class pi.chat.CodeRange
---@field first integer 0-based row of the first line of code
---@field last integer
---@field is_cut boolean its beginning or end is not loaded

--- The code block at the cursor.
---@return pi.chat.CodeRange?
local function at_cursor()
  local row = row_of_code(require("pi.chat.blocks").cursor_row())
  if row == nil then
    return nil
  end
  local first, last = row, row
  while first > 0 and is_code(first - 1) do
    first = first - 1
  end
  local count = api.nvim_buf_line_count(0)
  while last + 1 < count and is_code(last + 1) do
    last = last + 1
  end
  local state = require("pi.chat.transcript").state_of(api.nvim_get_current_buf())
  local is_cut = state ~= nil and (first == 0 and state.older or last == count - 1 and state.newer)
  return { first = first, last = last, is_cut = is_cut }
end

--- Its text, without what the list or quote around it puts before each line.
---@param range pi.chat.CodeRange
---@return string[]
local function text_of(range)
  local prefix = range.first > 0 and before_fence(range.first - 1) or ""
  local bare = vim.trim(prefix)
  return vim.tbl_map(function(text)
    if vim.startswith(text, prefix) then
      return text:sub(#prefix + 1)
    end
    -- A blank line of a quote may lack the blanks at its end, one of a list all of them.
    return (text:find("%S") and text ~= bare) and text or ""
  end, api.nvim_buf_get_lines(0, range.first, range.last + 1, false))
end

---@param act fun(lines: string[])
local function with_text(act)
  local range = at_cursor()
  if range == nil then
    require("pi.notify").info("there is no code block at the cursor")
    return
  end
  act(text_of(range))
  if range.is_cut then
    require("pi.notify").warn("part of this code is not loaded and left out: scroll there")
  end
end

--- Text object: the code, or the code with its fences.
---@param is_inner boolean
---@return string keys
function M.object(is_inner)
  local range = at_cursor()
  if range == nil then
    return require("pi.chat.objects").none("code block")
  end
  local first, last = range.first, range.last
  if not is_inner then
    first = first > 0 and before_fence(first - 1) and first - 1 or first
    last = before_fence(last + 1) and last + 1 or last
  end
  return require("pi.chat.objects").lines(first, last)
end

--- Copies the code into the register that was typed before.
function M.yank()
  local register = vim.v.register
  with_text(function(lines)
    require("pi.yank").store(lines, register, "the code block")
  end)
end

--- Puts the code at the cursor of the last file window, as `p` and `P` put lines.
---@param is_after boolean
function M.put(is_after)
  if at_cursor() == nil then
    require("pi.notify").info("nothing changes here; on code, p puts it into your file")
    return
  end
  with_text(function(lines)
    require("pi.chat.file_window").put(lines, is_after)
  end)
end

return M
