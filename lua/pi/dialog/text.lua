--- What a dialog asks, as lines and highlights. The host has made all of it harmless.
local M = {}

local api = vim.api

M.ns = api.nvim_create_namespace("pi.dialog")

--- Appends groups of values of which the first is a row. One value after the other: there may be thousands.
---@param target (integer|string)[]
---@param source (integer|string)[]
---@param size integer of a group
---@param shift integer rows
local function append_rows(target, source, size, shift)
  local count = #target
  for i = 1, #source do
    local value = source[i]
    target[count + i] = (i - 1) % size == 0 and value + shift or value
  end
end

---@param target pi.ShownText
---@param source pi.ShownText
local function append(target, source)
  local shift = #target.lines
  vim.list_extend(target.lines, source.lines)
  append_rows(target.marks, source.marks, 4, shift)
  if source.rows then
    target.rows = target.rows or {}
    append_rows(target.rows, source.rows, 2, shift)
  end
end

---@param text? pi.ShownText
---@return boolean
local function is_blank(text)
  return text == nil or table.concat(text.lines):find("%S") == nil
end

--- Title and message with an empty line between them.
---@param dialog pi.event.Dialog
---@return pi.ShownText
function M.question(dialog)
  local text = { lines = {}, marks = {} }
  if not is_blank(dialog.title) then
    if #dialog.title.lines == 1 then
      text.marks = { 0, 0, #dialog.title.lines[1], "PiDialogTitle" }
    end
    append(text, dialog.title)
  end
  if not is_blank(dialog.message) then
    if #text.lines > 0 then
      table.insert(text.lines, "")
    end
    append(text, dialog.message)
  end
  return text
end

--- Screens lower than this have no line to spare.
local LOW_SCREEN = 12

--- The question and an empty line below it, before what is typed.
---@param dialog pi.event.Dialog
---@return pi.ShownText
function M.question_above(dialog)
  local text = M.question(dialog)
  if #text.lines > 0 and vim.o.lines >= LOW_SCREEN then
    table.insert(text.lines, "")
  end
  return text
end

--- The question on one line, for notices and for pickers that have one line for it.
---@param dialog pi.event.Dialog
---@return string
function M.summary(dialog)
  local line = table.concat(M.question(dialog).lines, " "):gsub("%s+", " ")
  return vim.trim(line)
end

--- Colours the rows from `first` up to before `last`.
---@param buf integer
---@param text pi.ShownText
---@param first integer
---@param last number
local function colour(buf, text, first, last)
  local ids, marks, rows = require("pi.highlight").ids, text.marks, text.rows or {}
  for i = 1, #rows, 2 do
    local row = rows[i]
    if row >= first and row < last then
      api.nvim_buf_set_extmark(buf, M.ns, row, 0, { line_hl_group = rows[i + 1] })
    end
  end
  for i = 1, #marks, 4 do
    local row = marks[i]
    if row >= first and row < last then
      api.nvim_buf_set_extmark(buf, M.ns, row, marks[i + 1], {
        end_row = row,
        end_col = marks[i + 2],
        hl_group = ids[marks[i + 3]],
        strict = false,
      })
    end
  end
end

--- Colours lines of a buffer: those that a screen has room for, and as soon as these are seen the others.
---@param buf integer
---@param text pi.ShownText
function M.set_marks(buf, text)
  local seen = vim.o.lines
  colour(buf, text, 0, seen)
  if #text.lines <= seen then
    return
  end
  local tick = api.nvim_buf_get_changedtick(buf)
  vim.schedule(function()
    if api.nvim_buf_is_loaded(buf) and api.nvim_buf_get_changedtick(buf) == tick then
      colour(buf, text, seen, math.huge)
    end
  end)
end

return M
