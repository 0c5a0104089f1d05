--- How much of a large item goes with a prompt, and the sentence that says so.
local M = {}

local api = vim.api

--- Bytes of one item: as much as the host reads of a file (src/files/readText.ts).
local MOST_BYTES = 256 * 1024

--- The last of these lines that fits into one item.
---@param buf integer
---@param first integer
---@param last integer
---@return integer last
---@return string? note how much is left out
function M.lines(buf, first, last)
  local start = api.nvim_buf_get_offset(buf, first - 1)
  local function size(upto)
    return api.nvim_buf_get_offset(buf, upto) - start
  end
  if size(last) <= MOST_BYTES then
    return last
  end
  local low, high = first, last
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if size(middle) <= MOST_BYTES then
      low = middle
    else
      high = middle - 1
    end
  end
  local left_out = (size(last) - size(low)) / 1024
  local note = "Cut: lines %d to %d are here; the %d lines behind them (%d KB) are left out."
  return low, note:format(first, low, last - low, left_out)
end

--- Cuts a text that is too long for one item.
---@param text string
---@return string
---@return string[]? notes
function M.text(text)
  if #text <= MOST_BYTES then
    return text
  end
  local head = text:sub(1, MOST_BYTES)
  head = head:match("^(.*)\n") or head:sub(1, vim.str_utf_start(head, #head) + #head - 1)
  return head, { ("Cut: the first %d of %d KB are here."):format(#head / 1024, #text / 1024) }
end

return M
