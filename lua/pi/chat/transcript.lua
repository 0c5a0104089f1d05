--- The transcript's buffer, and the only writer of its text.
local M = {}

local api = vim.api

local ns_hint = api.nvim_create_namespace("pi.hint")

---@class pi.chat.TranscriptState
---@field agent integer
---@field buf integer
---@field count integer lines as the host counts them: 0 for an empty transcript, though the buffer has one line then
---@field older boolean more lines exist before those in the buffer
---@field newer boolean
---@field cut? { block: integer, lines: integer } the block that the buffer begins in the middle of
---@field asked { older?: boolean, newer?: boolean } what was asked for and has not come yet
---@field is_lost boolean the text is not what the host thinks: wait for all of it
---@field goal? pi.chat.Goal where a window goes once the host has brought it
---@field told_search? boolean
---@field is_parsed? boolean treesitter highlights the replies
---@field is_drawing_due? boolean a plugin that draws markdown is to be told of the newest text
---@field to_top? integer window that goes to the first line of all once that is there

---@type table<integer, pi.chat.TranscriptState>
local states = {}

---@param state pi.chat.TranscriptState
local function ask_for_all(state)
  state.is_lost = true
  if require("pi.agents").is_known(state.agent) then
    require("pi.host").send_if_running("transcript.attach", { agent = state.agent })
    require("pi.chat.watching").tell_anew(state.agent)
  end
end

---@param state pi.chat.TranscriptState
local function show_hint(state)
  api.nvim_buf_clear_namespace(state.buf, ns_hint, 0, -1)
  if state.count > 0 then
    return
  end
  local lines = {}
  for i, text in ipairs(require("pi.chat.keys").hints()) do
    lines[i] = { { text, "PiPlaceholder" } }
  end
  api.nvim_buf_set_extmark(state.buf, ns_hint, 0, 0, { virt_lines = lines })
end

---@param buf integer
local function set_options(buf)
  local bo = vim.bo[buf]
  bo.buftype = "nofile"
  bo.bufhidden = "hide"
  bo.swapfile = false
  bo.buflisted = false
  bo.undolevels = -1
  bo.undofile = false
  bo.modeline = false
  bo.modifiable = false
end

---@param state pi.chat.TranscriptState
local function forget_when_unloaded(state)
  api.nvim_create_autocmd("BufUnload", {
    buffer = state.buf,
    desc = "pi: the transcript's text is gone",
    callback = function()
      vim.schedule(function()
        M.revive(state)
      end)
    end,
  })
end

--- After the buffer lost its text: `:edit` keeps it loaded and it is filled again, `:bdelete` leaves a shell.
---@param state pi.chat.TranscriptState
function M.revive(state)
  if states[state.agent] ~= state then
    return
  end
  if not api.nvim_buf_is_valid(state.buf) then
    states[state.agent] = nil
  elseif api.nvim_buf_is_loaded(state.buf) then
    set_options(state.buf)
    ask_for_all(state)
  else
    M.wipe(state.agent)
  end
end

---@param state pi.chat.TranscriptState
local function watch_cursor(state)
  api.nvim_create_autocmd({ "CursorMoved", "WinScrolled" }, {
    buffer = state.buf,
    desc = "pi: load more of the transcript",
    callback = function(args)
      -- A window may be scrolled that is not the current one.
      local win = args.event == "WinScrolled" and tonumber(args.match) or api.nvim_get_current_win()
      if api.nvim_win_is_valid(win) and api.nvim_win_get_buf(win) == state.buf then
        require("pi.chat.extend").near(state, win)
        if require("pi.chat.spinner").on_cursor(win) then
          require("pi.chat.watching").tell(state.agent)
        end
      end
    end,
  })
end

