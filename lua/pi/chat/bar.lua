--- Lays out one line of coloured text within a width, for 'winbar' and 'statusline'.
local M = {}

local api = vim.api

---@alias pi.chat.Segment [string, string] text and highlight group

---@param segments pi.chat.Segment[]
---@return integer cells
function M.width_of(segments)
  local width = 0
  for _, segment in ipairs(segments) do
    width = width + api.nvim_strwidth(segment[1])
  end
  return width
end

--- The longest start of a text that fits.
---@param text string
---@param cells integer
---@return string
function M.cut(text, cells)
  if api.nvim_strwidth(text) <= cells then
    return text
  end
  local chars = cells
  local start = vim.fn.strcharpart(text, 0, chars)
  while chars > 0 and api.nvim_strwidth(start) > cells - 1 do
    chars = chars - 1
    start = vim.fn.strcharpart(text, 0, chars)
  end
  return cells > 0 and start .. "…" or ""
end

--- The first segments that fit, the last of them cut.
---@param segments pi.chat.Segment[]
---@param cells integer
---@return pi.chat.Segment[]
function M.cut_segments(segments, cells)
  local fitting, room = {}, cells
  for _, segment in ipairs(segments) do
    local text = M.cut(segment[1], math.max(0, room))
    room = room - api.nvim_strwidth(text)
    fitting[#fitting + 1] = { text, segment[2] }
    if text ~= segment[1] then
      break
    end
  end
  return fitting
end

---@param segments pi.chat.Segment[]
---@return string
local function render(segments)
  local literal = require("pi.status").literal
  local parts = {}
  for i, segment in ipairs(segments) do
    parts[i] = ("%%#%s#%s"):format(segment[2], literal(segment[1]))
  end
  return table.concat(parts)
end

--- One line as 'winbar' and 'statusline' take it: `left` at the left edge, `right` at the right one.
---@param left pi.chat.Segment[]
---@param right pi.chat.Segment[]
---@param width integer
---@param fill pi.chat.Segment what stands between, one cell wide
---@return string
function M.line(left, right, width, fill)
  local gap = width - M.width_of(left) - M.width_of(right)
  local segments = vim.list_extend({}, left)
  segments[#segments + 1] = { fill[1]:rep(math.max(0, gap)), fill[2] }
  vim.list_extend(segments, right)
  return render(gap < 0 and M.cut_segments(segments, width) or segments)
end

return M
