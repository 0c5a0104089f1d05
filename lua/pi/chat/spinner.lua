--- Redraws the bars of chats: when something changed, and for the spinner while an agent in view is busy.
local M = {}

local api = vim.api
local kept = require("pi.chat.kept")

--- Milliseconds that one frame of the spinner stays.
M.FRAME_MS = 120

--- Windows of other tab pages are left alone: Neovim would draw their lines onto this one.
---@param wins integer[]
local function draw(wins)
  local tab = api.nvim_get_current_tabpage()
  for _, win in ipairs(wins) do
    if api.nvim_win_get_tabpage(win) == tab then
      api.nvim__redraw({ win = win, winbar = true, statusline = true })
    end
  end
end

--- Makes the bars of windows anew.
---@param wins integer[]
local function redraw(wins)
  vim.iter(wins):each(kept.drop)
  draw(wins)
end

---@type uv.uv_timer_t?
local timer
local is_tick_due = false

---@type table<integer, true> transcripts that got text since the last frame
local patched = {}

--- Windows in this tab page that show a transcript of a busy agent.
---@return integer[]
local function busy_windows()
  local wins = {}
  for _, win in ipairs(api.nvim_tabpage_list_wins(0)) do
    local buf = api.nvim_win_get_buf(win)
    local id = vim.bo[buf].filetype == "pi" and vim.b[buf].pi_agent
    local agent = id and require("pi.agents").get(id)
    if agent and agent.status and agent.status.busy then
      wins[#wins + 1] = win
    end
  end
  return wins
end

--- Text that comes in draws the bars as well: while it does, nothing is drawn beside it.
---@param win integer
local function next_frame(win)
  local is_drawn = patched[api.nvim_win_get_buf(win)] and kept.is_kept(win, "pi_winbar")
  kept.drop(win, "pi_winbar")
  if not is_drawn then
    draw({ win })
  end
end

local function tick()
  is_tick_due = false
  local wins = busy_windows()
  if #wins == 0 and timer then
    timer:stop()
    timer:close()
    timer = nil
  end
  vim.iter(wins):each(next_frame)
  patched = {}
end

--- Starts the spinner when an agent in this tab page is busy; it ends by itself.
function M.spin()
  if timer or #busy_windows() == 0 then
    return
  end
  timer = assert(vim.uv.new_timer())
  timer:start(M.FRAME_MS, M.FRAME_MS, function()
    -- While Neovim waits for a key, ticks must not pile up.
    if not is_tick_due then
      is_tick_due = true
      vim.schedule(tick)
    end
  end)
end

--- Draws the bars of an agent's windows again.
---@param agent_id integer
function M.redraw(agent_id)
  for _, buf in ipairs({
    require("pi.chat.transcript").buf(agent_id) or false,
    require("pi.chat.prompt").buf(agent_id) or false,
  }) do
    redraw(buf and vim.fn.win_findbuf(buf) or {})
  end
  M.spin()
end

---@type table<integer, boolean> window → whether it was away from the end when last looked at
local detached = {}

--- The cursor of a transcript's window moved, or the text under it did: shows whether the window still follows.
---@param win integer
---@return boolean is_new it began to follow, or ceased to
function M.on_cursor(win)
  local now = require("pi.chat.view").is_detached(win)
  local is_new = detached[win] ~= now
  if is_new then
    detached[win] = now
    require("pi.chat.window").scroll_smoothly(win, now)
    redraw({ win })
  end
  return is_new
end

---@param buf integer a transcript's that got text
function M.on_patch(buf)
  patched[buf] = true
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    M.on_cursor(win)
  end
end

return M
