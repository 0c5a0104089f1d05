--- The Node host: started at the first use, greeted, fed with calls, and missed when it ends. The only way to it.
local M = {}

--- Must be what src/contract.ts says.
M.PROTOCOL = 3

--- A host takes some 100 ms to answer; one that has not by now is looked into.
local GREETING_LIMIT_MS = 10000

--- `code` is absent where no process of ours ended; `problem` says then what did.
---@class pi.host.Exit
---@field code? integer
---@field problem? string

---@class pi.host.Handlers
---@field on_stderr fun(lines: string[])
---@field on_exit fun(exit: pi.host.Exit)

---@class pi.host.Strategy
---@field start fun(bundle: string, handlers: pi.host.Handlers): string?
---@field send fun(id: integer, method: string, params: table): boolean
---@field is_open fun(): boolean whether the channel takes calls
---@field CLOSED string what to say when it does not
---@field stop fun()

---@type "stopped"|"starting"|"ready"|"ending"
local state = "stopped"
---@type pi.host.Strategy?
local strategy
--- Counts starts: what an older host still says is not for the newer one.
local generation = 0
--- Calls that wait for the greeting.
---@type { [1]: integer, [2]: string, [3]: table }[]
local queue = {}
---@type pi.host.Stderr
local stderr

---@param problem string
local function lose(problem)
  generation = generation + 1
  state = "stopped"
  queue = {}
  require("pi.agents").host_ended()
  require("pi.host.calls").settle(problem)
end

--- The host cannot be had: says so, once, and tells everyone who waits.
---@param problem string
local function fail(problem)
  require("pi.notify").error(problem)
  lose(problem)
end

--- Says why a host ended before it answered.
---@param exit pi.host.Exit
local function explain_early_exit(exit)
  local node = require("pi.host.node")
  local version, path = stderr:first():match("^Node (v%S+) at (.+)$")
  if version and exit.code == require("pi.host.own").TOO_OLD then
    fail(node.too_old(path, version))
    return
  end
  node.ask(function(info)
    local broken = "the host ended at its start with exit code %d: run :PiBuild to build it anew%s"
    fail(info.problem or broken:format(exit.code, stderr:last_words()))
  end)
end

---@param exit pi.host.Exit
local function on_exit(exit)
  local was_ready = state == "ready"
  state = "ending"
  require("pi.log").warn("the host ended", exit)
  if exit.problem then
    fail(exit.problem)
  elseif was_ready then
    local problem = "the host ended with exit code %d%s; it starts when needed"
    fail(problem:format(exit.code, stderr:last_words()))
  else
    explain_early_exit(exit)
  end
end

local function stop()
  if strategy then
    strategy.stop()
  end
end

---@param problem string
local function give_up(problem)
  fail(problem)
  stop()
end

--- Hands a call to the host. A channel that takes nothing is closed for good, even where its process stays.
---@param id integer
---@param method string
---@param params table
local function transmit(id, method, params)
  local started = generation
  if not strategy.send(id, method, params) then
    vim.schedule(function()
      if generation == started and M.is_running() then
        give_up(strategy.CLOSED)
      end
    end)
  end
end

---@param err? string
---@param value? { protocol: integer, node: string, pid: integer }
local function greeted(err, value)
  if state ~= "starting" then
    return
  end
  if err or type(value) ~= "table" or value.protocol ~= M.PROTOCOL then
    require("pi.log").error("greeting:", err or value)
    give_up("the host was built from other sources: run :PiBuild")
    return
  end
  state = "ready"
  require("pi.log").info("the host is up", value)
  require("pi.agents").restore()
  local queued = queue
  queue = {}
  for _, message in ipairs(queued) do
    transmit(unpack(message))
  end
end

--- A host that says nothing: is it Node at all?
---@param started integer its generation
local function look_into(started)
  local function is_over()
    return generation ~= started or state ~= "starting"
  end
  if is_over() then
    return
  end
  require("pi.host.node").ask(function(info)
    if is_over() then
      return
    elseif info.problem then
      give_up(info.problem)
    elseif not strategy.is_open() then
      give_up("the host wrote what is not its protocol: run :PiBuild to build it anew" .. stderr:last_words())
    else
      require("pi.notify").warn("the host takes long to answer; :PiLog may say why")
    end
  end)
