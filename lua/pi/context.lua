--- What of the editor goes with a prompt: a range of lines or a selection, exactly as the user sees it.
local M = {}

local api = vim.api

--- 'curswant' of a block selection that `$` extended to the end of every line.
local TO_LINE_END = vim.v.maxcol
local BLOCK = "\22"

--- The kind of selection for each Visual and Select mode.
local region_types = { v = "v", V = "V", [BLOCK] = BLOCK, s = "v", S = "V", ["\19"] = BLOCK }

---@class pi.context.Region
---@field first integer
---@field last integer
---@field lines string[]
---@field type "v"|"V"|"\22"
---@field column? integer byte at which it begins in its first line, from 1

--- The file behind a buffer, by its real path. One that is not written yet counts; a folder or an address does not.
---@param buf integer
---@return string?
function M.path(buf)
  local name = api.nvim_buf_get_name(buf)
  local buftype = vim.bo[buf].buftype
  if name == "" or name:find("^%a[%w+.-]+://") or not (buftype == "" or buftype == "help") then
    return nil
  end
  local stat = vim.uv.fs_stat(name)
  if stat then
    return stat.type == "file" and vim.uv.fs_realpath(name) or nil
  end
  local folder = vim.uv.fs_realpath(vim.fs.dirname(name))
  return folder and vim.fs.joinpath(folder, vim.fs.basename(name)) or name
end

---@param buf integer
---@return string
function M.name(buf)
  local name = api.nvim_buf_get_name(buf)
  if vim.bo[buf].buftype == "quickfix" then
    return "[Quickfix List]"
  elseif vim.startswith(name, "fugitive://") and vim.fn.exists("*FugitiveParse") == 1 then
    local ok, object = pcall(vim.fn.FugitiveParse, name)
    return ok and object[1] ~= "" and object[1] or name -- as git calls it: `HEAD:src/pump.ts`
  end
  return name ~= "" and name or "[No Name]"
end

---@param buf integer
---@param region pi.context.Region
---@return pi.ContextItem
local function item(buf, region)
  local path = M.path(buf)
  local whole = api.nvim_buf_get_lines(buf, region.first - 1, region.last, false)
  local is_partial = not vim.deep_equal(whole, region.lines)
  local text, notes = require("pi.cut").text(table.concat(region.lines, "\n"))
  if notes and not is_partial and region.first < region.last then
    return M.lines(buf, region.first, region.last)
  end
  return {
    kind = "lines",
    path = path,
    name = path and vim.fs.basename(path) or M.name(buf),
    filetype = vim.bo[buf].filetype,
    first = region.first,
    last = region.last,
    partial = is_partial,
    column = is_partial and region.type == "v" and region.column or nil,
    text = text,
    modified = vim.bo[buf].modified or (path ~= nil and vim.uv.fs_stat(path) == nil),
    notes = notes,
  }
end

--- Lines of a buffer, counted from 1, both ends included; given backwards or beyond the end they are put right.
---@param buf integer
---@param first integer
---@param last integer
---@return pi.ContextItem
function M.lines(buf, first, last)
  local count = api.nvim_buf_line_count(buf)
  if first > last then
    first, last = last, first
  end
  first = math.min(math.max(first, 1), count)
  last = math.min(math.max(last, first), count)
  local fit, note = require("pi.cut").lines(buf, first, last)
  local lines = api.nvim_buf_get_lines(buf, first - 1, fit, false)
  local made = item(buf, { first = first, last = fit, lines = lines, type = "V" })
  if note then
    made.notes = vim.list_extend({ note }, made.notes or {})
  end
  return made
end

--- A whole buffer.
---@param buf integer
---@return pi.ContextItem
function M.buffer(buf)
  local made = M.lines(buf, 1, api.nvim_buf_line_count(buf))
  made.whole = true
  return made
end

--- What an operator was given.
---@param kind "char"|"line"|"block"
---@return pi.ContextItem
function M.operator(kind)
  local region_type = ({ char = "v", line = "V", block = BLOCK })[kind]
  local from, to = vim.fn.getpos("'["), vim.fn.getpos("']")
  -- The end of a motion counts, whatever 'selection' says.
  local lines = vim.fn.getregion(from, to, { type = region_type, exclusive = false })
  return item(0, M.region(from, to, region_type, lines))
end

--- What of a line lies at or right of a screen column. A tab or wide character that the column cuts counts as spaces.
---@param lnum integer
---@param left integer from 1
---@return string
local function from_column(lnum, left)
  local line = vim.fn.getline(lnum)
  if left >= vim.fn.virtcol({ lnum, "$" }) then
    return ""
  end
  local col = vim.fn.virtcol2col(0, lnum, left)
  local span = vim.fn.virtcol({ lnum, col }, true)
  if span[1] >= left then
    return line:sub(col)
  end
  local next_col = col + vim.str_utf_end(line, col) + 1
  return (" "):rep(span[2] - left + 1) .. line:sub(next_col)
end

