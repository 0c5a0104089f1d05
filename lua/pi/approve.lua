--- Which tool calls wait for the user's word in this project: shown and decided by `:PiApprove`.
local M = {}

---@class pi.ApprovalReport
---@field folder string
---@field tools string[]
---@field option string[]
---@field isDecided boolean
---@field allowed string[]
---@field problem? string

--- What is often wanted, as it can be typed after `:PiApprove`.
local CHOICES = {
  { "edit write bash", "Changes of files and commands" },
  { "edit write", "Changes of files" },
  { "*", "Everything" },
  { "none", "Nothing" },
}

--- What the host needs to know at an agent's start.
---@return { tools: string[], folder: string }
function M.spec()
  return {
    tools = require("pi.config").get().approve,
    folder = require("pi.state_dir").path("approve"),
  }
end

---@param tools string[]
---@return string
local function listed(tools)
  return #tools == 0 and "nothing" or table.concat(tools, ", ")
end

---@param report pi.ApprovalReport
---@return string
local function standing(report)
  local source = report.isDecided and "decided for this project" or "as your option `approve` says"
  return ("pi asks you before: %s (%s)"):format(listed(report.tools), source)
end

---@param tools? string[] nil: the option holds
local function decide(tools)
  require("pi.ask").started("approval.choose", { tools = tools }, function(_, agent)
    require("pi.host").send("approval.report", { agent = agent.id }, function(err, report)
      require("pi.notify")[err and "error" or "info"](err or standing(report))
    end)
  end)
end

---@param words string
local function take(words)
  local tools = vim.split(words, "[%s,]+", { trimempty = true })
  if words == "default" then
    decide(nil)
  elseif words == "none" then
    decide({})
  elseif require("pi.config").fits("tools", tools) then
    decide(tools)
  else
    local hint = "name tools, or `none`, or `default`: e.g. :PiApprove edit bash"
    require("pi.notify").error(hint)
  end
end

---@param report pi.ApprovalReport
---@return string
local function explanation(report)
  local lines = { vim.fn.fnamemodify(report.folder, ":~"), standing(report) }
  for i, allowed in ipairs(report.allowed) do
    lines[#lines + 1] = i == 1 and "allowed for this session, until you choose here:" or nil
    lines[#lines + 1] = "  " .. allowed
  end
  lines[#lines + 1] = report.problem
  return table.concat(lines, "\n")
end

---@param report pi.ApprovalReport
---@return pi.pick.Item[]
local function items_of(report)
  local preview = explanation(report)
  local items, has_own = {}, false
  local now = #report.tools == 0 and "none" or table.concat(report.tools, " ")
  for i, choice in ipairs(CHOICES) do
    items[i] = { text = choice[2], detail = choice[1], preview = preview, value = choice[1] }
    has_own = has_own or choice[1] == now
  end
  if report.isDecided and not has_own then
    table.insert(items, 1, { text = "As decided now", detail = now, preview = preview, value = now })
  end
  items[#items + 1] =
    { text = "As your option says", detail = listed(report.option), preview = preview, value = "default" }
  return items
end

--- Decides which calls wait in this project, or lets the user pick.
---@param words? string names of tools, `none` or `default`
function M.run(words)
  if words then
    take(words)
    return
  end
  require("pi.ask").started("approval.report", {}, function(report)
    local now = #report.tools == 0 and "none" or table.concat(report.tools, " ")
    require("pi.pick").open({
      title = "What does pi ask you about in this project?",
      kind = "pi-approve",
      current = report.isDecided and now or "default",
      items = items_of(report),
      on_choice = take,
    })
  end)
end

return M
