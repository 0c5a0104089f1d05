--- Draws the rows of a picker that are in sight: number, mark of the current one, text, details in columns.
local M = {}

local api = vim.api
local ns = api.nvim_create_namespace("pi.pick")

--- Columns of details keep their text's full width; the first column yields to them down to this share.
local LEAST_TEXT = 0.4
local GAP = "  "

---@param text string
---@param cells integer
---@return string
local function fitted(text, cells)
  local cut = require("pi.chat.bar").cut(text, cells)
  return cut .. (" "):rep(cells - api.nvim_strwidth(cut))
end

--- Cells for each column that has room; at least the first one has.
---@param widths integer[]
---@param room integer
---@return integer[]
local function columns(widths, room)
  local details = 0
  for i = 2, #widths do
    details = details + widths[i] + #GAP
  end
  local text = math.min(widths[1] or 0, math.max(math.floor(room * LEAST_TEXT), room - details))
  local fitting, left = { math.min(text, room) }, room - text
  for i = 2, #widths do
    local width = math.min(widths[i], left - #GAP)
    if width < math.min(widths[i], 4) then
      break
    end
    fitting[i] = width
    left = left - width - #GAP
  end
  return fitting
end

---@class pi.pick.Row
---@field text string
---@field head integer bytes before the first column
---@field detail integer byte where the details begin

---@param entry pi.pick.Entry
---@param cells integer[]
---@param digits integer
---@param is_current boolean
---@return pi.pick.Row
local function row_of(entry, cells, digits, is_current)
  local head = (" %s %" .. digits .. "d  "):format(is_current and "●" or " ", entry.number)
  local parts = { fitted(entry.cells[1], cells[1]) }
  for i = 2, math.min(#cells, #entry.cells) do
    parts[i] = fitted(entry.cells[i], cells[i])
  end
  return { text = head .. table.concat(parts, GAP), head = #head, detail = #head + #parts[1] }
end

---@param buf integer
---@param line integer
---@param first integer
---@param last integer
---@param group string
local function mark(buf, line, first, last, group)
  if last > first then
    api.nvim_buf_set_extmark(buf, ns, line, first, { end_col = last, hl_group = group })
  end
end

---@param buf integer
---@param line integer
---@param row pi.pick.Row
---@param words string[]
local function colour(buf, line, row, words)
  mark(buf, line, 0, row.head, "PiPickNumber")
  mark(buf, line, row.detail, #row.text, "PiPickDetail")
  local body = row.text:sub(row.head + 1)
  for _, span in ipairs(require("pi.pick.match").spans(body, words)) do
    mark(buf, line, row.head + span[1], row.head + span[2], "PiPickMatch")
  end
end

--- Writes the rows into the list's buffer.
---@param buf integer
---@param list pi.pick.List
---@param size { width: integer, height: integer }
---@param current any value of the marked item
function M.rows(buf, list, size, current)
  local digits = #tostring(#list.all)
  local cells = columns(list.widths, size.width - digits - 6)
  local rows, lines = {}, {}
  for i, entry in ipairs(list:in_sight(size.height)) do
    local is_current = current ~= nil and entry.item.value == current
    rows[i] = row_of(entry, cells, digits, is_current)
    lines[i] = rows[i].text
  end
  M.lines(buf, lines)
  for i, row in ipairs(rows) do
    colour(buf, i - 1, row, list.words)
    if rows[i].text:find("^ ●") then
      mark(buf, i - 1, 1, 1 + #"●", "PiPickCurrent")
    end
  end
  local selected = list.selected - list.top
  if lines[selected + 1] then
    api.nvim_buf_set_extmark(buf, ns, selected, 0, { line_hl_group = "PiPickSelected" })
  end
end

--- Replaces a buffer's lines, which have no marks then.
---@param buf integer
---@param lines string[]
function M.lines(buf, lines)
  vim.bo[buf].modifiable = true
  api.nvim_buf_clear_namespace(buf, ns, 0, -1)
  api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.bo[buf].modifiable = false
end

--- A sentence in place of the rows.
---@param buf integer
---@param text string
function M.sentence(buf, text)
  M.lines(buf, { " " .. require("pi.status").clean(text) })
  api.nvim_buf_set_extmark(buf, ns, 0, 0, { line_hl_group = "PiPlaceholder" })
end

--- The sign before what is typed, and the count behind it.
---@param buf integer
---@param count string
function M.input(buf, count)
  api.nvim_buf_clear_namespace(buf, ns, 0, -1)
  api.nvim_buf_set_extmark(buf, ns, 0, 0, {
    virt_text = { { " ❯ ", "PiAccent" } },
    virt_text_pos = "inline",
    right_gravity = false,
  })
  api.nvim_buf_set_extmark(buf, ns, 0, 0, {
    virt_text = { { count .. " ", "PiPickDetail" } },
    virt_text_pos = "right_align",
  })
end

return M
