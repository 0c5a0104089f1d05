--- Agents: going to one, stopping what it does, ending its pi.
---@class pi.api.Agent
local M = {}

--- Lets the user pick an agent to go to.
function M.agents()
  require("pi.agents.pick").open()
end

--- Takes queued messages back into the prompt and stops what pi is doing; when it does nothing, the shell commands that
--- run.
function M.abort()
  local this = require("pi.agents").current(false)
  local has_taken = this ~= nil and require("pi.sent").take_back(this)
  require("pi.ask").running("agent.abort", function(answer)
    if not answer.aborted and not has_taken then
      require("pi.notify").info("pi is not working: there is nothing to stop")
    end
  end)
end

--- Ends this tab page's pi; the transcript stays, and the next prompt starts it again.
function M.stop()
  require("pi.ask").with_agent(function(agent)
    agent.stopped = true -- also where the chat has just been opened, and pi is about to start
    if agent.started then
      require("pi.ask").running("agent.stop")
    else
      require("pi.notify").info("pi is not running")
    end
  end)
end

--- Ends pi and starts it again on the same session, in the tab page's folder of now.
function M.restart()
  require("pi.ask").with_agent(function(agent)
    require("pi.agents.launch").restart(agent, function(err)
      if err then
        require("pi.notify").error(err)
      end
    end)
  end)
end

return M
