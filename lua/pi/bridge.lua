--- What the host may call: one table from event name to handler. Guards and routes; decides nothing.
local M = {}

---@param kind string
---@param name string
---@return fun(params: table)
local function announce(kind, name)
  return function(params)
    require("pi.log").debug(kind, params)
    require("pi.status").emit(name, params)
  end
end

--- Reports an error that the transcript tells too: aloud only to a user who does not see its end.
---@param agent_id integer
---@param text? string
local function report_end(agent_id, text)
  local agent = require("pi.agents").get(agent_id)
  if text == nil then
    return
  elseif
    agent
    and require("pi.chat").is_open(agent)
    and not require("pi.chat.watching").is_detached(agent_id)
  then
    require("pi.log").error(text)
  else
    require("pi.notify").error(text)
  end
end

---@type table<string, fun(params: table)>
local handlers = {
  ["answer.given"] = function(params)
    require("pi.host").answer(params)
  end,
  ["transcript.patched"] = function(params)
    require("pi.chat").handle("transcript.patched", params)
  end,
  ["agent.changed"] = function(params)
    require("pi.dialog").setup()
    require("pi.ctrl_c").setup()
    require("pi.agents").changed(params.agent, params.status)
    require("pi.chat").handle("agent.changed", params)
  end,
  ["agent.ended"] = function(params)
    require("pi.agents").ended(params.agent)
    require("pi.sent").began(params.agent) -- what it had not done the host gives back
    require("pi.chat").handle("agent.ended", params)
    require("pi.reply").handle("agent.ended", params)
    report_end(params.agent, params.message)
    require("pi.agents.background").ended(params.agent, params.message)
    require("pi.status").emit("PiExit", params)
  end,
  ["prompt.returned"] = function(params)
    require("pi.chat").handle("prompt.returned", params)
    require("pi.reply").handle("prompt.returned", params)
  end,
  ["sessions.found"] = function(params)
    require("pi.sessions.list").found(params)
  end,
  ["tree.patched"] = function(params)
    require("pi.tree").patched(params)
  end,
  ---@param params pi.event.Notice
  ["notice.posted"] = function(params)
    if params.source == "extension" then
      require("pi.notify").extension(params.text, params.level)
    else
      require("pi.notify")[params.level](params.text)
    end
  end,
  ["dialog.opened"] = function(params)
    require("pi.dialog").opened(params)
    require("pi.bell").ring()
  end,
  ["dialog.counted"] = function(params)
    require("pi.dialog").counted(params)
  end,
  ["dialog.closed"] = function(params)
    require("pi.dialog").closed(params)
  end,
  ["widgets.changed"] = function(params)
    require("pi.chat.widgets").changed(params.agent, params.widgets)
  end,
  ["title.changed"] = function(params)
    require("pi.title").changed(params.agent, params.title)
  end,
  ["prompt.replaced"] = function(params)
    require("pi.chat").handle("prompt.replaced", params)
  end,
  ["trust.asked"] = function(params)
    local agent = require("pi.agents").get(params.agent)
    if agent then
      require("pi.trust").asked(agent, params.report)
    end
  end,
  ["editor.asked"] = function(params)
    require("pi.see").asked(params)
  end,
  ["catalog.changed"] = function(params)
    require("pi.agents").offers(params.agent, params.catalog)
  end,
  ["session.changed"] = function(params)
    require("pi.ambient").forget(params.agent)
    announce("session.changed", "PiSessionChanged")(params)
  end,
  ["run.started"] = function(params)
    require("pi.sent").began(params.agent)
    require("pi.bell").prepare()
    announce("run.started", "PiAgentStart")(params)
  end,
  ["run.settled"] = function(params)
    require("pi.sent").began(params.agent) -- as short as it was
    announce("run.settled", "PiAgentSettled")(params)
    require("pi.agents.background").settled(params.agent, params.outcome)
    require("pi.reply").handle("run.settled", params)
    require("pi.bell").ring()
  end,
  ["files.changed"] = function(params)
    require("pi.edit").changed(params)
  end,
  ["files.looked"] = function(params)
    require("pi.edit").looked(params)
  end,
  ["tool.started"] = announce("tool.started", "PiToolStart"),
  ["tool.ended"] = announce("tool.ended", "PiToolEnd"),
}

--- Events that may be large and hold no null.
local is_clean = {
  ["transcript.patched"] = true,
  ["sessions.found"] = true,
  ["tree.patched"] = true,
  ["files.changed"] = true,
}

--- Null of the host is nil here: a value that is not there.
---@param params table
local function drop_nulls(params)
  for key, value in pairs(params) do
    if value == vim.NIL then
      params[key] = nil
    elseif type(value) == "table" then
      drop_nulls(value)
    end
  end
end

---@type table<string, true>
local told_unknown = {}

---@param name string
---@param params table
local function dispatch(name, params)
  local handler = handlers[name]
  if handler == nil then
    if not told_unknown[name] then
      told_unknown[name] = true
      require("pi.log").warn("the host sent an event that is not known: " .. name)
    end
    return
  end
  if not is_clean[name] then
    drop_nulls(params)
  end
  handler(params)
end

---@param name string
---@return fun(message: any): string
local function explain(name)
  return function(message)
    require("pi.log").error(("%s: %s"):format(name, debug.traceback(tostring(message), 2)))
    return tostring(message)
  end
end

--- Takes a batch of events, each `{ name, params }`, in their order. One that fails does not keep the others.
---@param batch { [1]: string, [2]: table }[]
---@return pi.BatchResult
function M.receive(batch)
  local errors = {}
  for i, event in ipairs(batch) do
    local name = event[1]
    local ok, message = xpcall(dispatch, explain(name), name, event[2])
    if not ok then
      errors[#errors + 1] = { i, message }
    end
  end
  return { errors = errors }
end

return M
