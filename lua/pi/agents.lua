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

--- Whether the host may have heard of an agent: else there is nothing to tell it or to ask.
---@param id integer
---@return boolean
function M.is_known(id)
  local agent = agents[id]
  return agent ~= nil and (agent.started or agent.status ~= nil)
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

--- The host's newest word on an agent.
---@param id integer
---@param status pi.AgentStatus
function M.changed(id, status)
  local agent = agents[id]
  if agent then
    local questions = agent.status and agent.status.dialogs or 0
    agent.status = status
    agent.started = agent.started or status.running -- the end of one pi may come behind the start of the next
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
    local spec = agent.lost and require("pi.agents.launch").spec(agent)
    agent.lost = false
    if spec then
      agent.started = true
      require("pi.host").send("agent.start", spec, function() end)
    end
  end
  require("pi.chat").resync()
end

return M
