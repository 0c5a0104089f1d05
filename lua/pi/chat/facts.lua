--- The facts about an agent in the bar above its transcript, said as fully as there is room.
local M = {}

local bar = require("pi.chat.bar")

--- Percent of the context from which on it stands out: pi will compact soon, or the user better does.
local NEARLY_FULL = 80

---@param tokens number
---@return string e.g. `200k`
local function short_count(tokens)
  if tokens >= 1e6 then
    return ("%gM"):format(math.floor(tokens / 1e5 + 0.5) / 10)
  end
  return tokens >= 1000 and ("%dk"):format(tokens / 1000) or ("%d"):format(tokens)
end

---@param cost number US dollars
---@return string? as formatMoney in src/view/format.ts
local function cost_text(cost)
  if cost <= 0 then
    return nil
  end
  if cost < 0.0005 then
    return "<$0.001"
  end
  return (cost < 0.0095 and "$%.3f" or "$%.2f"):format(cost)
end

--- A fact about the agent. The narrower the window, the more are said shortly or not at all: those with a low
--- `rank` first.
---@class pi.chat.Fact
---@field text string
---@field group string
---@field rank integer
---@field short? string

--- What the bar says of an agent.
---@param agent pi.Agent
---@param status pi.AgentStatus
---@return pi.chat.Fact[]
function M.of(agent, status)
  local list = {}
  local function add(rank, text, short, group)
    if text and text ~= "" then
      text = require("pi.status").clean(text)
      list[#list + 1] = { text = text, short = short, rank = rank, group = group or "PiWinbar" }
    end
  end
  add(6, status.model)
  if status.running and status.model == nil and status.sessionFile then
    add(6, "no model", nil, "PiWinbarAccent")
  end
  local cwd = status.cwd or agent.cwd
  if cwd and cwd ~= vim.fn.getcwd() then
    add(5, vim.fn.fnamemodify(cwd, ":~"), vim.fs.basename(cwd), "PiWinbarAccent")
  end
  add(5, status.untrusted and "project files not loaded" or nil, "untrusted", "PiWinbarAccent")
  add(5, status.unguarded and "no prompts: approve cannot ask" or nil, "cannot ask", "PiWinbarAccent")
  add(2, status.thinking)
  if status.contextPercent then
    local percent = require("pi.status").percent(status.contextPercent)
    local window = status.contextWindow and " of " .. short_count(status.contextWindow) or ""
    add(3, percent .. window, percent, status.contextPercent >= NEARLY_FULL and "PiWarning" or nil)
  end
  add(1, cost_text(status.cost or 0))
  return list
end

--- The facts beside each other, the sign of the agent before them.
---@param list pi.chat.Fact[]
---@return pi.chat.Segment[]
function M.join(list)
  local segments = { { (" %s "):format(require("pi.icons").get("agent")), "PiWinbarAccent" } }
  for i, fact in ipairs(list) do
    segments[#segments + 1] = { i == 1 and " " or " · ", "PiWinbar" }
    segments[#segments + 1] = { fact.text, fact.group }
  end
  return segments
end

--- Says less until it fits: first what has a short form, then leaves out the least important facts.
---@param list pi.chat.Fact[]
---@param room integer cells
---@return pi.chat.Segment[]
function M.fit(list, room)
  local by_rank = vim.list_slice(list)
  table.sort(by_rank, function(a, b)
    return a.rank < b.rank
  end)
  for _, fact in ipairs(by_rank) do
    if bar.width_of(M.join(list)) > room and fact.short then
      fact.text = require("pi.status").clean(fact.short)
    end
  end
  for _, fact in ipairs(by_rank) do
    if bar.width_of(M.join(list)) <= room or #list == 1 then
      break
    end
    list = vim
      .iter(list)
      :filter(function(other)
        return other ~= fact
      end)
      :totable()
  end
  return bar.cut_segments(M.join(list), room)
end

return M
