--- Has an agent's pi start, start again, go elsewhere: what the host needs to know for that.
local M = {}

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

--- What the host needs to start this agent's pi.
---@param agent pi.Agent
---@return pi.AgentSpec? spec, string? problem
function M.spec(agent)
  local stat = vim.uv.fs_stat(agent.cwd)
  if stat == nil or stat.type ~= "directory" then
    local hint = "go to another one with :tcd and run :PiRestart"
    return nil, ("pi's folder %s is not there any more: %s"):format(vim.fn.fnamemodify(agent.cwd, ":~"), hint)
  end
  local cmd, problem = M.command(agent.cwd)
  if cmd == nil then
    return nil, problem
  end
  local config = require("pi.config").get()
  local titles = config.titles and { PI_NVIM_TITLES = "1" } or {} -- read by src/extension/sessionTitle.ts
  local env = vim.tbl_extend("keep", config.env, titles)
  env = next(env) and env or vim.empty_dict()
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
    locks = require("pi.state_dir").path("locks"),
    changes = require("pi.state_dir").path("changes"),
    approve = require("pi.approve").spec(),
    remote = remote,
    keepNotices = config.extensions.notices_in_transcript,
  }
end

--- The host knows the agent from now on: a transcript that could not ask for its text before does so.
---@param agent pi.Agent
local function introduce(agent)
  local transcript = require("pi.loaded")("chat.transcript")
  if transcript then
    transcript.started(agent.id)
  end
end

--- Has the host start the agent's pi unless it runs. A failure of pi itself is told by the host.
---@param agent pi.Agent
---@return string? problem that keeps it from being asked at all
function M.ensure_started(agent)
  local spec, problem = M.spec(agent)
  if spec == nil then
    return problem
  end
  if not agent.started or agent.stopped then
    require("pi.edit").setup()
    agent.started, agent.stopped = true, false
    require("pi.see").setup()
    require("pi.bell").prepare() -- pi takes a while to start, and whoever has sent something leaves at once
    require("pi.host").send("agent.start", spec, function(err)
      agent.started = agent.started and err == nil
    end)
    introduce(agent)
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
  introduce(agent)
end

--- Ends pi and starts it again: in the tab page's folder of now, with the options of now.
---@param agent pi.Agent
---@param callback fun(err?: string)
function M.restart(agent, callback)
  M.move(agent, { cwd = require("pi.agents").folder() }, callback)
end

return M