end

local function warn_when_stale()
  if require("pi.host.bundle").is_stale() then
    require("pi.notify").warn("the host is older than its sources: run :PiBuild")
  end
end

local function stop_with_neovim()
  vim.api.nvim_create_autocmd("VimLeavePre", {
    group = vim.api.nvim_create_augroup("pi.host", { clear = true }),
    desc = "pi: end the host, without waiting for it",
    callback = function()
      generation = generation + 1
      strategy.stop()
      state = "stopped" -- what unloads after this has nobody to tell
    end,
  })
end

---@return string? problem
local function preflight()
  if not require("pi.host.bundle").is_built() then
    return "the host has not been built yet: run :PiBuild"
  end
  if require("pi.config").get().host == "own" then
    local _, problem = require("pi.host.node").find()
    return problem
  end
end

---@return pi.host.Handlers of the present generation
local function handlers()
  local mine = generation
  ---@param handler fun(...)
  local function guard(handler)
    return function(...)
      if mine == generation then
        handler(...)
      end
    end
  end
  return {
    on_stderr = guard(function(lines)
      stderr:add(lines)
    end),
    on_exit = guard(on_exit),
  }
end

---@return string? problem
local function start()
  stderr = require("pi.host.stderr").new()
  strategy = require("pi.host." .. require("pi.config").get().host)
  local problem = preflight() or strategy.start(require("pi.host.bundle").path(), handlers())
  if problem then
    return problem
  end
  stop_with_neovim()
  local log, started = require("pi.log"), generation
  local greeting = { protocol = M.PROTOCOL, logFile = log.prepare(), logLevel = log.level() }
  transmit(require("pi.host.calls").register(greeted), "host.greet", greeting)
  vim.defer_fn(function()
    look_into(started)
  end, GREETING_LIMIT_MS)
  vim.schedule(warn_when_stale)
end

--- Starts the host for what is in the queue, when all of this action is in it: in a turn of the main loop of its own,
--- since the windows of a chat that opens take the first.
local function start_for_queue()
  generation = generation + 1
  state = "starting"
  local mine = generation
  vim.defer_fn(function()
    if mine ~= generation then
      return
    end
    local problem = start()
    if problem then
      state = "ending"
      fail(problem)
    end
  end, 0)
end

---@return boolean
function M.is_running()
  return state == "starting" or state == "ready"
end

--- Sends a call to the host, which is started when it does not run.
---@param method string
---@param params table
---@param callback? pi.host.Callback called once, also when the host cannot be started or ends
function M.send(method, params, callback)
  local calls = require("pi.host.calls")
  local id = calls.register(callback)
  require("pi.log").debug("call", method, params)
  if calls.is_settling() then
    vim.schedule(function()
      calls.answer(id, "the host has ended")
    end)
  elseif state == "ready" then
    transmit(id, method, params)
  else
    queue[#queue + 1] = { id, method, params }
    -- Buffers that unload while Neovim goes must not bring up a host that outlives it.
    if state == "stopped" and vim.v.exiting == vim.NIL then
      start_for_queue()
    end
  end
end

--- Sends only to a host that runs: for what is of no use to a new one. Without a host the callback is not called.
---@param method string
---@param params table
---@param callback? pi.host.Callback
function M.send_if_running(method, params, callback)
  if M.is_running() then
    M.send(method, params, callback)
  end
end

--- Tells a host that runs what is to be logged from now on.
function M.log_anew()
  local log = require("pi.log")
  M.send_if_running("host.greet", { protocol = M.PROTOCOL, logFile = log.path(), logLevel = log.level() })
end

--- The host's answer to a call.
---@param answer pi.event.Answer
function M.answer(answer)
  local err = not answer.ok and (answer.error or "the host gave no reason") or nil
  require("pi.host.calls").answer(answer.id, err, answer.value)
end

--- Ends the host, if it runs, and starts it again with the agents it had.
function M.restart()
  if not M.is_running() then
    return
  end
  stop()
  lose("the host was restarted")
  start_for_queue()
end

return M
