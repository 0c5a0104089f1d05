--- Joins a prompt's buffer to what knows about mentions.
local M = {}

---@param buf integer
function M.attach(buf)
  require("pi.mention.window").setup()
  require("pi.mention.highlight").attach(buf)
  -- Loading Neovim's client for language servers must not delay the window.
  vim.schedule(function()
    require("pi.complete").attach(buf)
  end)
end

return M
