--- The host inside Neovim's shared `node` host (option `host = "shared"`), which loads the bundle by its path.
--- Neovim never starts that host again once it has ended, and does not tell of its end: it is looked at now and then.
local M = {}

local LOOK_MS = 2000
local ENDED =
  "Neovim's node host has ended, and Neovim cannot start it again: restart Neovim, or set host = 'own'"

---@type integer?
local chan
---@type uv.uv_timer_t?
local timer

---@return boolean
local function is_alive()
  local ok, info = pcall(vim.api.nvim_get_chan_info, chan)
  return ok and next(info) ~= nil
end

---@param message string of what `remote#host#Require` raised
---@return string problem
local function explain(message)
  if vim.g.loaded_node_provider == 0 then
    return "Neovim's node host is switched off (vim.g.loaded_node_provider = 0): remove that, or set host = 'own'"
  end
  local cause = message:gsub("^.*Vim[^:]*:", ""):gsub("\n.*", "")
  return ("Neovim's node host cannot be started (%s): run `npm install -g neovim`, or set host = 'own'"):format(
    cause
  )
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
      if timer and not is_alive() then
        stop_looking()
        on_exit({ problem = ENDED })
      end
    end)
  )
end

---@param bundle string
---@param handlers pi.host.Handlers
---@return string? problem
function M.start(bundle, handlers)
  if not bundle:find("^%a:/") and bundle:find(":", 1, true) then
    return ("the shared host cannot load %s: its path holds a colon; set host = 'own'"):format(bundle)
  end
  local ok, found = pcall(vim.fn["remote#host#Require"], "node")
  if not ok or type(found) ~= "number" or found <= 0 then
    return explain(tostring(found))
  end
  chan = found
  if not is_alive() then
    return ENDED
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
