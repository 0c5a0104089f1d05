--- Which Neovim a draft file belongs to, and whether that one still lives.
local M = {}

--- When a process started, in clock ticks since boot: with its id that names it for good. Linux only.
---@param pid integer
---@return string ticks `0` where it cannot be known
local function started(pid)
  local handle = vim.uv.fs_open(("/proc/%d/stat"):format(pid), "r", 0)
  if handle == nil then
    return "0"
  end
  local text = vim.uv.fs_read(handle, 1024) or ""
  vim.uv.fs_close(handle)
  -- The second field is a name in parentheses that may hold anything; the 22nd is the start.
  local fields = vim.split(text:match("^.*%) (.*)$") or "", " ", { plain = true })
  return fields[20] or "0"
end

---@type string?
local own

--- Names this Neovim.
---@return string
function M.id()
  own = own or ("%d-%s"):format(vim.uv.os_getpid(), started(vim.uv.os_getpid()))
  return own
end

--- Whether the Neovim of this name runs.
---@param id string
---@return boolean
function M.is_alive(id)
  local pid, ticks = id:match("^(%d+)%-(%d+)$")
  pid = tonumber(pid)
  if pid == nil or pid <= 0 or vim.uv.kill(pid, 0) ~= 0 then
    return false
  end
  local now = started(pid)
  return now == "0" or ticks == "0" or now == ticks
end

return M
