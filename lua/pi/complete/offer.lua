--- What can be completed at a place of a prompt: asks the host, with what the editor has to offer.
local M = {}

local api = vim.api

--- Files that the user had open last, offered before anything is typed.
local MOST_RECENT = 10

---@class pi.complete.Place
---@field kind "command"|"mention"
---@field query string
---@field from integer byte where the completed text begins, from 0
---@field is_closed? boolean its closing quote is there already: plugins for pairs put it behind the cursor

--- What is being typed at a place of a prompt.
---@param row integer from 0
---@param before string the line up to the cursor
---@return pi.complete.Place?
function M.place_at(row, before)
  local command = row == 0 and before:match("^/(%S*)$")
  if command then
    return { kind = "command", query = command, from = 0 }
  end
  local at, query = require("pi.mention.parse").open(before)
  return at and { kind = "mention", query = query, from = at - 1 } or nil
end

---@return string[] absolute paths
local function recent_files()
  local buffers = vim.fn.getbufinfo({ buflisted = 1 })
  table.sort(buffers, function(a, b)
    return a.lastused > b.lastused
  end)
  local paths = {}
  for i = 1, math.min(#buffers, MOST_RECENT) do
    paths[#paths + 1] = require("pi.context").path(buffers[i].bufnr)
  end
  return paths
end

---@return pi.Completion[]
local function own_mentions()
  local items = {}
  for _, source in ipairs(require("pi.mention").sources()) do
    items[#items + 1] = { name = source.name, kind = "mention", description = source.description }
  end
  for _, source in ipairs(require("pi.mention.sources").of_host) do
    items[#items + 1] = { name = source.name, kind = "mention", description = source.description }
  end
  return items
end

--- Arguments of a mention, where it has some to offer: `@diagnostics:…`.
---@param agent pi.Agent
---@param query string
---@param callback fun(items: pi.Completion[])
---@return boolean whether it is such a mention
local function complete_argument(agent, query, callback)
  local source, arg = require("pi.mention").find(query)
  if source == nil or source.complete == nil or not query:find(":", 1, true) then
    return false
  end
  local function done(args)
    local items = {}
    for _, one in ipairs(type(args) == "table" and args or {}) do
      items[#items + 1] = { name = ("%s:%s"):format(source.name, one), kind = "mention" }
    end
    callback(items)
  end
  local context = require("pi.mention").context(agent, arg)
  local ok, args = pcall(source.complete, context, source.async and vim.schedule_wrap(done) or nil)
  if not ok then
    require("pi.log").error(("@%s: %s"):format(source.name, args))
  end
  if not ok or not source.async then
    done(ok and args or {})
  end
  return true
end

---@param agent pi.Agent
---@param place pi.complete.Place
---@param callback fun(items: pi.Completion[])
function M.ask(agent, place, callback)
  if place.kind == "mention" and complete_argument(agent, place.query, callback) then
    return
  end
  local is_command = place.kind == "command"
  local params = {
    agent = agent.id,
    kind = place.kind,
    query = place.query,
    own = is_command and require("pi.slash").offers() or own_mentions(),
    recent = is_command and {} or recent_files(),
  }
  if not require("pi.host").is_running() then
    callback({})
    return
  end
  require("pi.host").send("prompt.complete", params, function(err, answer)
    callback(not err and answer.items or {})
  end)
end

---@param item pi.Completion
---@param place pi.complete.Place
---@return string
function M.inserted(item, place)
  if place.kind == "command" then
    return "/" .. item.name
  elseif place.is_closed then
    return '@"' .. item.name
  end
  local parse = require("pi.mention.parse")
  return "@" .. (item.kind == "folder" and parse.write_open or parse.write)(item.name)
end

--- Completes at a byte of a line.
---@param buf integer
---@param row integer from 0
---@param col integer from 0
---@param callback fun(items: pi.Completion[], place: pi.complete.Place, typed: string)
function M.at(buf, row, col, callback)
  local agent = api.nvim_buf_is_loaded(buf) and require("pi.agents").get(vim.b[buf].pi_agent)
  local line = agent and api.nvim_buf_get_lines(buf, row, row + 1, false)[1] or ""
  local before = line:sub(1, col)
  local place = M.place_at(row, before)
  if not (agent and place) then
    callback({}, { kind = "mention", query = "", from = col }, "")
    return
  end
  place.is_closed = before:find('^@"', place.from + 1) and line:find('^"', col + 1) ~= nil
  M.ask(agent, place, function(items)
    callback(items, place, before:sub(place.from + 1))
  end)
end

return M