--- The transcript's buffer; made, and asked for its text, when there is none.
---@param agent pi.Agent
---@return integer buf
function M.ensure(agent)
  local state = states[agent.id]
  if state and api.nvim_buf_is_loaded(state.buf) then
    return state.buf
  end
  M.wipe(agent.id)
  local name = ("pi://%d/transcript"):format(agent.id)
  local buf = require("pi.chat.buffer").create(name, agent.id, set_options)
  state = { agent = agent.id, buf = buf, count = 0, older = false, newer = false, asked = {}, is_lost = true }
  states[agent.id] = state
  require("pi.chat.treesitter").prepare()
  require("pi.chat.buffer").set_filetype(buf, "pi")
  forget_when_unloaded(state)
  watch_cursor(state)
  vim.defer_fn(function()
    require("pi.chat.search").setup()
  end, 0)
  show_hint(state)
  ask_for_all(state)
  return buf
end

---@param agent_id integer
---@return integer? buf
function M.buf(agent_id)
  local state = states[agent_id]
  return state and api.nvim_buf_is_loaded(state.buf) and state.buf or nil
end

--- Agents that have a transcript.
---@return integer[]
function M.agents()
  return vim.tbl_keys(states)
end

---@param buf integer
---@return pi.chat.TranscriptState?
function M.state_of(buf)
  local state = states[vim.b[buf].pi_agent]
  return state and state.buf == buf and state or nil
end

---@param agent_id integer
function M.wipe(agent_id)
  local state = states[agent_id]
  states[agent_id] = nil
  if state and api.nvim_buf_is_valid(state.buf) then
    pcall(api.nvim_buf_delete, state.buf, { force = true })
  end
end

--- Asks for everything again: the host is a new one.
function M.resync()
  for _, state in pairs(states) do
    ask_for_all(state)
  end
end

--- The host knows the agent now: asks again for what it could not give before.
---@param agent_id integer
function M.started(agent_id)
  local state = states[agent_id]
  if state and state.is_lost then
    ask_for_all(state)
  end
end

--- Writes whatever 'modifiable' is, and leaves the buffer closed to the user.
---@param state pi.chat.TranscriptState
---@param event pi.event.Patched
---@return boolean ok
---@return string? message
local function write(state, event)
  return pcall(require("pi.chat.quiet").run, function()
    local scope = { buf = state.buf }
    if api.nvim_get_option_value("readonly", scope) then -- to set it draws the bars of all windows
      api.nvim_set_option_value("readonly", false, scope)
    end
    api.nvim_set_option_value("modifiable", true, scope)
    local ok, message = pcall(require("pi.chat.patch").write, state, event)
    api.nvim_set_option_value("modifiable", false, scope)
    if not ok then
      error(message, 0)
    end
  end)
end

---@param state pi.chat.TranscriptState
---@param event pi.event.Patched
---@return boolean
local function is_in_step(state, event)
  if event.reset then
    return true
  end
  return not state.is_lost and api.nvim_buf_line_count(state.buf) == math.max(1, state.count)
end

--- Applies one patch: text, highlights and anchors, then gives each window its view back.
---@param event pi.event.Patched
function M.apply(event)
  local state = states[event.agent]
  if state == nil or not api.nvim_buf_is_loaded(state.buf) then
    return
  end
  if not is_in_step(state, event) then
    if not state.is_lost then
      ask_for_all(state)
    end
    return
  end
  local view = require("pi.chat.view")
  local views = view.save(state.buf, event.hold == true)
  local was_empty = state.count == 0
  require("pi.chat.extend").on_patch(state, event)
  local ok, message = write(state, event)
  if not ok then
    ask_for_all(state)
    error(message, 0)
  end
  state.is_lost, state.cut = false, event.cut
  require("pi.chat.treesitter").on_patch(state)
  for _, saved in ipairs(views) do
    saved.follows = saved.follows or event.reset -- nothing is left then of what a window showed
  end
  view.restore(views, event.hunks)
  if event.hold and api.nvim_get_current_buf() == state.buf then
    view.reveal(event.hunks)
  end
  require("pi.chat.extend").go_to_top(state)
  if event.target then
    require("pi.chat.goal").reach(state, event.target)
  end
  if was_empty or state.count == 0 then
    show_hint(state)
  end
  require("pi.chat.spinner").on_patch(state.buf)
  require("pi.chat.watching").tell(state.agent)
end

return M
