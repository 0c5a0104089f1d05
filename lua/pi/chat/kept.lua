--- Keeps what was made for a window until something of what it was made from is another: while text streams, Neovim
--- asks for a bar several times as often as it changes.
local M = {}

---@class pi.chat.Kept
---@field made_of any[]
---@field value any

---@type table<integer, table<string, pi.chat.Kept>> by window and name
local windows = {}

vim.api.nvim_create_autocmd("WinClosed", {
  group = vim.api.nvim_create_augroup("pi.kept", { clear = true }),
  desc = "pi: forget what was made for a window",
  callback = function(args)
    windows[tonumber(args.match)] = nil
  end,
})

---@param a any[]
---@param b any[]
---@return boolean
local function is_same(a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then
      return false
    end
  end
  return true
end

--- Whether `get` would give what it gave last.
---@param win integer
---@param name string
---@param made_of any[] no nil
---@return boolean
function M.is_fresh(win, name, made_of)
  local last = windows[win] and windows[win][name]
  return last ~= nil and is_same(last.made_of, made_of)
end

---@generic T
---@param win integer
---@param name string
---@param made_of any[] all that the value depends on; no nil
---@param make fun(): T
---@return T
function M.get(win, name, made_of, make)
  if not M.is_fresh(win, name, made_of) then
    windows[win] = windows[win] or {}
    windows[win][name] = { made_of = made_of, value = make() }
  end
  return windows[win][name].value
end

return M
