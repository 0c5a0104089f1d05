--- The context that goes with the next prompt of each agent; shown as chips above the prompt.
local M = {}

---@type table<integer, pi.ContextItem[]>
local collected = {}

---@param agent pi.Agent
local function changed(agent)
  require("pi.chat.spinner").redraw(agent.id)
  require("pi.draft").changed(agent.id)
end

--- What tells one piece from another: the same place again is the same piece. Two parts of one line are two pieces, and
--- so are two entries of one list.
---@param item pi.ContextItem
---@return string
local function place_of(item)
  item = require("pi.chat.follow").now(item)
  local is_part = item.partial or item.kind == "text"
  local part = is_part and ("%s:%s"):format(item.column or "", item.text) or ""
  return table.concat({ item.kind, item.path or item.name, item.first or "", item.last or "", part }, ":")
end

--- Adds a piece; the same place again takes the older one's place.
---@param agent pi.Agent
---@param item pi.ContextItem
function M.add(agent, item)
  local place, items = place_of(item), {}
  for _, other in ipairs(collected[agent.id] or {}) do
    if place_of(other) ~= place then
      items[#items + 1] = other
    elseif other ~= item then
      require("pi.chat.follow").stop(other)
    end
  end
  table.insert(items, item)
  collected[agent.id] = items
  changed(agent)
end

--- As the pieces are now: they follow their lines.
---@param agent pi.Agent
---@return pi.ContextItem[]
function M.list(agent)
  local items = collected[agent.id]
  return items and vim.tbl_map(require("pi.chat.follow").now, items) or {}
end

--- Takes one piece off.
---@param agent pi.Agent
---@param index integer from 1, in the order of `list`
function M.remove(agent, index)
  local item = table.remove(collected[agent.id] or {}, index)
  if item then
    require("pi.chat.follow").stop(item)
  end
  changed(agent)
end

---@param agent_id integer
function M.forget(agent_id)
  vim.iter(collected[agent_id] or {}):each(require("pi.chat.follow").stop)
  collected[agent_id] = nil
end

--- Takes all of them off, as when they are sent.
---@param agent pi.Agent
function M.clear(agent)
  M.forget(agent.id)
  require("pi.chat.spinner").redraw(agent.id)
end

return M
