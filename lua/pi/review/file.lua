--- One file of a review: its buffer beside the text from before, or what there is to say of it.
local M = {}

local api = vim.api

---@param file pi.review.File
---@param reason? string why there are no lines to compare
---@return string[]
local function sentence(file, reason)
  local keys = require("pi.review.keys")
  local accept, reject = keys.lhs("accept_file"), keys.lhs("reject_file")
  local what = file.kind == "deleted" and ("pi has %s this file."):format(file.to and "moved" or "deleted")
    or ("pi has changed this file: %s."):format(reason or "there are no lines to compare")
  if file.verdict then
    what = ("This is %s."):format(file.verdict)
  end
  local lines = { "", "  " .. what }
  if accept and reject and not file.verdict then
    local back = file.kind == "deleted" and "brings it back" or "puts back what it was"
    vim.list_extend(lines, { "", ("  %s accepts that, %s %s."):format(accept, reject, back) })
  end
  return lines
end

---@param state pi.review.State
---@param file pi.review.File
---@param lines? string[] of before
---@param reason? string
---@return pi.review.Pane[]
local function panes_without_file(state, file, lines, reason)
  local buffers, name = require("pi.review.buffers"), file.name
  local said = { buf = buffers.text(state.agent, "file/" .. name, sentence(file, reason)), title = name }
  if lines == nil then
    return { said }
  end
  local before = buffers.text(state.agent, "before/" .. name, lines)
  local filetype = vim.filetype.match({ filename = file.path, contents = lines })
  if filetype and vim.g.syntax_on then
    vim.bo[before].syntax = filetype
  end
  return { { buf = before, title = "before" }, said }
end

