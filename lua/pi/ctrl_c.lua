--- `<C-c>` that comes while Neovim works. Only while it waits for a key does it look whether `<C-c>` is mapped; in the
--- moment after an event, as when a reply streams, `<C-c>` interrupts, and the mapping is not run (Neovim 0.10 and
--- 0.12). In our buffers it does what it is mapped to then, too.
local M = {}

local api = vim.api

local CTRL_C = "\3"

---@return boolean
local function is_mapped_here()
  local mode, filetype = api.nvim_get_mode().mode:sub(1, 1), vim.bo.filetype
  local is_ours = filetype == "pi" or vim.startswith(filetype, "pi-")
  return is_ours and vim.fn.maparg("<C-c>", mode, false, true).buffer == 1
end

--- Whether a script reads the key, as a plugin that asks something with getchar().
---@return boolean
local function is_read_by_script()
  local level = 2
  local caller = debug.getinfo(level, "Sf")
  while caller do
    -- Neovim itself calls what listens to keys, and that through one of these.
    if caller.what == "C" and caller.func ~= pcall and caller.func ~= xpcall then
      return true
    end
    level = level + 1
    caller = debug.getinfo(level, "Sf")
  end
  return false
end

--- The key that was read past its mapping comes again, as typed.
---@param buf integer where it was typed
local function type_again(buf)
  if api.nvim_get_current_buf() == buf and is_mapped_here() then
    api.nvim_feedkeys(CTRL_C, "imt", false)
  end
end

---@param key string
local function on_key(key)
  -- What comes after `f` or `r` is not mapped either, but there state() tells "S", as "c" where Vim script asks.
  if key == CTRL_C and vim.fn.state() == "" and not is_read_by_script() then
    vim.schedule_wrap(type_again)(api.nvim_get_current_buf())
  end
end

--- Watches the keys. Must run before the first key of ours that `<C-c>` is mapped to may be typed.
M.setup = require("pi.once")(function()
  vim.on_key(on_key, api.nvim_create_namespace("pi.ctrl_c"))
end)

return M
