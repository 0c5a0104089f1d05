--- The files of a review, made of what the host knows of them.
local M = {}

---@param agent pi.Agent
---@param row pi.review.Row
---@return pi.review.File
local function file_of(agent, row)
  local root = agent.cwd .. "/"
  local file = row --[[@as pi.review.File]]
  local name = vim.startswith(row.path, root) and row.path:sub(#root + 1)
    or vim.fn.fnamemodify(row.path, ":~")
  file.name = require("pi.status").clean(name)
  file.accepted, file.rejected, file.notes, file.left = 0, 0, 0, row.hunks
  file.is_whole = row.reason ~= nil or row.kind == "deleted"
  file.verdict = row.isAccepted and "accepted" or nil
  return file
end

---@param agent pi.Agent
---@param rows pi.review.Row[]
---@return pi.review.File[]
function M.make(agent, rows)
  return vim.tbl_map(function(row)
    return file_of(agent, row)
  end, rows)
end

--- Takes over what is new of a file that is in the review already; what was decided stays.
---@param file pi.review.File
---@param row pi.review.Row
---@param is_shown boolean
local function update(file, row, is_shown)
  file.kind, file.from, file.to = row.kind, row.from, row.to
  if not is_shown and file.verdict ~= "rejected" then
    file.added, file.removed, file.left, file.reason = row.added, row.removed, row.hunks, row.reason
    file.is_whole = row.reason ~= nil or row.kind == "deleted"
    file.verdict = row.isAccepted and "accepted" or nil
  end
end

--- Files that were changed since the review was opened join it, below the others.
---@param state pi.review.State
function M.refresh(state)
  require("pi.review.file").remember(state) -- what was accepted is not to be counted again
  local params = { agent = state.agent.id, span = state.span, path = state.only }
  require("pi.host").send_if_running("review.list", params, function(err, answer)
    if err or require("pi.review").current() ~= state then
      return
    end
    local known = {}
    for i, file in ipairs(state.files) do
      known[file.path] = i
    end
    for _, row in ipairs(answer.files) do
      local index = known[row.path]
      if index then
        update(state.files[index], row, index == state.index)
      else
        table.insert(state.files, file_of(state.agent, row))
      end
    end
    require("pi.review.layout").fit_list(state.list_win, #state.files)
    require("pi.review.list").draw(state)
  end)
end

return M
