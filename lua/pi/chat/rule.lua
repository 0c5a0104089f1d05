--- The line above the prompt: the context that goes with it, and what waits to be sent.
local M = {}

local api = vim.api
local bar = require("pi.chat.bar")
local loaded = require("pi.loaded")

--- Cells of a queued message's text that are shown, at least and at most; and those that the hint to the keys takes.
local LEAST_TEXT, MOST_TEXT, HELP_CELLS = 8, 40, 9

---@param item pi.ContextItem
---@param agent pi.Agent
---@return string
function M.label(item, agent)
  local name = item.path or item.name
  local root = (agent.status and agent.status.cwd or agent.cwd) .. "/"
  if item.path and vim.startswith(name, root) then
    name = name:sub(#root + 1)
  end
  if item.kind ~= "lines" or item.whole then
    return require("pi.status").clean(name)
  end
  local lines = item.first == item.last and item.first or ("%d-%d"):format(item.first, item.last)
  return require("pi.status").clean(("%s:%s"):format(name, lines))
end

--- Names of what goes with the prompt, each with its group.
---@param agent pi.Agent
---@return pi.chat.Segment[]
local function names_of(agent)
  local shell = require("pi.bash").label(agent.id)
  local names = { shell and { shell, "PiWarning" } }
  local collected, attach = loaded("chat.collected"), loaded("attach")
  for _, item in ipairs(collected and collected.list(agent) or {}) do
    names[#names + 1] = { M.label(item, agent), "PiChip" }
  end
  for _, image in ipairs(attach and attach.of(agent) or {}) do
    names[#names + 1] = { require("pi.status").clean(image.label), "PiImage" }
  end
  return names
end

--- The names that there is room for, and how many more there are.
---@param names pi.chat.Segment[]
---@param room integer cells
---@return pi.chat.Segment[]
local function chips(names, room)
  local segments = {}
  for i, name in ipairs(names) do
    local text = (" %s "):format(name[1])
    local rest = i < #names and (" +%d "):format(#names - i) or ""
    if bar.width_of(segments) + api.nvim_strwidth(text .. rest) > room then
      segments[#segments + 1] = { i == 1 and text or (" +%d "):format(#names - i + 1), name[2] }
      break
    end
    segments[#segments + 1] = { text, name[2] }
  end
  return bar.cut_segments(segments, room)
end

--- What waits: how many messages, and where there is room the first of them with its kind.
---@param agent pi.Agent
---@param fill string
---@param room integer cells
---@return pi.chat.Segment[]
local function queued_messages(agent, fill, room)
  if agent.status == nil or agent.status.queue == nil then
    return {}
  end
  local queue = require("pi.queue")
  local messages = queue.messages(agent)
  if #messages == 0 then
    return {}
  end
  local count = { (" %d queued "):format(#messages), "PiWinbarAccent" }
  local kind = (" %s: "):format(queue.kind_name(messages[1]))
  local text = require("pi.status").clean(queue.first_line(messages[1]))
  local left = room - bar.width_of({ count, { kind } }) - 3
  if left < LEAST_TEXT then
    return { count, { fill, "PiRule" } }
  end
  text = bar.cut(text, math.min(left, MOST_TEXT))
  return {
    { kind, "PiWinbarAccent" },
    { text .. " ", "PiPending" },
    { fill, "PiRule" },
    count,
    { fill, "PiRule" },
  }
end

---@param agent pi.Agent
---@param fill string
---@param room integer cells
---@return pi.chat.Segment[] queued
---@return pi.chat.Segment[] help
local function prompt_facts(agent, fill, room)
  local queued = queued_messages(agent, fill, room)
  local key = require("pi.chat.keys").help_key()
  return queued, key and { { fill, "PiRule" }, { (" %s keys "):format(key), "PiWinbar" } } or {}
end

--- The line as 'winbar' and 'statusline' take it.
---@param win integer
---@param agent pi.Agent
---@return string
function M.line(win, agent)
  local width = api.nvim_win_get_width(win)
  local fill = vim.w[win].pi_bar and require("pi.icons").get("rule") or " "
  local left = vim.list_extend({ { fill, "PiRule" } }, chips(names_of(agent), width - 2))
  local right, help = prompt_facts(agent, fill, width - bar.width_of(left) - HELP_CELLS)
  if bar.width_of(left) + bar.width_of(right) + bar.width_of(help) <= width then
    vim.list_extend(right, help)
  end
  left = bar.cut_segments(left, width - bar.width_of(right))
  return bar.line(left, right, width, { fill, "PiRule" })
end

return M
