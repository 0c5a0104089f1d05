--- The lines above and below the transcript: what the agent is and does, what waits to be sent.
--- Neovim asks for them whenever it draws a window; all text from outside goes through `status.literal`.
local M = {}

local api = vim.api
local bar = require("pi.chat.bar")
local facts = require("pi.chat.facts")
local kept = require("pi.chat.kept")

M.TRANSCRIPT = kept.expression("pi_winbar", "v:lua.require'pi.chat.winbar'.transcript()")
M.PROMPT = kept.expression("pi_rule", "v:lua.require'pi.chat.winbar'.prompt()")

---@return string
local function frame()
  local frames = require("pi.icons").frames()
  return frames[math.floor(vim.uv.hrtime() / 1e6 / require("pi.chat.spinner").FRAME_MS) % #frames + 1]
end

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

--- The facts and what extensions say, in the room that the right side leaves.
---@param agent pi.Agent
---@param status pi.AgentStatus
---@param room integer cells
---@return pi.chat.Segment[]
local function left_side(agent, status, room)
  local list = facts.of(agent, status)
  local extra = extension_statuses(status, bar.width_of(facts.join(list)), room)
  return vim.list_extend(facts.fit(list, room - bar.width_of(extra)), extra)
end

--- The left side of a status, which stays while only the time passes.
---@class pi.chat.LeftSide
---@field room integer
---@field cwd string
---@field config pi.Config
---@field segments pi.chat.Segment[]

--- By the status it was made of: the host's events bring a new table each.
---@type table<pi.AgentStatus, pi.chat.LeftSide>
local left_sides = setmetatable({}, { __mode = "k" })

---@param agent pi.Agent
---@param status pi.AgentStatus
---@param room integer cells
---@return pi.chat.Segment[]
local function kept_left_side(agent, status, room)
  local cwd, config = vim.fn.getcwd(), require("pi.config").get()
  local left = left_sides[status]
  if left == nil or left.room ~= room or left.cwd ~= cwd or left.config ~= config then
    left = { room = room, cwd = cwd, config = config, segments = left_side(agent, status, room) }
    left_sides[status] = left
  end
  return left.segments
end

---@param win integer
---@param agent pi.Agent
---@return string
local function transcript_line(win, agent)
  local status, width = agent.status, api.nvim_win_get_width(win)
  if status == nil then
    return bar.line(facts.join({}), {}, width, { " ", "PiWinbar" })
  end
  local right = activity(status, win)
  local left = kept_left_side(agent, status, width - bar.width_of(right) - 1)
  return bar.line(left, right, width, { " ", "PiWinbar" })
end

--- An error here would be shown at every redraw, so it becomes a line in the log and an empty bar.
---@param name "pi_winbar"|"pi_rule"
---@param draw fun(win: integer, agent: pi.Agent): string
---@return string
local function guarded(name, draw)
  local ok, text = pcall(function()
    local agent, win = drawn()
    return agent and kept.keep(win, name, draw(win, agent)) or ""
  end)
  if not ok then
    require("pi.log").error("winbar: " .. tostring(text))
  end
  return ok and text or ""
end

--- For 'winbar' of a transcript's window.
---@return string
function M.transcript()
  return guarded("pi_winbar", transcript_line)
end

--- For 'winbar' of a prompt's window, or 'statusline' of the transcript's above it.
---@return string
function M.prompt()
  return guarded("pi_rule", require("pi.chat.rule").line)
end

return M
