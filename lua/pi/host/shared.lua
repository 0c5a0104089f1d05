--- The host inside Neovim's shared `node` host (option `host = "shared"`), which loads the bundle by its path.
--- Neovim never starts that host again once it has ended, and does not tell of its end: it is looked at now and then.
local M = {}

local LOOK_MS = 2000
M.CLOSED = "Neovim's node host has ended: restart Neovim, or set host = 'own'"

---@type integer?
local chan
---@type uv.uv_timer_t?
local timer

--- Only waiting for it tells whether it runs: nvim_get_chan_info() goes on knowing a channel that has ended.
---@return boolean
function M.is_open()
  return chan ~= nil and vim.fn.jobwait({ chan }, 0)[1] == -1
end

---@param message string of what `remote#host#Require` raised
---@return string problem
local function explain(message)
  if vim.g.loaded_node_provider == 0 then
    return "Neovim's node host is switched off (vim.g.loaded_node_provider = 0): remove that, or set host = 'own'"
  end
  local cause = message:gsub("^.*line %d+:%s*", ""):match("^[^.\n]*")
  return ("Neovim's node host fails: run `npm install -g neovim`, or set host = 'own' (%s)"):format(cause)
end

local function stop_looking()
  if timer then
    timer:stop()
    timer:close()
    timer = nil
  end
end

---@param on_exit fun(exit: pi.host.Exit)
local function look(on_exit)
  timer = assert(vim.uv.new_timer())
  timer:start(
    LOOK_MS,
    LOOK_MS,
    vim.schedule_wrap(function()
      if timer and not M.is_open() then
        stop_looking()
        on_exit({ problem = M.CLOSED })
      end
    end)
  )
end

--- Starts Neovim's node host, or finds the one that runs. Blocks while that starts, as is Neovim's way.
---@return boolean ok, any channel_or_message
local function require_node_host()
  -- It would log into its own channel.
  local noise = vim.env.ALLOW_CONSOLE
  vim.env.ALLOW_CONSOLE = nil
  local ok, found = pcall(vim.fn["remote#host#Require"], "node")
  vim.env.ALLOW_CONSOLE = noise
  return ok, found
end

---@param bundle string
---@param handlers pi.host.Handlers
---@return string? problem
function M.start(bundle, handlers)
  if not bundle:find("^%a:/") and bundle:find(":", 1, true) then
    return ("the shared host cannot load %s: its path holds a colon; set host = 'own'"):format(bundle)
  end
  local ok, found = require_node_host()
  if not ok or type(found) ~= "number" or found <= 0 then
    return explain(tostring(found))
  end
  chan = found
  if not M.is_open() then
    return M.CLOSED
  end
  M.method = bundle .. ":function:PiNotify"
  look(handlers.on_exit)
end

---@param id integer
---@param method string
---@param params table
---@return boolean sent
function M.send(id, method, params)
  return (pcall(vim.rpcnotify, chan, M.method, { { id, method, params } }))
end

--- The shared host is not ours to end.
function M.stop()
  stop_looking()
end

return M
