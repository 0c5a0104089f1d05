--- Shell commands of the user, run by pi into the conversation.
local M = {}

--- Reads `!cmd` and `!!cmd`.
---@param text string of a prompt
---@return string? command nil when it is a prompt like any other
---@return boolean excluded the model does not see it
function M.parse(text)
  local bangs, command = text:match("^%s*(!!?)(.*)$")
  if bangs == nil then
    return nil, false
  end
  return vim.trim(command), bangs == "!!"
end

--- What sending would do instead of asking, by agent: shown above the prompt.
---@type table<integer, string?>
local labels = {}

---@param agent_id integer
---@return string? label
function M.label(agent_id)
  return labels[agent_id]
end

--- The prompt's text changed: shows whether it is a command.
---@param agent_id integer
---@param first_line string
function M.changed(agent_id, first_line)
  local command, excluded = M.parse(first_line)
  local label = command and (excluded and "shell, unseen by the model" or "shell") or nil
  if label ~= labels[agent_id] then
    labels[agent_id] = label
    require("pi.chat.spinner").redraw(agent_id)
  end
end

---@param agent pi.Agent
---@param command string
---@param excluded boolean
function M.run(agent, command, excluded)
  local text = (excluded and "!!" or "!") .. command
  local function give_back(problem)
    require("pi.chat.prompt").give_back(agent, text, {})
    require("pi.notify").error(problem)
  end
  local problem = require("pi.agents.launch").ensure_started(agent)
  if problem then
    give_back(problem)
    return
  end
  require("pi.history").add(agent, text)
  require("pi.host").send(
    "bash.run",
    { agent = agent.id, command = command, excluded = excluded },
    function(err)
      if err then
        give_back(err)
      end
    end
  )
end

return M