--- `getregion()` ends such a block at the last corner; Vim takes every line to its end.
---@param from integer[] as getpos() gives it
---@param to integer[]
---@return string[]
local function block_to_line_ends(from, to)
  local left =
    math.min(vim.fn.virtcol({ from[2], from[3] }, true)[1], vim.fn.virtcol({ to[2], to[3] }, true)[1])
  local lines = {}
  for lnum = math.min(from[2], to[2]), math.max(from[2], to[2]) do
    lines[#lines + 1] = from_column(lnum, math.max(left, 1))
  end
  return lines
end

--- The text between two positions of the current buffer.
---@param from integer[] as getpos() gives it
---@param to integer[]
---@param kind "v"|"V"|"\22"
---@param lines? string[] when they are known
---@return pi.context.Region
function M.region(from, to, kind, lines)
  lines = lines or vim.fn.getregion(from, to, { type = kind })
  -- In a string of Vim a line feed stands for NUL.
  lines = vim.tbl_map(function(line)
    return (line:gsub("\n", "\0"))
  end, lines)
  local is_forward = from[2] < to[2] or from[2] == to[2] and from[3] <= to[3]
  local first, last = is_forward and from or to, is_forward and to or from
  return { first = first[2], last = last[2], lines = lines, type = kind, column = first[3] }
end

--- The selection while Visual or Select mode is on; nil in any other mode.
---@return pi.context.Region?
local function live_region()
  local kind = region_types[vim.fn.mode()]
  if kind == nil then
    return nil
  end
  local from, to = vim.fn.getpos("v"), vim.fn.getpos(".")
  local is_ragged = kind == BLOCK and vim.fn.winsaveview().curswant == TO_LINE_END
  return M.region(from, to, kind, is_ragged and block_to_line_ends(from, to) or nil)
end

--- The live selection of the current window, or nil when there is none. An old selection is never used.
---@return pi.ContextItem?
function M.selection()
  local region = live_region()
  return region and item(0, region)
end

--- Whether the cursor is where a selection leaves it: on one of its ends, or of the corners of a block. One column off
--- is still there: the end may lie behind the line, or be exclusive.
---@param from integer[] the mark '<
---@param to integer[] the mark '>
---@return boolean
local function is_just_ended(from, to)
  local cursor = vim.fn.getpos(".")
  local width = vim.fn.virtcol({ cursor[2], "$" }) - 1
  local at = vim.fn.virtcol(".", true)[1]
  local is_block = vim.fn.visualmode() == BLOCK
  for _, mark in ipairs({ from, to }) do
    local is_line = cursor[2] == mark[2] or is_block and (cursor[2] == from[2] or cursor[2] == to[2])
    local column = math.min(vim.fn.virtcol({ mark[2], mark[3] }, true)[1], math.max(width, 1))
    if is_line and math.abs(at - column) <= 1 then
      return true
    end
  end
  return false
end

--- The selection of a window that the user makes there now, or made last and has not moved away from.
---@param win integer
---@return pi.ContextItem?
function M.fresh_selection(win)
  local live = win == api.nvim_get_current_win() and M.selection()
  if live then
    return live
  end
  local is_fresh = api.nvim_win_call(win, function()
    local from, to = vim.fn.getpos("'<"), vim.fn.getpos("'>")
    return from[2] > 0 and to[2] <= vim.fn.line("$") and is_just_ended(from, to)
  end)
  return is_fresh and M.last_selection(win) or nil
end

--- The last selection of the buffer, brought back for a moment: only so is a `$` in a block known.
---@return pi.context.Region?
local function last_region()
  local view = vim.fn.winsaveview()
  vim.cmd("noautocmd normal! gv")
  local ok, region = pcall(live_region)
  vim.cmd("noautocmd normal! \27")
  vim.fn.winrestview(view)
  return ok and region or nil
end

--- Whether the current window's last selection was a block that `$` extended. Only `gv` tells, and with Neovim 0.12
--- the mode does not show it while something is inserted elsewhere.
---@return boolean
local function was_ragged()
  local view = vim.fn.winsaveview()
  vim.cmd("noautocmd normal! gv")
  local is_ragged = vim.fn.winsaveview().curswant == TO_LINE_END
  vim.cmd("noautocmd normal! \27")
  vim.fn.winrestview(view)
  return is_ragged
end

--- The last selection that was made in a window, or nil when there was none.
---@param win integer
---@return pi.ContextItem?
function M.last_selection(win)
  local is_selecting = region_types[vim.fn.mode()] ~= nil -- somewhere: `gv` would end it
  return api.nvim_win_call(win, function()
    local from, to, kind = vim.fn.getpos("'<"), vim.fn.getpos("'>"), vim.fn.visualmode()
    if from[2] == 0 or to[2] > vim.fn.line("$") or kind == "" then
      return nil
    end
    local is_ragged = kind == BLOCK and not is_selecting and was_ragged()
    return item(0, M.region(from, to, kind, is_ragged and block_to_line_ends(from, to) or nil))
  end)
end

--- What a command's range means. It is whole lines, but for `:'<,'>` right after a selection by characters or block:
--- then it is that selection. "Right after" is when the range is the selection's and the cursor is still on one of its ends.
---@param first integer
---@param last integer
---@return pi.ContextItem
function M.range(first, last)
  local from, to = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  local is_selection = from[2] == first and to[2] == last and vim.fn.visualmode() ~= "V"
  if is_selection and from[2] > 0 and is_just_ended(from, to) then
    local region = last_region()
    if region and region.first == first and region.last == last then
      return item(0, region)
    end
  end
  return M.lines(0, first, last)
end

return M
