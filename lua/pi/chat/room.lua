--- How many cells the lines of a transcript have.
local M = {}

local api = vim.api

--- The buffer's variable with the cells that its lines had when that was last looked at.
local KEPT = "pi_room"

--- In the narrowest window that wraps lines. Where none does, lines go on behind the window's end.
---@param buf integer
---@return number
local function measure(buf)
  local least = math.huge
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    if vim.wo[win].wrap then
      least = math.min(least, api.nvim_win_get_width(win) - vim.fn.getwininfo(win)[1].textoff)
    end
  end
  return least
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
