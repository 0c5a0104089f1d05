--- Room for a message of ours: with 'cmdheight' 0 there is no line for it, and in every mode but normal mode Neovim
--- writes the mode over it at once. Both options are changed for a moment only.
local M = {}

--- How long the line is lent (milliseconds).
local LENT_MS = 4000

--- Values of the user's, while ours are in their place.
---@type table<string, { own: any, ours: any }>
local lent = {}
local timer = assert(vim.uv.new_timer())

--- The options as they were, unless somebody has set them meanwhile.
local function give_back()
  for name, values in pairs(lent) do
    if vim.o[name] == values.ours then
      require("pi.chat.quiet").set(name, values.own)
    end
  end
  local had_mode = lent.showmode ~= nil
  lent = {}
  local mode = vim.api.nvim_get_mode().mode
  if had_mode and mode ~= "n" and not mode:find("^[cr]") then
    vim.api.nvim_echo({ { "" } }, false, {}) -- the mode takes its line again
  end
end

---@param name string
---@param value any
local function lend(name, value)
  if vim.o[name] ~= value then
    lent[name] = lent[name] or { own = vim.o[name], ours = value }
    require("pi.chat.quiet").set(name, value)
  end
end

---@return boolean
local function has_own_messages()
  return vim.iter(vim.api.nvim_list_uis()):any(function(ui)
    return ui.ext_messages
  end)
end

--- Makes room for a message, unless a UI shows messages by itself.
function M.lend()
  if has_own_messages() then
    return
  end
  if vim.o.cmdheight == 0 then
    lend("cmdheight", 1)
  end
  if vim.api.nvim_get_mode().mode ~= "n" then
    lend("showmode", false)
  end
  if next(lent) then
    timer:start(LENT_MS, 0, vim.schedule_wrap(give_back))
  end
end

return M
