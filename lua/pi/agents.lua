--- Which agents there are: one for each tab page that asked for one. Tab pages are known by handle, never by number.
local M = {}

local api = vim.api

---@type table<integer, pi.Agent>
local agents = {}
local last_id = 0

--- The folder of the current tab page: what `:tcd` or `:cd` set, whatever `:lcd` says in one window.
---@return string
function M.folder()
  local folder = vim.fn.getcwd(-1, 0)
  return vim.uv.fs_realpath(folder) or folder
end

---@param folder string
---@return string
local function shown(folder)
  return vim.fn.fnamemodify(folder, ":~")
end

---@param agent pi.Agent
local function offer_move(agent)
  if require("pi.agents.scope").follows_folder() then
    return -- the folder has an agent of its own
  end
  local folder = M.folder()
  if folder == agent.cwd then
    agent.offered = nil
  elseif folder ~= agent.offered then
    agent.offered = folder
    require("pi.notify").info(
      ("pi stays in %s; :PiRestart moves it to %s"):format(shown(agent.cwd), shown(folder))
    )
  end
end

--- A tab page is gone: so is its agent.
local function drop_closed()
  for _, agent in ipairs(M.list()) do
    if require("pi.agents.scope").is_orphan(agent) then
      agents[agent.id] = nil
      require("pi.host").send_if_running("agent.forget", { agent = agent.id })
      require("pi.chat").wipe(agent)
    end
  end
end

local function watch()
  local group = api.nvim_create_augroup("pi.agents", { clear = true })
  api.nvim_create_autocmd("DirChanged", {
    group = group,
    pattern = { "global", "tabpage" },
    desc = "pi: say that the agent keeps its folder",
    callback = function()
      local agent = M.current(false)
      if agent and not vim.v.event.changed_window then
        offer_move(agent)
      end
    end,
  })
  api.nvim_create_autocmd("TabClosed", {
    group = group,
    desc = "pi: end the agent of a closed tab page",
    -- The handle is still valid while the event runs.
    callback = vim.schedule_wrap(drop_closed),
  })
end

--- A new agent, in the current tab page and its folder.
---@return pi.Agent
function M.create()
  if last_id == 0 then
    watch()
  end
  last_id = last_id + 1
  local agent = {
    id = last_id,
    cwd = M.folder(),
    tab = api.nvim_get_current_tabpage(),
    started = false,
    lost = false,
    stopped = false,
  }
  agents[agent.id] = agent
  require("pi.agents.scope").choose(agent)
  return agent
end

--- The agent that is meant here: which one that is, `scope` says.
---@param create_missing boolean
---@return pi.Agent?
function M.current(create_missing)
  local agent = require("pi.agents.scope").current()
  return agent or (create_missing and M.create()) or nil
end

---@param id integer
---@return pi.Agent?
function M.get(id)
  return agents[id]
end

--- All agents, the oldest first.
---@return pi.Agent[]
function M.list()
  local list = vim.tbl_values(agents)
  table.sort(list, function(a, b)
    return a.id < b.id
  end)
  return list
end

--- pi's command as a list: `cmd` may be a string, a list, or a function of the folder.
---@param cwd string
---@return string[]? cmd, string? problem
function M.command(cwd)
  local cmd = require("pi.config").get().cmd
  if type(cmd) == "function" then
    local ok, made = pcall(cmd, cwd)
    if not ok then
      return nil, ("the function `cmd` failed: %s"):format(made)
    end
    cmd = made
  end
  local list = type(cmd) == "string" and { cmd } or cmd
  if not require("pi.config").fits("string[]", list) or #list == 0 then
    return nil, require("pi.config.problem").wrong("cmd", "string|string[]", cmd)
  end
  return list
end

--- How blocks start, without the kinds that are left to the host.
---@param blocks table<string, "auto"|pi.Opening>
---@return table<string, pi.Opening>?
local function openings(blocks)
  local chosen = {}
  for kind, opening in pairs(blocks) do
    if opening ~= "auto" then
      chosen[kind] = opening
    end
  end
  return next(chosen) and chosen or nil
end

--- Where the locks on sessions are.
---@return string folder
function M.locks()
  return vim.fs.joinpath(vim.fn.stdpath("state") --[[@as string]], "pi", "locks")
end

