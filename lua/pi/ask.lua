--- Calls the host for this tab page's agent, and says what keeps it from that.
local M = {}

--- Calls `action` with this tab page's agent, or says that there is none.
---@param action fun(agent: pi.Agent)
function M.with_agent(action)
  local agent = require("pi.agents").current(false)
  if agent then
    action(agent)
  else
    require("pi.notify").info("there is no agent in this tab page: :PiOpen starts one")
  end
end

--- Calls a method for this tab page's agent, if the host runs; what goes wrong is said.
---@param method string
---@param on_success? fun(value: any, agent: pi.Agent)
function M.running(method, on_success)
  M.with_agent(function(agent)
    local host = require("pi.host")
    if not host.is_running() then
      require("pi.notify").info("pi is not running")
      return
    end
    host.send(method, { agent = agent.id }, function(err, value)
      if err then
        require("pi.notify").error(err)
      elseif on_success then
        on_success(value, agent)
      end
    end)
  end)
end

--- Calls a method for this tab page's agent, which is made and started where it is not.
---@param method string
---@param params table
---@param on_answer fun(value: any, agent: pi.Agent)
---@param on_error? fun(err: string, agent?: pi.Agent) in place of a notice
function M.started(method, params, on_answer, on_error)
  on_error = on_error or require("pi.notify").error
  local agent = require("pi.agents").current(true) --[[@as pi.Agent]]
  local problem = require("pi.agents.launch").ensure_started(agent)
  if problem then
    on_error(problem)
    return
  end
  params.agent = agent.id
  require("pi.host").send(method, params, function(err, value)
    if err then
      on_error(err, agent)
    else
      on_answer(value, agent)
    end
  end)
end

--- Says what a command has done, to a user who cannot see it in the chat.
---@param agent pi.Agent
---@param text string
function M.confirm(agent, text)
  if not require("pi.chat").is_open(agent) then
    require("pi.notify").info(text)
  end
end

return M
