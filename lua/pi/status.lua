--- What others may show of an agent: a table, a ready string, and `User Pi…` autocommands.
local M = {}

--- Takes out of a text from outside what must not reach a one-line place: controls, line breaks, direction marks.
---@param text string
---@return string
function M.clean(text)
  if not text:find("[^%g ]") then
    return text -- as nearly all is, at every frame of the spinner
  end
  text = text:gsub("[%c\127]+", " "):gsub("\194[\128-\159]", " ")
  text = text:gsub("\226\128[\142\143\168-\174]", " "):gsub("\226\129[\166-\169]", " ")
  return text
end

--- A text as it may stand in 'statusline' or 'winbar': `%` is shown, never evaluated.
---@param text string
---@return string
function M.literal(text)
  return (M.clean(text):gsub("%%", "%%%%"))
end

---@param agent? pi.Agent the tab page's own when absent
---@return pi.Agent?
local function resolve(agent)
  return agent or require("pi.agents").current(false)
end

--- How full the context is.
---@param share number of 100
---@return string e.g. `14%`
function M.percent(share)
  return ("%d%%"):format(math.floor(share + 0.5))
end

--- The newest state of an agent, or nil when there is none. The table is the caller's own.
---@param agent? pi.Agent
---@return table?
function M.status(agent)
  agent = resolve(agent)
  if agent == nil then
    return nil
  end
  local status = vim.deepcopy(agent.status or { running = false, busy = false, activity = "", cost = 0 })
  status.agent = agent.id
  status.cwd = status.cwd or agent.cwd
  return status
end

--- One short string for a status line, e.g. `π claude-sonnet 14% bash`; empty without an agent.
---@param agent? pi.Agent
---@return string
function M.statusline(agent)
  agent = resolve(agent)
  local status = agent and agent.status
  if status == nil then
    return ""
  end
  local parts = { require("pi.icons").get("agent") }
  if not status.running then
    parts[2] = "stopped"
  else
    parts[#parts + 1] = status.model
    if status.contextPercent then
      parts[#parts + 1] = M.percent(status.contextPercent)
    end
    if status.busy then
      parts[#parts + 1] = status.activity ~= "" and status.activity or "working"
    end
    if (status.dialogs or 0) > 0 then
      parts[#parts + 1] = "asks"
    end
    for _, entry in ipairs(status.statuses or {}) do
      parts[#parts + 1] = entry.text
    end
  end
  vim.list_extend(parts, require("pi.agents.background").summary(agent))
  return M.literal(table.concat(parts, " "))
end

--- Fires `User {name}`. An error in someone's autocommand is theirs: it is logged and stops nothing of ours.
---@param name string e.g. `PiAgentSettled`
---@param data? table
function M.emit(name, data)
  local ok, message =
    pcall(vim.api.nvim_exec_autocmds, "User", { pattern = name, modeline = false, data = data })
  if not ok then
    require("pi.log").warn(("an autocommand for User %s failed: %s"):format(name, message))
  end
end

return M
