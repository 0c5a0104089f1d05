--- Files with unsaved changes in a review: three texts, and both sides' changes merged into the buffer.
local M = {}

local api = vim.api
local ns = api.nvim_create_namespace("pi.review.conflicts")

--- Whether a buffer is not what is on disk, and does not come from there.
---@param buf integer
---@return boolean
function M.is_needed(buf)
  local stamps, path = require("pi.edit.stamps"), require("pi.edit.buffers").path(buf)
  local on_disk = path and stamps.of_file(path)
  local apart = require("pi.edit.apart").get(buf)
  local is_other = vim.bo[buf].modified and not stamps.same(on_disk, stamps.get(buf))
  return on_disk ~= nil and (apart == "conflict" or apart == "left" or is_other)
end

---@param state pi.review.State
---@param file pi.review.File
---@param buf integer
---@param callback fun(problem?: string, answer?: pi.review.Merge)
local function ask(state, file, buf, callback)
  local params = require("pi.review.buffers").params(buf, file.path)
  params.agent, params.span = state.agent.id, state.span
  require("pi.host").send("review.merge", params, function(err, answer)
    callback(err or answer.reason, answer)
  end)
end

--- Shows what both started from, what is on disk, and the buffer.
---@param state pi.review.State
---@param index integer
---@param buf integer
function M.show(state, index, buf)
  local file = state.files[index]
  ask(state, file, buf, function(problem, answer)
    if require("pi.review").current() ~= state or state.wanted ~= index then
      return
    elseif problem then
      require("pi.notify").warn(("%s cannot be merged: %s"):format(file.name, problem))
      return
    end
    state.index, file.is_unsaved = index, true
    local buffers, key = require("pi.review.buffers"), require("pi.review.keys").lhs("merge")
    local base = buffers.text(state.agent, "base/" .. file.name, answer.base, buf)
    local theirs = buffers.text(state.agent, "disk/" .. file.name, answer.theirs, buf)
    require("pi.review.file").put(state, {
      { buf = base, title = "before" },
      { buf = theirs, title = "pi's, on disk" },
      { buf = buf, title = "yours, not saved" .. (key and (" · %s merges"):format(key) or "") },
    }, "look")
    require("pi.review.list").draw(state)
  end)
end

---@param buf integer
---@param conflicts { first: integer, last: integer, mine: string[], theirs: string[] }[]
---@return table<integer, { mine: string[], theirs: string[] }> by mark
local function mark(buf, conflicts)
  local keys, by_mark = require("pi.review.keys"), {}
  local hint = ("  %s pi's · %s yours · %s both"):format(
    keys.lhs("accept") or "",
    keys.lhs("reject") or "",
    keys.lhs("both") or ""
  )
  api.nvim_buf_clear_namespace(buf, ns, 0, -1)
  for _, conflict in ipairs(conflicts) do
    local id = api.nvim_buf_set_extmark(buf, ns, conflict.first, 0, {
      end_row = conflict.last - 1,
      end_right_gravity = true,
      virt_text = { { hint, "PiWarning" } },
    })
    by_mark[id] = { mine = conflict.mine, theirs = conflict.theirs }
  end
  return by_mark
end

---@param state pi.review.State
---@return string
local function title_of(state)
  local name, count = state.files[state.index].name, vim.tbl_count(state.conflicts)
  return count == 0 and name or ("%s · %d conflict%s"):format(name, count, count == 1 and "" or "s")
end

---@param state pi.review.State
---@param file pi.review.File
---@param buf integer
---@param answer pi.review.Merge
local function apply(state, file, buf, answer)
  local hunks = require("pi.review.hunks")
  local mine = hunks.lines(buf)
  hunks.become(buf, answer.lines)
  require("pi.edit.stamps").advance(buf, answer.stamp)
  require("pi.edit.apart").clear(buf)
  if vim.deep_equal(answer.lines, answer.theirs) then
    vim.bo[buf].modified = false
  end
  file.is_unsaved = false
  state.conflicts = mark(buf, answer.conflicts)
  local titles = { before = "yours, before the merge", file = title_of(state) }
  require("pi.review.file").compare(state, buf, mine, titles)
