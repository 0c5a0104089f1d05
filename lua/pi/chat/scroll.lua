--- Scrolls the transcript from wherever the cursor is, as one reads while one writes.
local M = {}

--- <C-y> and <C-d>. In Neovim 0.10 <C-u> takes seconds in front of a line of 20 KB, and where all fits it goes to the line
--- above.
local UP, DOWN = "\25", "\4"

--- Scrolls an agent's transcript in this tab page by half of its window. At the last line it follows again.
---@param agent pi.Agent
---@param step integer halves of the window, upwards when negative
function M.by(agent, step)
  local layout = require("pi.chat.layout")
  local pair = layout.find(agent.id)
  local win = pair and layout.window(pair, "transcript")
  if win == nil then
    require("pi.notify").info("the chat is not open here: :PiOpen opens it")
    return
  end
  local half = math.max(1, math.floor(vim.api.nvim_win_get_height(win) / 2))
  local key = step < 0 and half .. UP or DOWN
  vim.api.nvim_win_call(win, function()
    for _ = 1, math.abs(step) do
      local before = vim.fn.winsaveview()
      vim.cmd("silent! normal! " .. key)
      if vim.deep_equal(before, vim.fn.winsaveview()) then
        break -- the end, however many steps are left
      end
    end
  end)
  local view = require("pi.chat.view")
  if not view.is_detached(win) then
    view.follow(win)
  end
  -- Neovim tells of no cursor that moves in another window.
  if require("pi.chat.spinner").on_cursor(win) then
    require("pi.chat.watching").tell(agent.id)
  end
end

return M
