--- Aligns the columns of markdown's tables where they fit into the window, by blanks that are drawn and are no text.
local M = {}

local api = vim.api

M.ns = api.nvim_create_namespace("pi.table")

--- Longer tables stay as they are: all of one is looked at with each row that comes.
local MOST_ROWS = 100

---@class pi.chat.Cell what stands between two bars
---@field from integer byte from 0
---@field to integer byte after it
---@field width integer

---@class pi.chat.TableRow
---@field row integer
---@field text string
---@field indent integer cells before the first bar
---@field cells pi.chat.Cell[]

---@alias pi.chat.Alignment "left"|"right"|"center"

---@param text string
---@return boolean
local function is_row(text)
  return text:find("^[%s>]*|") ~= nil
end

---@param buf integer
---@param row integer
---@return string
local function line(buf, row)
  return api.nvim_buf_get_lines(buf, row, row + 1, false)[1] or ""
end

--- Whether the host takes the line for what makes a table of the one above it.
---@param buf integer
---@param row integer
---@return boolean
local function is_delimiter(buf, row)
  local text = line(buf, row)
  if not text:find("^[%s>]*|[-:|%s]+$") then
    return false
  end
  local ns = require("pi.chat.patch").ns
  local marks = api.nvim_buf_get_extmarks(buf, ns, { row, 0 }, { row, -1 }, { details = true })
  return vim.iter(marks):any(function(mark)
    return mark[4].hl_group == "PiMarkup" and mark[4].end_col == #text
  end)
end

--- The rows of the table that has a line, or nil.
---@param buf integer
---@param row integer
---@return integer? first
---@return integer last
local function range_of(buf, row)
  local first, last = row, row
  while first > 0 and row - first < MOST_ROWS and is_row(line(buf, first - 1)) do
    first = first - 1
  end
  while last - first < MOST_ROWS and is_row(line(buf, last + 1)) do
    last = last + 1
  end
  local is_table = last > first and last - first < MOST_ROWS and is_delimiter(buf, first + 1)
  return is_table and first or nil, last
end

--- Cells of signs that the option `conceal` hides.
---@param buf integer
---@param row integer
---@param cell pi.chat.Cell
---@return integer
local function hidden_in(buf, row, cell)
  if not require("pi.config").get().conceal then
    return 0
  end
  local ns, hidden = require("pi.chat.patch").ns, 0
  local marks = api.nvim_buf_get_extmarks(buf, ns, { row, cell.from }, { row, cell.to }, { details = true })
  for _, mark in ipairs(marks) do
    if mark[4].conceal and mark[4].end_col <= cell.to then
      hidden = hidden + mark[4].end_col - mark[3]
    end
  end
  return hidden
end

---@param buf integer
---@param row integer
---@return pi.chat.TableRow
local function read_row(buf, row)
  local text = line(buf, row)
  local bar = text:find("|", 1, true)
  local read = { row = row, text = text, indent = api.nvim_strwidth(text:sub(1, bar - 1)), cells = {} }
  while bar do
    local from = bar
    repeat -- a bar that is escaped is text
      bar = text:find("|", bar + 1, true)
    until bar == nil or text:sub(bar - 1, bar - 1) ~= "\\"
    if bar then
      local cell = { from = from, to = bar - 1 }
      cell.width = api.nvim_strwidth(text:sub(from + 1, bar - 1)) - hidden_in(buf, row, cell)
      table.insert(read.cells, cell)
    end
  end
  return read
end

---@param rows pi.chat.TableRow[]
---@return integer[] widths, integer total
local function widths_of(rows)
  local widths, total = {}, rows[1].indent + 1
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row.cells) do
      widths[i] = math.max(widths[i] or 0, cell.width)
    end
  end
  for _, width in ipairs(widths) do
    total = total + width + 1
  end
  return widths, total
end

---@param delimiter pi.chat.TableRow
---@return pi.chat.Alignment[]
local function alignments_of(delimiter)
  return vim.tbl_map(function(cell)
    local text = vim.trim(delimiter.text:sub(cell.from + 1, cell.to))
    if text:sub(-1) ~= ":" then
      return "left"
    end
    return text:sub(1, 1) == ":" and "center" or "right"
  end, delimiter.cells)
end

---@param buf integer
---@param row integer
---@param col integer byte
---@param text string
local function draw(buf, row, col, text)
  if text ~= "" then
    api.nvim_buf_set_extmark(buf, M.ns, row, col, {
      virt_text = { { text, "PiMarkup" } },
      virt_text_pos = "inline",
    })
  end
end

---@param buf integer
---@param row pi.chat.TableRow
---@param cell pi.chat.Cell
---@param missing integer cells
---@param alignment? pi.chat.Alignment
local function pad(buf, row, cell, missing, alignment)
  local before = alignment == "right" and missing or alignment == "center" and math.floor(missing / 2) or 0
  draw(buf, row.row, cell.from, (" "):rep(before))
  draw(buf, row.row, cell.to, (" "):rep(missing - before))
end

---@param buf integer
---@param rows pi.chat.TableRow[]
---@param widths integer[]
local function pad_all(buf, rows, widths)
  local delimiter = rows[2]
  local alignments = alignments_of(delimiter)
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row.cells) do
      local missing = widths[i] - cell.width
      if row == delimiter then
        local dash = row.text:find("-", cell.from + 1, true)
        draw(buf, row.row, dash or cell.to, ("-"):rep(missing))
      else
        pad(buf, row, cell, missing, alignments[i])
      end
    end
  end
end

---@param buf integer
---@param first integer
---@param last integer
local function align_table(buf, first, last)
  api.nvim_buf_clear_namespace(buf, M.ns, first, last + 1)
  local rows = {}
  for row = first, last do
    -- One that is being written would move all others with each word.
    if row < last or line(buf, row):find("|%s*$") then
      rows[#rows + 1] = read_row(buf, row)
    end
  end
  local widths, total = widths_of(rows)
  if #rows > 1 and total <= require("pi.chat.room").of(buf) then
    pad_all(buf, rows, widths)
  end
end

--- Aligns the tables that have some of these lines.
---@param buf integer
---@param first integer
---@param lines string[] what was written there; of the first perhaps its end alone
function M.align(buf, first, lines)
  if require("pi.chat.treesitter").mark_priority() then
    return -- others draw the replies
  end
  local done = -1
  for i, text in ipairs(lines) do
    local row = first + i - 1
    if row > done and text:find("|", 1, true) and is_row(line(buf, row)) then
      local top, bottom = range_of(buf, row)
      if top then
        align_table(buf, top, bottom)
      end
      done = bottom
    end
  end
end

--- The room for tables is another.
---@param buf integer
function M.refit(buf)
  api.nvim_buf_clear_namespace(buf, M.ns, 0, -1)
  M.align(buf, 0, api.nvim_buf_get_lines(buf, 0, -1, false))
end

return M
