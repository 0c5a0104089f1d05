--- `:PiRevert`: puts back what pi has changed, where nobody has changed it since.
local M = {}

local api = vim.api

--- Files that a notice names; the log has all.
local MOST_NAMED = 3

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
  return vim.fn.fnamemodify(path, ":~:.")
end

---@param number integer
---@return string
local function files(number)
  return number == 1 and "1 file" or ("%d files"):format(number)
end

---@class pi.edit.PutBack
---@field done string[]
---@field removed string[]
---@field isInTrash boolean
---@field refused { path: string, reason: string }[]

---@param answer pi.edit.PutBack
---@param what string
local function report(answer, what)
  local parts = {}
  for i, refusal in ipairs(answer.refused) do
    if i <= MOST_NAMED then
      parts[#parts + 1] = ("not %s: it %s"):format(shown(refusal.path), refusal.reason)
    end
    require("pi.log").warn(("not put back: %s: it %s"):format(refusal.path, refusal.reason))
  end
  if #answer.refused > MOST_NAMED then
    parts[#parts + 1] = ("nor %d more"):format(#answer.refused - MOST_NAMED)
  end
  if #answer.done > 0 then
    parts[#parts + 1] = ("%s put back"):format(files(#answer.done))
  end
  if #answer.removed > 0 then
    local where = answer.isInTrash and "moved to the trash" or "deleted (there is no trash)"
    parts[#parts + 1] = ("%s of pi's %s"):format(files(#answer.removed), where)
  end
  local level = #answer.refused > 0 and "warn" or "info"
  local text = #parts > 0 and table.concat(parts, "; ") or ("pi has changed nothing in %s"):format(what)
  require("pi.notify")[level](text)
end

---@param word string one of `WORDS`
function M.run(word)
  require("pi.review.span").get(word, M.WORDS, function(agent, span, what)
    local params = { agent = agent.id, span = span, unsaved = unsaved() }
    require("pi.host").send("changes.putBack", params, function(err, answer)
      if err then
        require("pi.notify").error(err)
      else
        report(answer, what)
      end
    end)
  end)
end

return M
