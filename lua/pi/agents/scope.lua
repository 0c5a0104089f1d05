--- Which agent is meant where: one for each tab page, each folder, or all of Neovim (option `scope`).
local M = {}

local api = vim.api

--- What the user has chosen with `:PiAgents`, by tab page; it counts more than the scope.
---@type table<integer, integer>
local chosen = {}

---@return "tab"|"cwd"|"global"
local function scope()
  return require("pi.config").get().scope
end

--- Whether another folder means another agent.
---@return boolean
function M.follows_folder()
  return scope() == "cwd"
end

---@param fits fun(agent: pi.Agent): boolean
---@return pi.Agent?
local function first(fits)
  for _, agent in ipairs(require("pi.agents").list()) do
    if fits(agent) then
      return agent
    end
  end
end

---@type table<string, fun(): pi.Agent?>
local finders = {
  tab = function()
    local tab = api.nvim_get_current_tabpage()
    return first(function(agent)
      return agent.tab == tab
    end) or first(require("pi.chat").is_open)
  end,
  cwd = function()
    local folder = require("pi.agents").folder()
    return first(function(agent)
      return agent.cwd == folder
    end)
  end,
  global = function()
    return first(function()
      return true
    end)
  end,
}

--- The agent of where the user is.
---@return pi.Agent?
function M.current()
  local tab = api.nvim_get_current_tabpage()
  local agent = chosen[tab] and require("pi.agents").get(chosen[tab])
  if agent and (scope() ~= "cwd" or agent.cwd == require("pi.agents").folder()) then
    return agent
  end
  chosen[tab] = nil
  return finders[scope()]()
end

--- Makes an agent the one that is meant in this tab page.
---@param agent pi.Agent
function M.choose(agent)
  if scope() ~= "tab" or agent.tab == api.nvim_get_current_tabpage() then
    chosen[api.nvim_get_current_tabpage()] = agent.id
  end
end

--- A tab page that was opened for something of an agent's means that agent.
---@param agent pi.Agent
function M.lend(agent)
  chosen[api.nvim_get_current_tabpage()] = agent.id
end

--- Whether nobody can get at the agent any more: it ends then.
---@param agent pi.Agent
---@return boolean
function M.is_orphan(agent)
  return scope() == "tab" and not api.nvim_tabpage_is_valid(agent.tab)
end

return M
