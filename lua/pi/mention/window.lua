--- Which window the user means by "the buffer" while the cursor is in a chat: the last other one of the tab page.
local M = {}

local api = vim.api

---@type table<integer, integer> tab page → window
local last = {}

---@param win integer
---@return boolean
local function is_users(win)
  local is_float = api.nvim_win_get_config(win).relative ~= ""
  return not is_float and vim.b[api.nvim_win_get_buf(win)].pi_agent == nil
end

local function remember()
  local win = api.nvim_get_current_win()
  if is_users(win) then
    last[api.nvim_get_current_tabpage()] = win
  end
end

--- Remembers from now on; safe to call again.
function M.setup()
  remember()
  api.nvim_create_autocmd({ "WinEnter", "BufEnter" }, {
    group = api.nvim_create_augroup("pi.mention.window", { clear = true }),
    desc = "pi: which window mentions are about",
    callback = remember,
  })
end

--- The user's window in this tab page; nil when it has none but those of chats.
---@return integer?
function M.get()
  local current = api.nvim_get_current_win()
  local known = last[api.nvim_get_current_tabpage()]
  if is_users(current) then
    return current
  elseif known and api.nvim_win_is_valid(known) and is_users(known) then
    return known
  end
  return vim.iter(api.nvim_tabpage_list_wins(0)):find(is_users)
end

return M
