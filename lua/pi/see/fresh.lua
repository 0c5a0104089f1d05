--- Whether a buffer holds what pi has written: it is brought up to date a moment after a tool has changed its file.
local M = {}

local api = vim.api

--- Milliseconds that it may take; a change that nobody has told of is not waited for any longer.
local LIMIT_MS = 2000
local POLL_MS = 20

---@param buf integer
---@return boolean
local function is_behind(buf)
  if not api.nvim_buf_is_loaded(buf) or vim.bo[buf].modified or require("pi.edit.apart").get(buf) then
    return false
  end
  local stamps, path = require("pi.edit.stamps"), require("pi.edit.buffers").path(buf)
  local known, now = stamps.get(buf), path and stamps.of_file(path)
  return known ~= nil and now ~= nil and not stamps.same(known, now)
end

--- Calls back once these buffers hold what is in their files.
---@param bufs integer[]
---@param callback fun()
function M.wait(bufs, callback)
  local began = vim.uv.now()
  local function look()
    if vim.iter(bufs):any(is_behind) and vim.uv.now() - began < LIMIT_MS then
      vim.defer_fn(look, POLL_MS)
    else
      callback()
    end
  end
  look()
end

return M
