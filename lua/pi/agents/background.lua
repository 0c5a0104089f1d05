--- Agents that are not the one in front of the user: what happens to them is said, and kept for the status line.
local M = {}

---@alias pi.agents.News "done"|"failed"

--- What the user has not seen yet.
---@type table<integer, pi.agents.News>
local news = {}

---@param agent_id integer
---@return pi.Agent?
local function in_background(agent_id)
  local agent = require("pi.agents").get(agent_id)
  return agent ~= require("pi.agents").current(false) and agent or nil
end

--- Whether the agent is not the one of where the user is.
---@param agent_id integer
---@return boolean
function M.is_away(agent_id)
  return in_background(agent_id) ~= nil
end

---@param agent pi.Agent
---@return string
local function place(agent)
  return vim.fn.fnamemodify(agent.cwd, ":~")
end

local is_watching = false

local function watch()
  if is_watching then
    return
  end
  is_watching = true
  vim.api.nvim_create_autocmd("TabEnter", {
    group = vim.api.nvim_create_augroup("pi.background", { clear = true }),
    desc = "pi: this agent's news have been seen",
    callback = function()
      local agent = require("pi.agents").current(false)
      if agent then
        M.seen(agent)
      end
    end,
  })
end

--- Its own windows are not in sight: only status lines tell of it.
local function redraw()
  vim.cmd.redrawstatus({ bang = true })
end

---@param agent_id integer
---@param what pi.agents.News
---@param level "info"|"warn"|"error"
---@param text string
local function report(agent_id, what, level, text)
  local agent = in_background(agent_id)
  if agent then
    watch()
    news[agent_id] = what
    require("pi.notify")[level](text:format(place(agent)))
    redraw()
  end
end

--- The agent is in front, but its chat is closed. What Lua has asked it tells Lua.
---@param agent_id integer
---@param outcome "done"|"aborted"|"error"
local function report_unseen(agent_id, outcome)
  if not require("pi.chat.watching").is_hidden(agent_id) or require("pi.reply").is_waiting(agent_id) then
    return
  elseif outcome == "error" then
    require("pi.notify").warn("pi ended with an error: :PiOpen shows it")
  elseif outcome == "done" then
    require("pi.notify").info("pi is done: :PiOpen shows it")
  end
end

--- A run has ended.
---@param agent_id integer
---@param outcome "done"|"aborted"|"error"
function M.settled(agent_id, outcome)
  if in_background(agent_id) == nil then
    report_unseen(agent_id, outcome)
  elseif outcome == "error" then
    report(agent_id, "failed", "warn", "pi in %s ended with an error: :PiAgents goes there")
  elseif outcome == "done" then
    report(agent_id, "done", "info", "pi in %s is done: :PiAgents goes there")
  end
end

--- pi itself has ended, though nobody asked for it. That is told already.
---@param agent_id integer
---@param problem? string
function M.ended(agent_id, problem)
  if problem and in_background(agent_id) then
    watch()
    news[agent_id] = "failed"
  end
end

--- It is the turn of a question of its extensions.
---@param agent_id integer
---@param question string
---@return boolean told false when the agent is in front: then this is no news
function M.asking(agent_id, question)
  local agent = in_background(agent_id)
  if agent then
    require("pi.notify").warn(("pi in %s asks “%s”: :PiAnswer shows it"):format(place(agent), question))
  end
  return agent ~= nil
end

--- How many of its questions wait is another number.
---@param agent_id integer
function M.recounted(agent_id)
  if in_background(agent_id) then
    redraw()
  end
end

--- The user looks at the agent.
---@param agent pi.Agent
function M.seen(agent)
  news[agent.id] = nil
end

--- What an agent does, or what has come of it.
---@param agent pi.Agent
---@return string
function M.state(agent)
  local status = agent.status
  if status and (status.dialogs or 0) > 0 then
    return "asking"
  elseif status and status.busy then
    return "busy"
  elseif news[agent.id] then
    return news[agent.id]
  end
  return status and status.running and "idle" or "stopped"
end

--- What the status line says of all agents but one, e.g. `+2 busy`.
---@param front pi.Agent
---@return string[]
function M.summary(front)
  local counts = {}
  for _, agent in ipairs(require("pi.agents").list()) do
    local state = agent ~= front and M.state(agent) or "idle"
    counts[state] = (counts[state] or 0) + 1
  end
  local parts = {}
  for _, state in ipairs({ "asking", "failed", "done", "busy" }) do
    if counts[state] then
      parts[#parts + 1] = ("+%d %s"):format(counts[state], state)
    end
  end
  return parts
end

return M
