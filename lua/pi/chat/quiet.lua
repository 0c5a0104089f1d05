--- Runs changes of our own buffers and windows unseen by autocommands: one of somebody else's that fails would stop
--- them half done.
local M = {}

---@type fun()?
local pending

--- Called by `run` only.
function M.run_pending()
  local run = assert(pending)
  pending = nil
  run()
end

local command = {
  cmd = "lua",
  args = { "require('pi.chat.quiet').run_pending()" },
  mods = { noautocmd = true },
}

--- Runs a function with all autocommands off. An error in it is raised once they are on again.
---@generic T
---@param run fun(): T?
---@return T
function M.run(run)
  local ok, result
  pending = function()
    ok, result = pcall(run)
  end
  vim.api.nvim_cmd(command, {})
  if not ok then
    error(result, 0)
  end
  return result
end

--- Sets an option of all windows and buffers, of which OptionSet does not tell.
---@param name string
---@param value any
function M.set(name, value)
  M.run(function()
    vim.api.nvim_set_option_value(name, value, { scope = "global" })
  end)
end

--- Runs a function that fires autocommands on purpose; an error in one of them goes to the log.
---@param run fun()
function M.guard(run)
  local ok, message = pcall(run)
  pcall(vim.cmd, "") -- 0.10 leaves what an autocommand threw to the next API call, which then fails
  if not ok then
    require("pi.log").warn("an autocommand failed: " .. tostring(message))
  end
end

return M
