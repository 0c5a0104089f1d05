--- Where a window goes once the host has brought it: a line that the buffer did not hold when somebody asked for it.
local M = {}

local api = vim.api

---@class pi.chat.Goal
---@field win integer
---@field pattern? string what to put the cursor on in that line, or nearer to where the cursor was
---@field asked? integer milliseconds, as vim.uv.now() has them
---@field side? "older"|"newer" on which side of the cursor it was looked for

--- More may have come meanwhile than what was asked for: a match in that may be nearer.
---@param goal pi.chat.Goal
---@param lnum integer of the line that was asked for
---@return boolean
local function found_nearer(goal, lnum)
  local here = vim.fn.line(".")
  if goal.side == "older" then
    return here > lnum and vim.fn.search(goal.pattern, "bW") > 0
  end
  return here < lnum and vim.fn.search(goal.pattern, "W") > 0
end

--- Moves a window's cursor to a line, as a jump that <C-o> takes back.
---@param goal pi.chat.Goal
---@param row integer 0-based
function M.go(goal, row)
  api.nvim_win_call(goal.win, function()
    vim.cmd("normal! m'")
    if goal.pattern == nil or not found_nearer(goal, row + 1) then
      api.nvim_win_set_cursor(goal.win, { row + 1, 0 })
      vim.fn.search(goal.pattern or "^", "c", row + 1)
    end
    local lnum = vim.fn.line(".")
    if lnum == vim.fn.line("$") then
      require("pi.chat.view").follow(goal.win)
    elseif lnum <= vim.fn.line("w0") or lnum >= vim.fn.line("w$") then
      vim.cmd("normal! zz")
    end
  end)
end

--- A key that repeats must not ask again and again.
local PATIENCE_MS = 2000

--- Whether the host is looking for this.
---@param state pi.chat.TranscriptState
---@param pattern? string
---@return boolean
function M.is_asked(state, pattern)
  local goal = state.goal
  return goal ~= nil and goal.pattern == pattern and vim.uv.now() - goal.asked < PATIENCE_MS
end

--- Asks the host to bring a line; `on_none` is called when there is none, `on_again` when it may have come meanwhile.
---@param state pi.chat.TranscriptState
---@param goal pi.chat.Goal
---@param method "transcript.reveal"|"transcript.find"|"transcript.message"
---@param params table
---@param on_none fun()
---@param on_again? fun()
function M.ask(state, goal, method, params, on_none, on_again)
  state.goal, goal.asked = goal, vim.uv.now()
  params.agent = state.agent
  require("pi.host").send(method, params, function(err, value)
    if (err or not value.found) and state.goal == goal then
      state.goal = nil
    end
    if err then
      require("pi.notify").error(err)
    elseif value.again and on_again then
      on_again()
    elseif not value.found then
      on_none()
    end
  end)
end

--- A patch brought the line.
---@param state pi.chat.TranscriptState
---@param row integer
function M.reach(state, row)
  local goal = state.goal
  state.goal = nil
  if goal and goal.pattern and api.nvim_get_mode().mode == "n" then
    vim.cmd("echo ''") -- Neovim has said that it found nothing
  end
  if goal and api.nvim_win_is_valid(goal.win) and api.nvim_win_get_buf(goal.win) == state.buf then
    M.go(goal, row)
  end
end

return M
