--- Rings the terminal's bell for a user who is in another program (option `bell`): what that does, a mark on its tab or
--- a notice of the system, is the terminal's to say.
local M = {}

local api = vim.api

local is_away = false

local watch = require("pi.once")(function()
  local group = api.nvim_create_augroup("pi.bell", { clear = true })
  for event, away in pairs({ FocusLost = true, FocusGained = false }) do
    api.nvim_create_autocmd(event, {
      group = group,
      desc = "pi: know whether the user is in another program",
      callback = function()
        is_away = away
      end,
    })
  end
end)

---@return boolean
local function is_wanted()
  return require("pi.config").get().bell
end

--- Something begins of which the end is worth a bell.
function M.prepare()
  if is_wanted() then
    watch()
  end
end

--- Rings, if the user wants that and is away.
function M.ring()
  if is_wanted() and is_away then
    pcall(api.nvim_chan_send, vim.v.stderr, "\7") -- what Neovim writes itself, as `:normal` with a mistake, 'belloff' silences
  end
end

return M
