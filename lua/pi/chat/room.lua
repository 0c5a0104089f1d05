--- How many cells the lines of a transcript have.
local M = {}

local api = vim.api

--- The buffer's variable with the cells that its lines had when that was last looked at.
local KEPT = "pi_room"

--- In the narrowest window that wraps lines. Where none does, lines go on behind the window's end.
---@param buf integer
---@return number cells
---@return integer? win
local function measure(buf)
  local least, narrowest = math.huge, nil
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    local cells = api.nvim_win_get_width(win) - vim.fn.getwininfo(win)[1].textoff
    if vim.wo[win].wrap and cells < least then
      least, narrowest = cells, win
    end
  end
  return least, narrowest
end

---@param buf integer
---@return number cells
function M.of(buf)
  local room = vim.b[buf][KEPT]
  if room == nil then
    room = measure(buf)
    vim.b[buf][KEPT] = room
  end
  return room
end

--- Cells that are left behind a line in the last of the rows that it takes: Neovim breaks lines between words.
---@param buf integer
---@param row integer
---@return number
function M.left_behind(buf, row)
  local cells, win = measure(buf)
  if win == nil then
    return math.huge
  end
  return cells - (vim.fn.virtcol({ row + 1, "$" }, false, win) - 1) % cells
end

--- The windows of a buffer may have another width now: fits what is drawn by it.
---@param buf integer
function M.refit(buf)
  local room = measure(buf)
  if room == vim.b[buf][KEPT] then
    return
  end
  vim.b[buf][KEPT] = room
  require("pi.chat.edge").refit(buf)
  require("pi.chat.table").refit(buf)
end

return M
