--- Lists of sessions: asked of the host, which sends rows as it finds them.
local M = {}

---@class pi.SessionRow
---@field path string
---@field id string
---@field cwd string
---@field name? string
---@field first? string first line of the first prompt
---@field last? string last line of what was said last
---@field modified integer Unix milliseconds
---@field messages? integer
---@field model? string
---@field cost? number US dollars

---@class pi.sessions.Listener
---@field on_rows fun(rows: pi.SessionRow[], total: integer) a row that came before is replaced
---@field on_done fun()
---@field on_problem fun(problem: string)

---@type table<integer, pi.sessions.Listener>
local listeners = {}
local last_id = 0

--- Where the host keeps what it has read.
---@return string
local function cache_folder()
  return vim.fs.joinpath(vim.fn.stdpath("cache") --[[@as string]], "pi")
end

--- Asks for the sessions of an agent's folder, or of every folder.
---@param agent pi.Agent
---@param all boolean
---@param listener pi.sessions.Listener
---@return fun() stop
function M.start(agent, all, listener)
  local spec, problem = require("pi.agents.launch").spec(agent)
  if spec == nil then
    listener.on_problem(problem --[[@as string]])
    return function() end
  end
  last_id = last_id + 1
  local id = last_id
  local on_rows = listener.on_rows
  function listener.on_rows(rows, total)
    for _, row in ipairs(rows) do
      row.cwd = require("pi.remote").to_local(agent, row.cwd)
    end
    on_rows(rows, total)
  end
  listeners[id] = listener
  local function fail(text)
    if listeners[id] then
      listeners[id] = nil
      listener.on_problem(text)
    end
  end
  local params = { list = id, spec = spec, all = all, cache = cache_folder() }
  require("pi.host").send("sessions.list", params, function(err, answer)
    if err or answer.problem then
      fail(err or answer.problem)
    end
  end)
  return function()
    M.stop(id)
  end
end

--- Nobody looks at a list any more.
---@param id integer
function M.stop(id)
  if listeners[id] then
    listeners[id] = nil
    require("pi.host").send_if_running("sessions.stop", { list = id })
  end
end

--- Rows have come.
---@param event pi.event.Found
function M.found(event)
  local listener = listeners[event.list]
  if listener == nil then
    return
  end
  listener.on_rows(event.rows, event.total)
  if event.done then
    M.stop(event.list)
    listener.on_done()
  end
end

return M