--- What the host needs to start this agent's pi.
---@param agent pi.Agent
---@return pi.AgentSpec? spec, string? problem
function M.spec(agent)
  local stat = vim.uv.fs_stat(agent.cwd)
  if stat == nil or stat.type ~= "directory" then
    local hint = "go to another one with :tcd and run :PiRestart"
    return nil, ("pi's folder %s is not there any more: %s"):format(shown(agent.cwd), hint)
  end
  local cmd, problem = M.command(agent.cwd)
  if cmd == nil then
    return nil, problem
  end
  local config = require("pi.config").get()
  local env = next(config.env) and config.env or vim.empty_dict()
  local remote, wrong = require("pi.remote").root(agent.cwd)
  if wrong then
    return nil, wrong
  end
  return {
    agent = agent.id,
    cwd = agent.cwd,
    cmd = cmd,
    args = config.args,
    env = env,
    session = agent.session,
    blocks = openings(config.blocks),
    systemMessages = config.system_messages,
    extension = require("pi.extension").path(),
    editorTools = config.editor_tools or nil,
    locks = M.locks(),
    changes = require("pi.state_dir").path("changes"),
    approve = require("pi.approve").spec(),
    remote = remote,
    keepNotices = config.extensions.notices_in_transcript,
  }
end

--- Has the host start the agent's pi unless it runs. A failure of pi itself is told by the host.
---@param agent pi.Agent
---@return string? problem that keeps it from being asked at all
function M.ensure_started(agent)
  local spec, problem = M.spec(agent)
  if spec == nil then
    return problem
  end
  if not agent.started then
    require("pi.edit").setup()
    agent.started, agent.stopped = true, false
    require("pi.see").setup()
    require("pi.host").send("agent.start", spec, function(err)
      agent.started = agent.started and err == nil
    end)
  end
end

--- Ends pi and starts it again, in another folder or on another session.
---@param agent pi.Agent
---@param change { cwd: string, session?: string, begin?: pi.Begin }
---@param callback fun(err?: string)
function M.move(agent, change, callback)
  local before = { agent.cwd, agent.session }
  agent.cwd, agent.session = change.cwd, change.session or agent.session
  local spec, problem = M.spec(agent)
  if spec == nil then
    agent.cwd, agent.session = unpack(before)
    callback(problem)
    return
  end
  spec.begin = change.begin
  agent.offered = nil
  agent.started, agent.stopped = true, false
  require("pi.host").send("agent.restart", spec, callback)
end

--- Ends pi and starts it again: in the tab page's folder of now, with the options of now.
---@param agent pi.Agent
---@param callback fun(err?: string)
function M.restart(agent, callback)
  M.move(agent, { cwd = M.folder() }, callback)
end

--- The host's newest word on an agent.
---@param id integer
---@param status pi.AgentStatus
function M.changed(id, status)
  local agent = agents[id]
  if agent then
    local questions = agent.status and agent.status.dialogs or 0
    agent.status = status
    if status.dialogs ~= questions then
      require("pi.agents.background").recounted(id)
    end
    require("pi.agents.pick").changed(agent)
    agent.session = status.sessionFile or agent.session
    require("pi.sent")[status.busy and "began" or "settled"](id)
  end
end

--- What can be chosen of an agent's pi.
---@param id integer
---@param catalog pi.Catalog
function M.offers(id, catalog)
  if agents[id] then
    agents[id].catalog = catalog
  end
end

---@param id integer
function M.ended(id)
  if agents[id] then
    agents[id].started = false
  end
end

--- The host is gone, and every pi with it.
function M.host_ended()
  require("pi.dialog").host_ended()
  require("pi.chat.widgets").host_ended()
  require("pi.title").host_ended()
  for _, agent in pairs(agents) do
    agent.lost = agent.lost or agent.started
    agent.started = false
    if agent.status then
      local status = vim.tbl_extend("force", agent.status, { running = false, busy = false, activity = "" })
      status.reading, status.dialogs, status.statuses = nil, 0, {}
      agent.status = status
      require("pi.chat").handle("agent.changed", { agent = agent.id, status = agent.status })
    end
  end
  require("pi.sent").host_ended()
  require("pi.reply").host_ended("the host has ended")
end

--- A new host is up: it gets the agents that the old one had, on their sessions.
function M.restore()
  for _, agent in ipairs(M.list()) do
    local spec = agent.lost and M.spec(agent)
    agent.lost = false
    if spec then
      agent.started = true
      require("pi.host").send("agent.start", spec, function() end)
    end
  end
  require("pi.chat").resync()
end

return M
