--- Where a window goes once the host has brought it: a line that the buffer did not hold when somebody asked for it.
local M = {}

local api = vim.api

---@class pi.chat.Goal
---@field win integer
---@field pattern? string what to put the cursor on in that line

--- Moves a window's cursor to a line, as a jump that <C-o> takes back.
---@param goal pi.chat.Goal
---@param row integer 0-based
function M.go(goal, row)
  api.nvim_win_call(goal.win, function()
    vim.cmd("normal! m'")
    api.nvim_win_set_cursor(goal.win, { row + 1, 0 })
    if goal.pattern then
      pcall(vim.fn.search, goal.pattern, "c", row + 1)
    end
    if row + 1 <= vim.fn.line("w0") or row + 1 >= vim.fn.line("w$") then
      vim.cmd("normal! zz")
    end
  end)
end

--- Asks the host to bring a line; `on_none` is called when there is none.
---@param state pi.chat.TranscriptState
---@param goal pi.chat.Goal
---@param method "transcript.reveal"|"transcript.find"
---@param params table
---@param on_none fun()
function M.ask(state, goal, method, params, on_none)
  state.goal = goal
  params.agent = state.agent
  require("pi.host").send(method, params, function(err, value)
    if err then
      require("pi.notify").error(err)
    elseif not value.found then
      on_none()
    end
    if (err or not value.found) and state.goal == goal then
      state.goal = nil
    end
  end)
end

--- A patch brought the line.
---@param state pi.chat.TranscriptState
---@param row integer
function M.reach(state, row)
  local goal = state.goal
  state.goal = nil
  if goal and api.nvim_win_is_valid(goal.win) and api.nvim_win_get_buf(goal.win) == state.buf then
    M.go(goal, row)
  end
end

return M