--- Puts texts on the screen. The cursor goes to the file, unless the user has gone elsewhere meanwhile.
---@param state pi.review.State
---@param panes pi.review.Pane[] the last one is the file's
---@param kind "judge"|"look"|"text" changes to judge, changes to look at only, no diff
function M.put(state, panes, kind)
  local layout, here = require("pi.review.layout"), api.nvim_get_current_win()
  state.is_moving = true
  require("pi.review.keys").withdraw()
  layout.close_panes(state.panes)
  state.panes, state.file_pane, state.before_buf = panes, nil, nil
  layout.show(state.list_win, #state.files, panes, kind ~= "text")
  for _, pane in ipairs(panes) do
    if vim.b[pane.buf].pi_agent then
      require("pi.review.keys").attach(pane.buf)
    end
  end
  local last = panes[#panes]
  if kind == "judge" then
    state.file_pane, state.before_buf = last, panes[1].buf
  end
  if here == state.asked_from or not api.nvim_win_is_valid(here) then
    api.nvim_set_current_win(last.win)
  end
  state.is_moving = false
  api.nvim_win_set_cursor(state.list_win, { state.index, 0 })
  require("pi.review").update_keys()
end

--- Counts what is still to be judged in the file that is shown.
---@param state pi.review.State
function M.recount(state)
  local file, pane = state.files[state.index], state.file_pane
  if file == nil then
    return -- the host has not said yet which files there are
  end
  -- The buffer of a file that is gone keeps its text.
  local is_put_back = file.verdict == "rejected"
  if
    pane
    and not is_put_back
    and api.nvim_buf_is_valid(pane.buf)
    and api.nvim_buf_is_valid(state.before_buf)
  then
    local hunks = require("pi.review.hunks").of(state.before_buf, pane.buf)
    file.left, file.added, file.removed = #hunks, 0, 0
    for _, hunk in ipairs(hunks) do
      file.added, file.removed = file.added + hunk.new_count, file.removed + hunk.old_count
    end
  end
  require("pi.review.list").draw(state)
end

--- Shows the buffer of the file beside a text.
---@param state pi.review.State
---@param buf integer
---@param lines string[]
---@param titles { before: string, file: string }
function M.compare(state, buf, lines, titles)
  local file = state.files[state.index]
  file.is_whole = false
  local before = require("pi.review.buffers").text(state.agent, "before/" .. file.name, lines, buf)
  M.put(state, { { buf = before, title = titles.before }, { buf = buf, title = titles.file } }, "judge")
  state.decisions = {}
  M.recount(state)
  require("pi.review.walk").to_change(state, 1)
end

---@param state pi.review.State
---@param index integer
---@return boolean
local function is_wanted(state, index)
  return require("pi.review").current() == state and state.wanted == index
end

---@param state pi.review.State
---@param lines? string[]
---@param reason? string
local function show_sentence(state, lines, reason)
  local file = state.files[state.index]
  file.is_whole = true
  M.put(state, panes_without_file(state, file, lines, reason), "text")
  state.decisions = {}
  require("pi.review.list").draw(state)
end

---@param state pi.review.State
---@param index integer
---@param buf integer
local function show_buffer(state, index, buf)
  local file = state.files[index]
  local params = {
    agent = state.agent.id,
    span = state.span,
    path = file.path,
    encoding = vim.bo[buf].fileencoding,
    format = vim.bo[buf].fileformat,
  }
  require("pi.host").send("review.text", params, function(err, answer)
    if not is_wanted(state, index) then
      return
    elseif vim.uv.fs_stat(file.path) == nil then
      M.show(state, index) -- it has gone meanwhile
      return
    end
    state.index = index
    if err or answer.reason then
      show_sentence(state, nil, err or answer.reason)
    else
      local before = file.kind == "created" and "before: there was no file" or "before"
      local hint = require("pi.review.keys")
      local accept, reject = hint.lhs("accept"), hint.lhs("reject")
      local keys = accept and reject and ("   %s accept · %s reject"):format(accept, reject) or ""
      M.compare(state, buf, answer.lines, { before = before, file = file.name .. keys })
    end
  end)
end

--- What was accepted in the file that is shown is remembered.
---@param state pi.review.State
function M.remember(state)
  local file = state.files[state.index]
  if file and file.has_news and state.before_buf and api.nvim_buf_is_valid(state.before_buf) then
    file.has_news = false
    require("pi.host").send_if_running("review.accept", {
      agent = state.agent.id,
      span = state.span,
      path = file.path,
      lines = require("pi.review.hunks").lines(state.before_buf),
    })
  end
end

--- Milliseconds in which further decisions may join one.
local GATHER_MS = 300

--- The same soon: the review may still be open when Neovim ends.
---@param state pi.review.State
function M.remember_soon(state)
  if state.is_remembering then
    return
  end
  state.is_remembering = true
  vim.defer_fn(function()
    state.is_remembering = false
    if require("pi.review").current() == state then
      M.remember(state)
    end
  end, GATHER_MS)
end

---@param state pi.review.State
---@param index integer
local function show_deleted(state, index)
  local file = state.files[index]
  local params =
    { agent = state.agent.id, span = state.span, path = file.path, encoding = "", format = "unix" }
  require("pi.host").send("review.text", params, function(err, answer)
    if is_wanted(state, index) then
      state.index = index
      show_sentence(state, not err and answer.lines or nil)
    end
  end)
end

--- Shows a file of the review.
---@param state pi.review.State
---@param index integer
function M.show(state, index)
  local file = state.files[index]
  if file == nil then
    return
  end
  M.remember(state)
  state.wanted, state.asked_from = index, api.nvim_get_current_win()
  if file.reason or vim.uv.fs_stat(file.path) == nil then
    file.is_whole = true
    if file.reason then
      state.index = index
      show_sentence(state, nil, file.reason)
    else
      show_deleted(state, index)
    end
    return
  end
  local buf, is_new = require("pi.review.buffers").of_file(file.path)
  state.loaded[buf] = state.loaded[buf] or is_new or nil
  if require("pi.review.merge").is_needed(buf) then
    require("pi.review.merge").show(state, index, buf)
  else
    show_buffer(state, index, buf)
  end
end

return M
