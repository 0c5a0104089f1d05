--- Decisions on a file as a whole.
local M = {}

local api = vim.api

---@param state pi.review.State
---@param verdict "accepted"|"rejected"
local function close_file(state, verdict)
  local file = state.files[state.index]
  file.verdict = verdict
  require("pi.review.walk").go_on(state, 1)
end

--- In the list the file of the cursor's line is meant: it is shown first.
---@param state pi.review.State
---@return boolean
local function is_here(state)
  local is_list = api.nvim_get_current_win() == state.list_win
  local index = is_list and api.nvim_win_get_cursor(state.list_win)[1] or state.index
  if index ~= state.index then
    require("pi.review.file").show(state, index)
    require("pi.notify").info("this is the file: once more judges it")
  end
  return index == state.index
end

--- Accepts all of the file.
---@param state pi.review.State
function M.accept(state)
  local file = state.files[state.index]
  if not is_here(state) or file.is_unsaved then
    return
  elseif state.file_pane == nil then
    local params = { agent = state.agent.id, span = state.span, path = file.path }
    require("pi.host").send_if_running("review.accept", params)
    close_file(state, "accepted")
  elseif file.left > 0 then
    local lines = require("pi.review.hunks").lines(state.file_pane.buf)
    local is_done = require("pi.review.judge").decide(state, state.before_buf, file.left, function()
      require("pi.review.hunks").become(state.before_buf, lines)
    end)
    if is_done then
      require("pi.review.walk").go_on(state, 1)
    end
  end
end

---@param state pi.review.State
local function reject_lines(state)
  local file, hunks = state.files[state.index], require("pi.review.hunks")
  local is_done = require("pi.review.judge").decide(state, state.file_pane.buf, file.left, function()
    hunks.become(state.file_pane.buf, hunks.lines(state.before_buf))
  end)
  if is_done then
    require("pi.review.walk").go_on(state, 1)
  end
end

--- Has the host put the file back, byte by byte.
---@param state pi.review.State
---@param on_refusal fun(reason: string)
local function put_back(state, on_refusal)
  local file, index = state.files[state.index], state.index
  local params = { agent = state.agent.id, span = state.span, only = { file.path }, unsaved = {} }
  require("pi.host").send("changes.putBack", params, function(err, answer)
    local refusal = err or (answer.refused[1] and answer.refused[1].reason)
    require("pi.edit.revert").mark_removed(not err and answer.removed or {})
    if require("pi.review").current() ~= state or state.index ~= index then
      return
    elseif refusal then
      on_refusal(refusal)
    else
      if #answer.removed > 0 and not answer.isInTrash then
        require("pi.notify").info(("%s is deleted: there is no trash"):format(file.name))
      end
      file.put_back, file.put_back_count = answer.callId, file.left
      file.rejected, file.left = file.rejected + file.left, 0
      close_file(state, "rejected")
    end
  end)
end

--- Rejects all of the file. Where nothing else was done to it, it becomes what it was in every byte.
---@param state pi.review.State
function M.reject(state)
  local file, pane = state.files[state.index], state.file_pane
  if not is_here(state) or file.is_unsaved then
    return
  elseif pane and (file.accepted + file.rejected > 0 or vim.bo[pane.buf].modified) then
    reject_lines(state)
    return
  end
  put_back(state, function(reason)
    if pane and file.kind ~= "created" then
      reject_lines(state)
    else
      require("pi.notify").warn(("%s: %s"):format(file.name, reason))
    end
  end)
end

--- Takes back what was decided of a file as a whole.
---@param state pi.review.State
function M.undo(state)
  local file, index = state.files[state.index], state.index
  local function reopen()
    file.verdict, file.rejected = nil, file.rejected - (file.put_back_count or 0)
    file.put_back_count = nil
    require("pi.review.file").show(state, index)
  end
  local params = { agent = state.agent.id, span = state.span, path = file.path, forget = true }
  if file.verdict == "accepted" then
    require("pi.host").send_if_running("review.accept", params)
    reopen()
    return
  end
  params = { agent = state.agent.id, span = { callId = file.put_back }, unsaved = {} }
  require("pi.host").send("changes.putBack", params, function(err, answer)
    local problem = err or (answer.refused[1] and ("it " .. answer.refused[1].reason))
    if problem then
      require("pi.notify").warn(("%s: %s"):format(file.name, problem))
    elseif require("pi.review").current() == state and state.index == index then
      reopen()
    end
  end)
end

return M
