--- Applies to a buffer what has changed in its file: one undo brings the old text back, and what is on the lines that
--- stay (marks, signs, folds) stays.
local M = {}

local api = vim.api

--- A line counted from 1 after the edits.
---@param edits pi.edit.Edit[] from the last to the first
---@param line integer
---@return integer
local function moved(edits, line)
  local row, offset = line - 1, 0
  for i = #edits, 1, -1 do
    local edit = edits[i]
    if edit.first > row then
      break
    elseif not edit.col then
      local grown = #edit.lines - (edit.last - edit.first)
      -- Within what was replaced: as far from its start, if that is still there.
      offset = row >= edit.last and offset + grown
        or offset + math.min(0, #edit.lines - 1 - (row - edit.first))
    end
  end
  return math.max(row + offset + 1, 1)
end

--- Where each window that shows the buffer is to be afterwards.
---@param buf integer
---@param edits pi.edit.Edit[]
---@return { win: integer, view: vim.fn.winsaveview.ret }[]
local function planned_views(buf, edits)
  local views = {}
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    local view = api.nvim_win_call(win, vim.fn.winsaveview)
    view.lnum, view.topline = moved(edits, view.lnum), moved(edits, view.topline)
    views[#views + 1] = { win = win, view = view }
  end
  return views
end

---@param views { win: integer, view: vim.fn.winsaveview.ret }[]
local function set_views(views)
  for _, entry in ipairs(views) do
    api.nvim_win_call(entry.win, function()
      vim.fn.winrestview(entry.view)
    end)
  end
end

---@param buf integer
---@param edit pi.edit.Edit
local function change(buf, edit)
  if edit.col then
    api.nvim_buf_set_text(buf, edit.first, edit.col, edit.first, edit.endCol, edit.lines)
  else
    api.nvim_buf_set_lines(buf, edit.first, edit.last, true, edit.lines)
  end
end

--- Ends the undo block that is open: somebody may be in insert mode in this buffer.
---@param buf integer
local function break_undo(buf)
  api.nvim_buf_call(buf, function()
    vim.cmd("let &g:undolevels = &g:undolevels")
  end)
end

---@param buf integer
---@param update pi.edit.Edits
local function set_reading(buf, update)
  local options = vim.bo[buf]
  if options.fileformat ~= update.format then
    options.fileformat = update.format
  end
  if options.endofline ~= update.endOfLine then
    options.endofline = update.endOfLine
  end
  if options.bomb ~= update.bomb then
    options.bomb = update.bomb
  end
end

--- Whether the buffer has as many lines and bytes as the text that the edits are for.
---@param buf integer
---@param update pi.edit.Edits
---@return boolean
function M.fits(buf, update)
  local count = api.nvim_buf_line_count(buf)
  -- The line break at the end is counted only where there is one.
  local missing = update.byteCount - api.nvim_buf_get_offset(buf, count)
  return count == update.lineCount and (missing == 0 or missing == 1)
end

---@param buf integer
---@param update pi.edit.Edits
function M.apply(buf, update)
  require("pi.chat.quiet").run(function()
    local options = vim.bo[buf]
    local is_modifiable = options.modifiable
    local views = planned_views(buf, update.edits)
    options.modifiable = true
    break_undo(buf)
    -- Before the change, so that undoing it leaves a buffer that differs from its file, and no warning about 'readonly'.
    options.modified = true
    local ok, message = pcall(function()
      vim.iter(update.edits):each(function(edit)
        change(buf, edit)
      end)
      set_reading(buf, update)
    end)
    break_undo(buf)
    options.modifiable = is_modifiable
    if not ok then
      error(message, 0)
    end
    set_views(views)
  end)
  require("pi.edit.guard").check(buf, "")
  require("pi.chat.quiet").run(function()
    vim.bo[buf].modified = false
  end)
end

return M
