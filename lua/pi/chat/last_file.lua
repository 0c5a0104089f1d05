--- Which window of the user's own was used last, beside a chat.
local M = {}

local api = vim.api

---@type table<integer, integer> tab page → window with a file that was left last
local left = {}

---@param win integer
---@return boolean
local function is_file_window(win)
  local buf = api.nvim_win_get_buf(win)
  local is_float = api.nvim_win_get_config(win).relative ~= ""
  local is_bound = vim.wo[win].winfixbuf or vim.wo[win].previewwindow
  return not is_float and not is_bound and vim.bo[buf].buftype == "" and vim.b[buf].pi_agent == nil
end

--- Remembers which window with a file was used last. Safe to call again.
M.setup = require("pi.once")(function()
  api.nvim_create_autocmd("WinLeave", {
    group = api.nvim_create_augroup("pi.file_window", { clear = true }),
    desc = "pi: remember the last window with a file",
    callback = function()
      local win = api.nvim_get_current_win()
      if is_file_window(win) then
        left[api.nvim_get_current_tabpage()] = win
      end
    end,
  })
end)

--- The last used window with a file in this tab page.
---@return integer?
function M.last()
  local tab = api.nvim_get_current_tabpage()
  local wins = api.nvim_tabpage_list_wins(tab)
  if left[tab] and vim.list_contains(wins, left[tab]) and is_file_window(left[tab]) then
    return left[tab]
  end
  return vim.iter(wins):find(is_file_window)
end

--- The window of this tab page that shows a buffer.
---@param buf integer
---@return integer? win
function M.showing(buf)
  return vim.iter(api.nvim_tabpage_list_wins(0)):find(function(win)
    return api.nvim_win_get_buf(win) == buf and is_file_window(win)
  end)
end

return M
