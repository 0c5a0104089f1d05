--- What pi has changed, as a quickfix list.
local M = {}

---@alias pi.edit.Span "run"|"prompt"|"session"

local WHAT = { run = "the last run", prompt = "the last prompt", session = "this session" }

---@param agent pi.Agent
---@param span pi.edit.Span
---@param callback fun(rows: pi.ChangeRow[], files: integer)
function M.get(agent, span, callback)
  require("pi.host").send("changes.list", { agent = agent.id, span = span }, function(err, answer)
    if err then
      require("pi.notify").error("the changes cannot be listed: " .. err)
    else
      callback(answer.rows, answer.files)
    end
  end)
end

---@param number integer
---@param noun string
---@return string
local function count(number, noun)
  return ("%d %s%s"):format(number, noun, number == 1 and "" or "s")
end

---@param row pi.ChangeRow
---@return table
local function item(row)
  return { filename = row.path, lnum = row.line, end_lnum = row.endLine, text = row.text }
end

--- Fills the quickfix list and opens it.
---@param span pi.edit.Span
function M.open(span)
  if WHAT[span] == nil then
    require("pi.notify").error(("there are no changes of %q: use run, prompt or session"):format(span))
    return
  end
  local agent = require("pi.agents").current(false)
  if agent == nil then
    require("pi.notify").info("pi has changed no file: there is no agent here")
    return
  end
  M.get(agent, span, function(rows, files)
    if #rows == 0 then
      require("pi.notify").info("pi has changed no file " .. require("pi.review.span").when(WHAT[span]))
      return
    end
    local title = ("pi: %s in %s, %s"):format(count(#rows, "change"), count(files, "file"), WHAT[span])
    require("pi.log").debug(title)
    require("pi.quickfix").open(title, vim.tbl_map(item, rows))
  end)
end

return M
