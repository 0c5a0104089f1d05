--- Prompts from Lua that want the reply back.
local M = {}

---@class pi.reply.Options
---@field context? pi.ContextItem[]
---@field range? { [1]: integer, [2]: integer } lines of the current buffer that go with it
---@field mode? pi.SendMode default `auto`

---@class pi.reply.Waiting
---@field agent integer
---@field callback fun(err?: string, reply?: string)
---@field text string
---@field is_taken boolean pi has the prompt
---@field block? integer the prompt's, in the transcript

---@type pi.reply.Waiting[]
local waiting = {}

---@param entry pi.reply.Waiting
---@param err? string
---@param reply? string
local function finish(entry, err, reply)
  for i, other in ipairs(waiting) do
    if other == entry then
      table.remove(waiting, i)
      entry.callback(err, reply)
      return
    end
  end
end

---@param entry pi.reply.Waiting
local function fetch(entry)
  require("pi.host").send("text.get", { agent = entry.agent, replyTo = entry.block }, function(err, answer)
    finish(entry, err, answer and answer.text)
  end)
end

--- Sends a prompt with its mentions and calls back once: with the reply, or with why there is none. Opens no window.
--- A prompt that starts no run, as an extension's command, calls back with neither.
---@param text string
---@param opts pi.reply.Options
---@param callback fun(err?: string, reply?: string)
function M.ask(text, opts, callback)
  if vim.trim(text) == "" then
    vim.schedule(function()
      callback("the prompt is empty: there is nothing to send")
    end)
    return
  end
  local agent = require("pi.agents").current(true) --[[@as pi.Agent]]
  local range = opts.range
  local context = opts.context or range and { require("pi.context").lines(0, range[1], range[2]) } or {}
  local entry = { agent = agent.id, text = text, callback = callback, is_taken = false }
  waiting[#waiting + 1] = entry
  local expansion, problem = require("pi.prompts").expand(text, context)
  problem = problem or require("pi.agents.launch").ensure_started(agent)
  if problem then
    finish(entry, problem)
    return
  end
  require("pi.prompts").gather(agent, text, expansion, function(gathered)
    local params = { agent = agent.id, context = context, mode = opts.mode or "auto" }
    params = vim.tbl_extend("error", params, gathered)
    require("pi.host").send("prompt.send", params, function(err, answer)
      entry.is_taken, entry.block = true, answer and answer.block
      if err or answer.disposition == "handled" then
        finish(entry, err)
      elseif answer.isOver then
        fetch(entry)
      end
    end)
  end)
end

---@type table<string, fun(entry: pi.reply.Waiting, event: table)>
local handlers = {
  ---@param event pi.event.Ended
  ["agent.ended"] = function(entry, event)
    finish(entry, event.message or "pi was stopped")
  end,
  ---@param event pi.event.Returned
  ["prompt.returned"] = function(entry, event)
    if event.text:find(entry.text, 1, true) then
      finish(entry, event.reason or "the prompt came back")
    end
  end,
  ["run.settled"] = function(entry, event)
    if not entry.is_taken then
      return -- the end of a run before it
    elseif event.outcome == "done" then
      fetch(entry)
    else
      finish(
        entry,
        event.outcome == "aborted" and "the run was stopped" or "the run failed: the chat says why"
      )
    end
  end,
}

--- Whether what an agent does now was asked from Lua.
---@param agent_id integer
---@return boolean
function M.is_waiting(agent_id)
  return vim.iter(waiting):any(function(entry)
    return entry.agent == agent_id and entry.is_taken
  end)
end

--- Takes what the host says about an agent's runs.
---@param name "run.settled"|"agent.ended"|"prompt.returned"
---@param event table
function M.handle(name, event)
  for _, entry in ipairs(vim.list_slice(waiting)) do
    if entry.agent == event.agent then
      handlers[name](entry, event)
    end
  end
end

--- The host is gone: what pi had taken gets no reply any more.
---@param problem string
function M.host_ended(problem)
  for _, entry in ipairs(vim.list_slice(waiting)) do
    finish(entry, problem)
  end
end

return M
