--- The lines above and below the transcript: what the agent is and does, what waits to be sent.
--- Neovim asks for them whenever it draws a window; all text from outside goes through `status.literal`.
local M = {}

local api = vim.api
local bar = require("pi.chat.bar")
local facts = require("pi.chat.facts")

M.TRANSCRIPT = "%{%v:lua.require'pi.chat.winbar'.transcript()%}"
M.PROMPT = "%{%v:lua.require'pi.chat.winbar'.prompt()%}"

---@return string
local function frame()
  local frames = require("pi.icons").frames()
  return frames[math.floor(vim.uv.hrtime() / 1e6 / require("pi.chat.spinner").FRAME_MS) % #frames + 1]
end

--- Cells of a queued message's text that are shown, at least and at most; and those that the hint to the keys takes.
local LEAST_TEXT, MOST_TEXT, HELP_CELLS = 8, 40, 9

---@param since? number Unix milliseconds
---@return string e.g. ` 3s`
local function elapsed(since)
  if since == nil then
    return ""
  end
  local seconds, micros = vim.uv.gettimeofday()
  local passed = math.max(0, math.floor(seconds + micros / 1e6 - since / 1000))
  if passed < 60 then
    return (" %ds"):format(passed)
  end
  return passed < 3600 and (" %dm %02ds"):format(passed / 60, passed % 60)
    or (" %dh %02dm"):format(passed / 3600, passed / 60 % 60)
end

---@param status pi.AgentStatus
---@param win integer
---@return pi.chat.Segment[]
local function activity(status, win)
  local parts = {}
  if require("pi.chat.view").is_detached(win) then
    parts[1] = { require("pi.icons").get("below") .. " more below", "PiWinbarAccent" }
  end
  if (status.dialogs or 0) > 0 then
    local gap = parts[1] and "   " or ""
    local count = status.dialogs > 1 and (" (%d)"):format(status.dialogs) or ""
    parts[#parts + 1] = { ("%s? pi asks%s"):format(gap, count), "PiWarning" }
  end
  local gap = parts[1] and "   " or ""
  if status.busy then
    local doing = status.activity ~= "" and status.activity or "working"
    parts[#parts + 1] = { gap .. frame() .. " ", "PiSpinner" }
    parts[#parts + 1] = { doing .. elapsed(status.since), "PiWinbar" }
  elseif status.reading then
    parts[#parts + 1] = { gap .. "reading along", "PiWarning" }
  elseif status.running == false then
    parts[#parts + 1] = { gap .. "stopped", "PiWarning" }
  end
  parts[#parts + 1] = { " ", "PiWinbar" }
  return parts
end

--- The agent whose buffer the window that is being drawn shows.
---@return pi.Agent?
---@return integer win
local function drawn()
  local win = api.nvim_get_current_win() -- it is, while it is drawn
  local id = vim.b[api.nvim_win_get_buf(win)].pi_agent
  return id and require("pi.agents").get(id), win
end

--- What extensions have set, in the order of their keys, cut to a third of the bar or what the facts leave.
---@param status pi.AgentStatus
---@param facts_width integer
---@param room integer cells for both
---@return pi.chat.Segment[]
local function extension_statuses(status, facts_width, room)
  local texts = vim.tbl_map(function(entry)
    return require("pi.status").clean(entry.text)
  end, status.statuses or {})
  if #texts == 0 then
    return {}
  end
  local cells = math.max(room - facts_width, math.floor(room / 3))
  return bar.cut_segments({ { " · " .. table.concat(texts, " · "), "PiWinbar" } }, cells)
end

---@param win integer
---@param agent pi.Agent
---@return string
local function transcript_line(win, agent)
  local width = api.nvim_win_get_width(win)
  local status = agent.status
  if status == nil then
    return bar.line(facts.join({}), {}, width, { " ", "PiWinbar" })
  end
  local right = activity(status, win)
  local room = width - bar.width_of(right) - 1
  local list = facts.of(agent, status)
  local extra = extension_statuses(status, bar.width_of(facts.join(list)), room)
  local left = vim.list_extend(facts.fit(list, room - bar.width_of(extra)), extra)
  return bar.line(left, right, width, { " ", "PiWinbar" })
end

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

--- Names of the context that goes with the prompt, and how many more there are than fit.
---@param agent pi.Agent
---@param room integer cells
---@return pi.chat.Segment[]
local function chips(agent, room)
  local shell = require("pi.bash").label(agent.id)
  local names = { shell and { shell, "PiWarning" } }
  for _, item in ipairs(require("pi.chat.collected").list(agent)) do
    names[#names + 1] = { M.label(item, agent), "PiChip" }
  end
  for _, image in ipairs(require("pi.attach").of(agent)) do
    names[#names + 1] = { require("pi.status").clean(image.label), "PiImage" }
  end
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

---@param win integer
---@param agent pi.Agent
---@return string
local function prompt_line(win, agent)
  local width = api.nvim_win_get_width(win)
  local fill = vim.w[win].pi_bar and require("pi.icons").get("rule") or " "
  local left = vim.list_extend({ { fill, "PiRule" } }, chips(agent, width - 2))
  local right, help = prompt_facts(agent, fill, width - bar.width_of(left) - HELP_CELLS)
  if bar.width_of(left) + bar.width_of(right) + bar.width_of(help) <= width then
    vim.list_extend(right, help)
  end
  left = bar.cut_segments(left, width - bar.width_of(right))
  return bar.line(left, right, width, { fill, "PiRule" })
end

--- An error here would be shown at every redraw, so it becomes a line in the log and an empty bar.
---@param draw fun(win: integer, agent: pi.Agent): string
---@return string
local function guarded(draw)
  local ok, text = pcall(function()
    local agent, win = drawn()
    return agent and draw(win, agent) or ""
  end)
  if not ok then
    require("pi.log").error("winbar: " .. tostring(text))
  end
  return ok and text or ""
end

--- For 'winbar' of a transcript's window.
---@return string
function M.transcript()
  return guarded(transcript_line)
end

--- For 'winbar' of a prompt's window, or 'statusline' of the transcript's above it.
---@return string
function M.prompt()
  return guarded(prompt_line)
end

return M
