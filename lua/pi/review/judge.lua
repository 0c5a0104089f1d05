--- Decisions in a review. Accepting takes a change into the text from before, rejecting takes it out of the file.
local M = {}

local api = vim.api

---@class pi.review.Decision
---@field buf integer that was changed
---@field is_accepted boolean
---@field count integer changes
---@field seq_before integer undo state of the buffer
---@field seq_after integer
---@field was_clean boolean

---@param buf integer
---@return integer
local function undo_state(buf)
  return vim.fn.undotree(buf).seq_cur
end

---@param state pi.review.State
---@return integer line of the file's window
---@return pi.review.Hunk?
local function at_cursor(state)
  local pane, hunks = state.file_pane, require("pi.review.hunks")
  local win = api.nvim_get_current_win()
  local is_old = api.nvim_win_get_buf(win) == state.before_buf
  local line = api.nvim_win_get_cursor(is_old and win or pane.win)[1]
  local hunk = hunks.at(hunks.of(state.before_buf, pane.buf), line, is_old)
  return hunk and hunk.new or line, hunk
end

--- The change at the cursor, or says that there is none.
---@param state pi.review.State
---@return pi.review.Hunk?
---@return integer? line
function M.change(state)
  if state.file_pane == nil then
    local key = require("pi.review.keys").lhs("merge") or ""
    local is_unsaved = state.files[state.index].is_unsaved
    require("pi.notify").info(
      is_unsaved and ("%s merges pi's changes into yours first"):format(key)
        or "this file is judged as a whole"
    )
    return nil
  end
  local line, hunk = at_cursor(state)
  if hunk == nil then
    require("pi.notify").info("there is no change at the cursor: ]c goes to the next one")
  end
  return hunk, line
end

---@param buf integer
---@param name string
local function save(buf, name)
  -- Undoing a rejection that was not written leaves the buffer as it was on disk.
  local problem = vim.bo[buf].modified and require("pi.review.buffers").save(buf)
  if problem then
    require("pi.notify").warn(("%s: %s"):format(name, problem))
  end
end

--- What is accepted is another text now.
---@param state pi.review.State
---@param decision pi.review.Decision that was made or taken back
local function note_news(state, decision)
  if decision.is_accepted then
    state.files[state.index].has_news = true
    require("pi.review.file").remember_soon(state)
  end
end

--- Changes a buffer and notes how to take that back.
---@param state pi.review.State
---@param buf integer
---@param count integer of changes
---@param change fun()
---@return boolean ok
function M.decide(state, buf, count, change)
  local file = state.files[state.index]
  local decision = {
    buf = buf,
    is_accepted = buf == state.before_buf,
    count = count,
    seq_before = undo_state(buf),
    was_clean = not vim.bo[buf].modified,
  }
  local ok, message = pcall(change)
  if not ok then
    require("pi.notify").error(("%s cannot be changed: %s"):format(file.name, message))
    return false
  end
  decision.seq_after = undo_state(buf)
  table.insert(state.decisions, decision)
  local counter = decision.is_accepted and "accepted" or "rejected"
  file[counter] = file[counter] + count
  note_news(state, decision)
  if not decision.is_accepted and decision.was_clean then
    save(buf, file.name)
  end
  require("pi.review.file").recount(state)
  return true
end

--- Rejections that the user has undone with Neovim's own keys count no more.
---@param state pi.review.State
function M.drop_undone(state)
  local file, last = state.files[state.index], state.decisions[#state.decisions]
  while last and not last.is_accepted and undo_state(last.buf) <= last.seq_before do
    table.remove(state.decisions)
    file.rejected = math.max(file.rejected - last.count, 0)
    last = state.decisions[#state.decisions]
  end
end

---@param state pi.review.State
---@param hunk pi.review.Hunk
---@param is_accepted boolean
---@return boolean ok
function M.take(state, hunk, is_accepted)
  local file_buf = state.file_pane.buf
  local buf = is_accepted and state.before_buf or file_buf
  return M.decide(state, buf, 1, function()
    require("pi.review.hunks").take(hunk, state.before_buf, file_buf, is_accepted)
  end)
end

---@param state pi.review.State
---@param is_accepted boolean
local function judge(state, is_accepted)
  if require("pi.review.merge").solve(state, is_accepted and "theirs" or "mine") then
    return
  end
  local hunk, line = M.change(state)
  if hunk == nil then
    return
  end
  local file = state.files[state.index]
  local is_all = hunk.old_count == 0
    and hunk.new_count == #require("pi.review.hunks").lines(state.file_pane.buf)
  if not is_accepted and file.kind == "created" and is_all then
    require("pi.review.whole").reject(state) -- a file without a line would be left
  elseif M.take(state, hunk, is_accepted) then
    require("pi.review.walk").go_on(state, line --[[@as integer]])
  end
end

--- Accepts the change at the cursor.
---@param state pi.review.State
function M.accept(state)
  judge(state, true)
end

--- Rejects the change at the cursor.
---@param state pi.review.State
function M.reject(state)
  judge(state, false)
end

--- Takes the last decision in this file back.
---@param state pi.review.State
function M.undo(state)
  local decision = state.decisions[#state.decisions]
  local notify = require("pi.notify")
  if state.files[state.index].verdict then
    require("pi.review.whole").undo(state)
    return
  elseif decision == nil then
    notify.info("nothing was decided in this file since it is shown")
    return
  elseif not api.nvim_buf_is_loaded(decision.buf) or undo_state(decision.buf) ~= decision.seq_after then
    notify.info("the file was changed since: u takes changes back one by one")
    return
  end
  table.remove(state.decisions)
  local options = vim.bo[decision.buf]
  local was_modifiable = options.modifiable
  options.modifiable = true
  api.nvim_buf_call(decision.buf, function()
    vim.cmd(("silent undo %d"):format(decision.seq_before))
  end)
  options.modifiable = was_modifiable
  local file = state.files[state.index]
  local counter = decision.is_accepted and "accepted" or "rejected"
  file[counter] = math.max(file[counter] - decision.count, 0)
  note_news(state, decision)
  if not decision.is_accepted and decision.was_clean then
    save(decision.buf, file.name)
  end
  require("pi.review.file").recount(state)
end

return M
