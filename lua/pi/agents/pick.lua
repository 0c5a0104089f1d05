--- `:PiAgents`: the agents there are, what each does, and the way to it.
local M = {}

local api = vim.api

--- The list that is open, and its items by agent.
---@type { picker: pi.pick.Handle, items: table<integer, pi.pick.Item> }?
local shown

---@param agent pi.Agent
---@return string
local function tab_text(agent)
  if not api.nvim_tabpage_is_valid(agent.tab) then
    return ""
  end
  return ("tab %d"):format(api.nvim_tabpage_get_number(agent.tab))
end

--- The last that an agent has said, as far as it has.
---@param item pi.pick.Item
---@param show fun(text: string)
---@return string? text where pi need not be asked
local function preview(item, show)
  local nothing, host = "It has said nothing yet.", require("pi.host")
  if not (host.is_running() and require("pi.agents").is_known(item.value)) then
    return nothing
  end
  host.send("text.get", { agent = item.value }, function(err, answer)
    local text = err or answer.text
    show(text and text:find("%S") and text or nothing)
  end)
end

---@param agent pi.Agent
---@param item? pi.pick.Item
---@return pi.pick.Item
local function item_of(agent, item)
  local status = agent.status or {}
  local state = require("pi.agents.background").state(agent)
  local doing = state == "busy" and status.activity ~= "" and status.activity or state
  item = item or {}
  item.value = agent.id
  item.text = vim.fn.fnamemodify(agent.cwd, ":~")
  item.preview = preview
  item.detail = { doing, status.sessionName or "", status.model or "", tab_text(agent) }
  return item
end

--- Shows the agent's chat where the one of another agent is.
---@param agent pi.Agent
local function show_here(agent)
  local layout = require("pi.chat.layout")
  local place
  for _, other in ipairs(require("pi.agents").list()) do
    local pair = other ~= agent and layout.find(other.id)
    if pair then
      place = pair.place
      layout.close(pair)
    end
  end
  require("pi.chat").open(agent, { place = place })
end

--- Goes to an agent: to its tab page, or by taking it into this one.
---@param agent pi.Agent
function M.go(agent)
  require("pi.agents.background").seen(agent)
  if require("pi.config").get().scope == "tab" and api.nvim_tabpage_is_valid(agent.tab) then
    api.nvim_set_current_tabpage(agent.tab)
    require("pi.chat").open(agent)
    return
  end
  require("pi.agents.scope").choose(agent)
  show_here(agent)
end

--- An agent does something else now: the list says so.
---@param agent pi.Agent
function M.changed(agent)
  if shown and shown.picker:is_open() and shown.items[agent.id] then
    shown.picker:update(item_of(agent, shown.items[agent.id]))
  end
end

---@param item pi.pick.Item
local function stop(item)
  local agent = require("pi.agents").get(item.value)
  if agent == nil then
    return
  end
  agent.stopped = true
  require("pi.host").send_if_running("agent.stop", { agent = agent.id }, function(err)
    if err then
      require("pi.notify").error(err)
    end
  end)
end

--- Opens the picker.
function M.open()
  local current = require("pi.agents").current(false)
  local items = {}
  for _, agent in ipairs(require("pi.agents").list()) do
    items[agent.id] = item_of(agent)
  end
  local picker = require("pi.pick").open({
    title = "Agents",
    kind = "pi.agent",
    items = vim.tbl_map(function(agent)
      return items[agent.id]
    end, require("pi.agents").list()),
    current = current and current.id,
    empty = "there is no agent yet: :PiOpen or :PiPrompt starts one",
    actions = { { key = "<C-x>", desc = "stop", run = stop } },
    on_choice = function(id)
      local agent = require("pi.agents").get(id)
      if agent then
        M.go(agent)
      end
    end,
  })
  shown = picker and { picker = picker, items = items }
end

return M
