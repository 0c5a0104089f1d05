--- Keeps what each window shows while the transcript's text changes under it: a window whose cursor is on the last
--- line follows the text, every other one goes on showing the same lines.
local M = {}

local api = vim.api

---@class pi.chat.View
---@field win integer
---@field follows boolean
---@field topline? integer absent where the window follows
---@field cursor [integer, integer]
---@field anchor? integer line at which the Visual selection began, in the current window
---@field anchor_col? integer

--- In these modes the cursor is one end of something the user is about to act on.
---@param mode string
---@return boolean
local function is_selecting(mode)
  return mode:find("^[vVsS\22\19]") ~= nil or mode:find("^no") ~= nil
end

--- What the windows of a buffer show now.
---@param buf integer
---@param is_held boolean no window shall follow
---@return pi.chat.View[]
function M.save(buf, is_held)
  local views = {}
  local last = api.nvim_buf_line_count(buf)
  local current = api.nvim_get_current_win()
  for i, win in ipairs(vim.fn.win_findbuf(buf)) do
    local cursor = api.nvim_win_get_cursor(win)
    local view = { win = win, cursor = cursor, follows = not is_held and cursor[1] >= last }
    local mode = win == current and vim.fn.mode(1) or "n"
    if is_selecting(mode) then
      view.follows = false
      if not mode:find("^no") then
        view.anchor, view.anchor_col = vim.fn.line("v"), vim.fn.col("v")
      end
    end
    view.topline = not view.follows and vim.fn.getwininfo(win)[1].topline or nil
    views[i] = view
  end
  return views
end

--- Whether a window shows text away from the end.
---@param win integer
---@return boolean
function M.is_detached(win)
  return api.nvim_win_get_cursor(win)[1] < api.nvim_buf_line_count(api.nvim_win_get_buf(win))
end

--- Where a line is after the hunks.
---@param lnum integer 1-based
---@param hunks pi.event.Hunk[]
---@return integer
local function moved(lnum, hunks)
  for _, hunk in ipairs(hunks) do
    local row, added = lnum - 1, #hunk.lines
    if row >= hunk.last then
      lnum = lnum + added - (hunk.last - hunk.first)
    elseif row >= hunk.first + added then
      lnum = math.max(1, hunk.first + added)
    end
  end
  return lnum
end

---@param win integer
---@param from integer 0-based
---@param to integer
---@return integer screen lines
local function text_height(win, from, to)
  return api.nvim_win_text_height(win, { start_row = from, end_row = to }).all
end

--- The first line to show so that the last one is at the window's end.
---@param win integer
---@param count integer lines of the buffer
---@param height integer lines of the window
---@return integer topline
---@return boolean fits false when the last line alone is higher than the window
local function topline_at_end(win, count, height)
  local start = math.max(0, count - height)
  local rows = text_height(win, start, count - 1)
  while rows < height and start > 0 do -- folds hide lines
    start = math.max(0, start - (height - rows))
    rows = text_height(win, start, count - 1)
  end
  while rows > height and start < count - 1 do -- lines wrap
    rows = rows - text_height(win, start, start)
    start = start + 1
  end
  return start + 1, rows <= height
end

---@param win integer
---@param view table as winrestview() takes it
local function restore(win, view)
  api.nvim_win_call(win, function()
    vim.fn.winrestview(view)
  end)
end

---@param win integer
---@return integer lines of the window that show text
local function text_lines(win)
  return api.nvim_win_get_height(win) - (vim.wo[win].winbar ~= "" and 1 or 0)
end

--- Scrolls the current window as far as shows what was opened at its cursor, without moving the cursor.
---@param hunks pi.event.Hunk[]
function M.reveal(hunks)
  local win = api.nvim_get_current_win()
  local lnum = api.nvim_win_get_cursor(win)[1]
  for _, hunk in ipairs(hunks) do
    local last = hunk.first + #hunk.lines
    if lnum > hunk.first and lnum <= last + 1 and vim.fn.line("w$") < last then
      local topline = topline_at_end(win, last, text_lines(win))
      restore(win, { topline = math.min(topline, lnum) })
    end
  end
end

--- Shows the end of the buffer, the cursor on the last line.
---@param win integer
---@param added? integer lines that came at the end of a window that showed it; Neovim scrolls by itself for a few
function M.follow(win, added)
  local count = api.nvim_buf_line_count(api.nvim_win_get_buf(win))
  local cursor = api.nvim_win_get_cursor(win)
  if added and added < api.nvim_win_get_height(win) / 3 then
    if cursor[1] ~= count then
      api.nvim_win_set_cursor(win, { count, 0 })
    end
    if vim.fn.line("w$", win) == count and vim.fn.line("w0", win) < count then
      return
    end
  end
  local topline, fits = topline_at_end(win, count, text_lines(win))
  if not fits then
    -- With 'smoothscroll' the end of a line higher than the window shows only where the cursor is.
    api.nvim_win_set_cursor(win, { count, 2 ^ 30 })
  elseif cursor[1] ~= count then
    api.nvim_win_set_cursor(win, { count, 0 })
  end
  if fits and vim.fn.line("w0", win) ~= topline then
    restore(win, { topline = topline })
  end
end

--- Moves the other end of the Visual selection; there is no call for that but `o`.
---@param lnum integer
---@param col integer from 1
---@param cursor [integer, integer]
local function reselect(lnum, col, cursor)
  vim.cmd("keepjumps normal! o")
  api.nvim_win_set_cursor(0, { lnum, col - 1 })
  vim.cmd("keepjumps normal! o")
  api.nvim_win_set_cursor(0, cursor)
end

---@param view pi.chat.View
---@param hunks pi.event.Hunk[]
local function keep(view, hunks)
  local win = view.win
  local last = api.nvim_buf_line_count(api.nvim_win_get_buf(win))
  local topline = math.min(last, moved(view.topline, hunks))
  local lnum = math.min(last, moved(view.cursor[1], hunks))
  local anchor = view.anchor and math.min(last, moved(view.anchor, hunks))
  if anchor and (anchor ~= vim.fn.line("v") or view.anchor_col ~= vim.fn.col("v")) then
    reselect(anchor, view.anchor_col, { lnum, view.cursor[2] })
  end
  local cursor = api.nvim_win_get_cursor(win)
  local is_same = cursor[1] == lnum and cursor[2] == view.cursor[2]
  if not is_same or vim.fn.getwininfo(win)[1].topline ~= topline then
    restore(win, { topline = topline, lnum = lnum, col = view.cursor[2] })
  end
end

--- Gives each window its view back after the buffer was changed by `hunks`.
---@param views pi.chat.View[]
---@param hunks pi.event.Hunk[]
function M.restore(views, hunks)
  local added = 0
  for _, hunk in ipairs(hunks) do
    added = added + #hunk.lines
  end
  for _, view in ipairs(views) do
    if api.nvim_win_is_valid(view.win) then
      if view.follows then
        M.follow(view.win, added)
      else
        keep(view, hunks)
      end
    end
  end
end

return M
