--- Who waits for an answer of the host. Everyone who waits is called exactly once.
local M = {}

---@alias pi.host.Callback fun(err?: string, value?: any)

---@type table<integer, pi.host.Callback>
local waiting = {}
local last_id = 0
local is_settling = false

---@param callback pi.host.Callback
---@param err? string
---@param value? any
local function call(callback, err, value)
  local ok, message = xpcall(callback, debug.traceback, err, value)
  if not ok then
    require("pi.log").error("a callback failed: " .. message)
    require("pi.notify").error("an error in pi.nvim itself: see :PiLog")
  end
end

---@param callback? pi.host.Callback
---@return integer id 0 when no answer is wanted
function M.register(callback)
  if callback == nil then
    return 0
  end
  last_id = last_id + 1
  waiting[last_id] = callback
  return last_id
end

---@param id integer
---@param err? string
---@param value? any
function M.answer(id, err, value)
  local callback = waiting[id]
  waiting[id] = nil
  if callback then
    call(callback, err, value)
  end
end

--- Ends every wait with an error.
---@param problem string
function M.settle(problem)
  local callbacks = waiting
  waiting = {}
  is_settling = true
  for _, callback in vim.spairs(callbacks) do
    call(callback, problem)
  end
  is_settling = false
end

--- Whether `settle` is under way: what a waiter sends now must not start the host again, or it would go round and round.
---@return boolean
function M.is_settling()
  return is_settling
end

return M
