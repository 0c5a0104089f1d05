--- `:PiRevert`: puts back what pi has changed, where nobody has changed it since.
local M = {}

local api = vim.api

--- Files that a notice names; the log has all.
local MOST_NAMED = 3

--- Words that `:PiRevert` takes.
M.WORDS = { "prompt", "run", "session", "message", "undo" }

---@return string[] files that buffers have unsaved changes of
local function unsaved()
  local paths = {}
  for _, buf in ipairs(api.nvim_list_bufs()) do
    local path = api.nvim_buf_is_loaded(buf) and vim.bo[buf].modified and require("pi.edit.buffers").path(buf)
    if path then
      paths[#paths + 1] = path
    end
  end
  return paths
end

---@param path string
---@return string
local function shown(path)
  return require("pi.status").clean(vim.fn.fnamemodify(path, ":~:."))
end

---@param number integer
---@return string
local function files(number)
  return number == 1 and "1 file" or ("%d files"):format(number)
end

---@class pi.edit.PutBack
---@field span table
---@field done string[]
---@field removed string[]
---@field isInTrash boolean
---@field refused { path: string, reason: string }[]
---@field unsaved string[]

---@param refused { path: string, reason: string }[]
---@return string[]
local function refusals(refused)
  local parts = {}
  for i, refusal in ipairs(refused) do
    if i <= MOST_NAMED then
      parts[#parts + 1] = ("not %s: it %s"):format(shown(refusal.path), refusal.reason)
    end
    require("pi.log").warn(("not put back: %s: it %s"):format(refusal.path, refusal.reason))
  end
  if #refused > MOST_NAMED then
    parts[#parts + 1] = ("nor %d more"):format(#refused - MOST_NAMED)
  end
  return parts
end

---@param answer pi.edit.PutBack
---@param in_buffers integer files that were put back in a buffer only
---@param what string
local function report(answer, in_buffers, what)
  local parts = refusals(answer.refused)
  if #answer.done > 0 then
    parts[#parts + 1] = ("%s put back"):format(files(#answer.done))
  end
  if in_buffers > 0 then
    parts[#parts + 1] = ("%s put back beside your unsaved changes, not written"):format(files(in_buffers))
  end
  if #answer.removed > 0 then
    local where = answer.isInTrash and "moved to the trash" or "deleted (there is no trash)"
    parts[#parts + 1] = ("%s of pi's %s"):format(files(#answer.removed), where)
  end
  local level = #answer.refused > 0 and "warn" or "info"
  local text = #parts > 0 and table.concat(parts, "; ")
    or "pi has changed nothing " .. require("pi.review.span").when(what)
  require("pi.notify")[level](text)
end

--- Files that are gone now: Neovim would say so as an error as soon as it looks at one of their buffers.
---@param paths string[]
function M.mark_removed(paths)
  for _, path in ipairs(paths) do
    for _, buf in ipairs(require("pi.edit.buffers").of(path)) do
      require("pi.edit.apart").gone(buf, nil, true)
    end
  end
end

--- Takes pi's changes out of a buffer beside the user's own.
---@param agent pi.Agent
---@param span table
---@param path string
---@param callback fun(reason?: string) why not
local function put_back_in_buffer(agent, span, path, callback)
  local buf = require("pi.edit.buffers").of(path)[1]
  local params = require("pi.review.buffers").params(buf, path)
  params.agent, params.span = agent.id, span
  local tick = api.nvim_buf_get_changedtick(buf)
  require("pi.host").send("buffer.putBack", params, function(err, answer)
    local reason = err or answer.reason
    if not reason and (not api.nvim_buf_is_loaded(buf) or api.nvim_buf_get_changedtick(buf) ~= tick) then
      reason = "has just been edited"
    elseif not reason then
      require("pi.review.hunks").become(buf, answer.lines)
    end
    callback(reason)
  end)
end

---@param agent pi.Agent
---@param answer pi.edit.PutBack
---@param what string
local function finish(agent, answer, what)
  M.mark_removed(answer.removed)
  local waiting, in_buffers = #answer.unsaved, 0
  if waiting == 0 then
    report(answer, 0, what)
  end
  for _, path in ipairs(answer.unsaved) do
    put_back_in_buffer(agent, answer.span, path, function(reason)
      waiting = waiting - 1
      if reason then
        table.insert(answer.refused, { path = path, reason = reason })
      else
        in_buffers = in_buffers + 1
      end
      if waiting == 0 then
        report(answer, in_buffers, what)
      end
    end)
  end
end

---@param word string one of `WORDS`
function M.run(word)
  require("pi.review.span").get(word, M.WORDS, function(agent, span, what)
    local params = { agent = agent.id, span = span, unsaved = unsaved() }
    require("pi.host").send("changes.putBack", params, function(err, answer)
      if err then
        require("pi.notify").error(err)
      else
        finish(agent, answer, what)
      end
    end)
  end)
end

return M
