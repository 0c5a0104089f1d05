--- What a dialog asks, as lines and highlights. The host has made all of it harmless.
local M = {}

local api = vim.api

M.ns = api.nvim_create_namespace("pi.dialog")

---@param target pi.ShownText
---@param source pi.ShownText
local function append(target, source)
  local shift = #target.lines
  vim.list_extend(target.lines, source.lines)
  for i = 1, #source.marks, 4 do
    vim.list_extend(
      target.marks,
      { source.marks[i] + shift, source.marks[i + 1], source.marks[i + 2], source.marks[i + 3] }
    )
  end
  for i = 1, #(source.rows or {}), 2 do
    target.rows = target.rows or {}
    vim.list_extend(target.rows, { source.rows[i] + shift, source.rows[i + 1] })
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
