--- Asks the host for more of a long conversation when a window comes near an end of the lines in the buffer.
local M = {}

local api = vim.api

--- Lines from an end of the buffer at which more are asked for.
local NEAR = 100

---@param state pi.chat.TranscriptState
---@param to "older"|"newer"|"oldest"|"newest"
local function extend(state, to)
  local side = (to == "older" or to == "oldest") and "older" or "newer"
  if state.asked[side] then
    return
  end
  state.asked[side] = true
  require("pi.host").send_if_running("transcript.extend", { agent = state.agent, to = to }, function(err)
    if err then
      state.asked[side] = nil
    end
  end)
end

---@param win integer
---@return pi.chat.TranscriptState?
local function state_of(win)
  return require("pi.chat.transcript").state_of(api.nvim_win_get_buf(win))
end

--- Asks for more lines when a window comes near an end of those in the buffer.
---@param state pi.chat.TranscriptState
---@param win integer that shows it
function M.near(state, win)
  if state.older and vim.fn.line("w0", win) <= NEAR then
    extend(state, "older")
  end
  if state.newer and vim.fn.line("w$", win) > state.count - NEAR then
    extend(state, "newer")
  end
end

--- Asks for the very first or last lines when they are not in the buffer. A window at the last line goes on
--- following; one at the first line goes to the first of all.
---@param win integer
---@param to "oldest"|"newest"
function M.to(win, to)
  local state = state_of(win)
  if state == nil or not state[to == "oldest" and "older" or "newer"] then
    return
  end
  state.asked = {}
  state.to_top = to == "oldest" and win or nil
  extend(state, to)
end

--- `gg` or `G` as an expression: it means an end of the conversation, not of what is in the buffer.
---@param key "gg"|"G"
---@return string
function M.motion(key)
  if vim.v.count == 0 then
    M.to(api.nvim_get_current_win(), key == "G" and "newest" or "oldest")
  end
  return key
end

--- A patch came: what was asked for is there, or may be asked for again.
---@param state pi.chat.TranscriptState
---@param event pi.event.Patched
function M.on_patch(state, event)
  for _, hunk in ipairs(event.hunks) do
    if hunk.first == 0 then
      state.asked.older = nil
    end
    if hunk.last >= state.count then
      state.asked.newer = nil
    end
  end
  if event.reset or state.older ~= event.older then
    state.asked.older = nil
  end
  if event.reset or state.newer ~= event.newer then
    state.asked.newer = nil
  end
  state.older, state.newer = event.older, event.newer
end

--- The window that waits for the first line of all goes there once it is in the buffer.
---@param state pi.chat.TranscriptState
function M.go_to_top(state)
  if state.to_top == nil or state.older then
    return
  end
  if api.nvim_win_is_valid(state.to_top) and api.nvim_win_get_buf(state.to_top) == state.buf then
    api.nvim_win_set_cursor(state.to_top, { 1, 0 })
  end
  state.to_top = nil
end

return M