end

--- Merges what pi has changed on disk into the buffer that is shown.
---@param state pi.review.State
function M.run(state)
  local file = state.files[state.index]
  local buf = file.is_unsaved and state.panes[#state.panes].buf
  if not buf then
    require("pi.notify").info("nothing to merge: this file has no unsaved changes of yours")
    return
  end
  local tick = api.nvim_buf_get_changedtick(buf)
  ask(state, file, buf, function(problem, answer)
    local is_here = require("pi.review").current() == state and state.files[state.index] == file
    if not is_here or not api.nvim_buf_is_loaded(buf) then
      return
    elseif problem then
      require("pi.notify").warn(("%s cannot be merged: %s"):format(file.name, problem))
    elseif api.nvim_buf_get_changedtick(buf) ~= tick then
      M.run(state)
    else
      apply(state, file, buf, answer)
    end
  end)
end

--- The conflict at the cursor, as long as its markers stand there.
---@param state pi.review.State
---@return { first: integer, last: integer, mine: string[], theirs: string[] }? rows from 0, `last` exclusive
---@return integer? mark
local function at_cursor(state)
  local pane = state.file_pane
  if pane == nil or api.nvim_get_current_win() ~= pane.win or next(state.conflicts) == nil then
    return nil
  end
  local row = api.nvim_win_get_cursor(pane.win)[1] - 1
  local options = { details = true, overlap = true }
  for _, found in ipairs(api.nvim_buf_get_extmarks(pane.buf, ns, { row, 0 }, { row, -1 }, options)) do
    local sides, first, last = state.conflicts[found[1]], found[2], found[4].end_row
    local lines = api.nvim_buf_get_lines(pane.buf, first, last + 1, false)
    local is_whole = vim.startswith(lines[1] or "", "<<<<<<< ") and vim.startswith(lines[#lines], ">>>>>>> ")
    if sides and is_whole then
      return { first = first, last = last + 1, mine = sides.mine, theirs = sides.theirs }, found[1]
    end
  end
end

--- Solves the conflict at the cursor.
---@param state pi.review.State
---@param side "mine"|"theirs"|"both"
---@return boolean is_there
function M.solve(state, side)
  local conflict, id = at_cursor(state)
  if conflict == nil or id == nil then
    return false
  end
  local hunks, buf = require("pi.review.hunks"), state.file_pane.buf
  local both = vim.list_extend(vim.list_extend({}, conflict.mine), conflict.theirs)
  local chosen = side == "both" and both or conflict[side]
  local lines = api.nvim_buf_get_lines(buf, 0, -1, false)
  local now = vim.list_slice(lines, 1, conflict.first)
  vim.list_extend(now, chosen)
  hunks.become(buf, vim.list_extend(now, vim.list_slice(lines, conflict.last + 1)))
  api.nvim_buf_del_extmark(buf, ns, id)
  state.conflicts[id] = nil
  local hunk = hunks.at(hunks.of(state.before_buf, buf), conflict.first + 1, false)
  if hunk and side ~= "mine" then
    require("pi.review.judge").take(state, hunk, true)
  end
  local file = state.files[state.index]
  file.rejected = file.rejected + (side == "mine" and 1 or 0)
  require("pi.review.layout").set_title(state.file_pane.win, title_of(state))
  require("pi.review.file").recount(state)
  require("pi.review.walk").go_on(state, conflict.first + 1)
  return true
end

--- Keeps both sides of the conflict at the cursor, yours first.
---@param state pi.review.State
function M.keep_both(state)
  if not M.solve(state, "both") then
    require("pi.notify").info("there is no conflict at the cursor")
  end
end

--- Takes the hints away; the markers in the text stay.
---@param state pi.review.State
function M.forget(state)
  state.conflicts = {}
  for _, pane in ipairs(state.panes) do
    if api.nvim_buf_is_valid(pane.buf) then
      api.nvim_buf_clear_namespace(pane.buf, ns, 0, -1)
    end
  end
end

return M
