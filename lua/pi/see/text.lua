--- The text of buffers as it is now.
local M = {}

local api = vim.api

---@param params { path?: string, buffer?: integer }
---@return integer? buf, string? problem
local function wanted(params)
  local find = require("pi.see.find")
  if params.path then
    local buf = find.one(params.path)
    return buf, buf == nil and find.not_open(params.path) or nil
  end
  local buf = params.buffer --[[@as integer]]
  local is_there = buf > 0 and api.nvim_buf_is_loaded(buf) and find.is_text(buf)
  return is_there and buf or nil, ("there is no open buffer %d: nvim_buffers lists them"):format(buf)
end

---@param buf integer
---@param params { first?: integer, last?: integer }
---@param done pi.see.Done
local function give(buf, params, done)
  local count = api.nvim_buf_line_count(buf)
  local first = params.first or 1
  if first > count then
    done(("line %d is beyond the end: the buffer has %d lines"):format(first, count))
    return
  end
  local item = require("pi.context").lines(buf, first, math.max(params.last or count, first))
  done(nil, { item = item, total = count, tick = api.nvim_buf_get_changedtick(buf) })
end

---@type pi.see.Answer
function M.read(_, params, done)
  local buf, problem = wanted(params)
  if buf == nil then
    done(problem)
    return
  end
  require("pi.see.fresh").wait({ buf }, function()
    give(buf, params, done)
  end)
end

--- The buffer of a file that has changes which are not in the file.
---@param path string
---@return integer?
local function unsaved(path)
  local buf = require("pi.see.find").one(path)
  return buf and vim.bo[buf].modified and buf or nil
end

---@type pi.see.Answer
function M.living(_, params, done)
  local buf = unsaved(params.path)
  done(nil, { item = buf and require("pi.context").buffer(buf) })
end

---@type pi.see.Answer
function M.state(_, params, done)
  done(nil, { modified = unsaved(params.path) ~= nil })
end

return M
