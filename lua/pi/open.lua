--- Has an agent's pi start, unless somebody has stopped or closed it since.
---@param agent pi.Agent
local function start(agent)
  if agent.stopped or require("pi.agents").get(agent.id) ~= agent then
    return
  end
  local problem = require("pi.agents.launch").ensure_started(agent)
  if problem then
    require("pi.notify").error(problem)
  end
end

--- Opens the chat, and has pi start beside it unless the user has stopped it: in the next turn of the main loop, since
--- the windows take this one.
---@param agent pi.Agent
---@param opts? { place?: pi.Place, focus?: boolean }
return function(agent, opts)
  require("pi.chat").open(agent, opts)
  if not agent.started then
    vim.defer_fn(function()
      start(agent)
    end, 0)
  end
end
