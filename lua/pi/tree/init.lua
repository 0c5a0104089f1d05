--- `:PiTree`: the session as a tree, in a float. The host makes its lines; here they are only shown and acted on.
local M = {}

local api = vim.api

---@class pi.tree.State: pi.chat.TranscriptState
---@field win integer
---@field leaf integer row of where the conversation is, from 0; -1 when there is none
---@field is_lost boolean the text is not what the host thinks
---@field is_there? boolean all rows have come once: the cursor is the user's from then on

---@type table<integer, pi.tree.State> by agent
local states = {}

--- Share of the screen that the float takes.
local WIDTH, HEIGHT = 0.9, 0.8

---@param title string
---@return vim.api.keyset.win_config
local function float_config(title)
  local columns, lines = vim.o.columns, vim.o.lines - vim.o.cmdheight - 1
  local width, height = math.max(20, math.floor(columns * WIDTH)), math.max(5, math.floor(lines * HEIGHT))
  return {
    relative = "editor",
    width = math.min(width, columns - 2),
    height = math.min(height, lines - 2),
    row = math.max(0, math.floor((lines - height) / 2) - 1),
    col = math.max(0, math.floor((columns - width) / 2)),
    border = "rounded",
    style = "minimal",
    title = title,
    footer = require("pi.tree.keys").footer(width - 2),
    zindex = 50,
  }
end

---@param agent pi.Agent
---@return string
local function title_of(agent)
  local name = agent.status and agent.status.sessionName
  return " " .. require("pi.status").clean(name or vim.fn.fnamemodify(agent.cwd, ":~")) .. " "
end

---@param win integer
local function set_window_options(win)
  local wo = vim.wo[win][0]
  wo.wrap, wo.cursorline, wo.signcolumn = false, true, "yes:1"
end

---@param agent pi.Agent
---@return integer buf
local function make_buffer(agent)
  local buf = require("pi.chat.buffer").create(("pi://%d/tree"):format(agent.id), agent.id, function(buf)
    local bo = vim.bo[buf]
    bo.buftype, bo.bufhidden, bo.swapfile, bo.undolevels = "nofile", "wipe", false, -1
    bo.modeline, bo.modifiable = false, false
  end)
  require("pi.tree.keys").attach(buf)
  vim.bo[buf].filetype = "pi-tree"
  return buf
end

---@param state pi.tree.State
local function watch(state)
  local group = api.nvim_create_augroup(("pi.tree.%d"):format(state.agent), { clear = true })
  api.nvim_create_autocmd("BufWipeout", {
    group = group,
    buffer = state.buf,
    desc = "pi: the tree is closed",
    callback = function()
      states[state.agent] = nil
      require("pi.host").send_if_running("tree.close", { agent = state.agent })
    end,
  })
  api.nvim_create_autocmd("VimResized", {
    group = group,
    desc = "pi: fit the tree to the screen",
    callback = function()
      local agent = require("pi.agents").get(state.agent)
      if agent and api.nvim_win_is_valid(state.win) then
        api.nvim_win_set_config(state.win, float_config(title_of(agent)))
      end
    end,
  })
end

---@param state pi.tree.State
---@param text string
local function say(state, text)
  vim.bo[state.buf].modifiable = true
  api.nvim_buf_set_lines(state.buf, 0, -1, false, { " " .. text })
  vim.bo[state.buf].modifiable = false
end

---@param agent_id integer
local function close(agent_id)
  local state = states[agent_id]
  if state and api.nvim_win_is_valid(state.win) then
    pcall(api.nvim_win_close, state.win, true)
  end
end

--- Closes an agent's tree.
M.close = close

---@param state pi.tree.State
local function ask_for_all(state)
  state.is_lost = true
  require("pi.host").send("tree.open", { agent = state.agent }, function(err)
    if err and states[state.agent] == state then
      close(state.agent)
      require("pi.notify").error(err)
    end
  end)
end

--- Opens the tree of an agent's session, or goes to it.
---@param agent pi.Agent
function M.open(agent)
  if vim.fn.getcmdwintype() ~= "" then
    require("pi.notify").warn("close the command-line window first: nothing opens from it")
    return
  end
  local state = states[agent.id]
  if state and api.nvim_win_is_valid(state.win) then
    api.nvim_set_current_win(state.win)
    return
  end
  local problem = require("pi.agents.launch").ensure_started(agent)
  if problem then
    require("pi.notify").error(problem)
    return
  end
  if api.nvim_get_mode().mode:find("^[iR]") then
    vim.cmd.stopinsert()
  end
  require("pi.highlight").setup()
  local buf = make_buffer(agent)
  local win = api.nvim_open_win(buf, true, float_config(title_of(agent)))
  set_window_options(win)
  state = { agent = agent.id, buf = buf, win = win, count = 0, leaf = -1, is_lost = true }
  states[agent.id] = state
  watch(state)
  say(state, "…")
  ask_for_all(state)
end

---@param buf integer
---@param line integer from 0
---@return integer? number of the entry there
local function entry_at(buf, line)
  local ns = require("pi.chat.patch").ns_block
  local found = api.nvim_buf_get_extmarks(buf, ns, { line, 0 }, { line, 0 }, { limit = 1 })[1]
  return found and found[1]
end

--- Where the cursor belongs after a change: where the conversation is, or at the entry where it was.
---@param state pi.tree.State
---@param leaf integer
---@param entry? integer the entry to stay at
---@return integer? line from 0
local function target(state, leaf, entry)
  if entry == nil then
    return leaf >= 0 and leaf < state.count and leaf or nil
  end
  return api.nvim_buf_get_extmark_by_id(state.buf, require("pi.chat.patch").ns_block, entry, {})[1]
end

---@param state pi.tree.State
---@param event pi.event.TreePatched
local function write(state, event)
  vim.bo[state.buf].modifiable = true
  local ok, message = pcall(require("pi.chat.patch").write, state, event)
  vim.bo[state.buf].modifiable = false
  if not ok then
    ask_for_all(state)
    error(message, 0)
  end
end

--- Rows of a tree have come or changed.
---@param event pi.event.TreePatched
function M.patched(event)
  local state = states[event.agent]
  if state == nil or state.is_lost and not event.reset then
    return
  end
  local has_win = api.nvim_win_is_valid(state.win)
  local cursor = has_win and api.nvim_win_get_cursor(state.win) or { 1, 0 }
  local was_at_leaf = event.reset or cursor[1] - 1 == state.leaf or not state.is_there
  local entry = not was_at_leaf and entry_at(state.buf, cursor[1] - 1) or nil
  state.is_lost, state.is_there = false, event.done or state.is_there
  write(state, event)
  state.leaf = event.leaf
  local line = target(state, event.leaf, entry)
  if line and has_win then
    api.nvim_win_set_cursor(state.win, { line + 1, cursor[2] })
  end
end

--- Whether the user is in a tree, and not typing: what comes late must not take their keys.
---@return boolean
function M.is_here()
  return vim.bo.filetype == "pi-tree" and api.nvim_get_mode().mode == "n"
end

--- The number of the entry at the cursor, and whose tree it is.
---@return integer? row, pi.Agent? agent
function M.at_cursor()
  local agent = require("pi.agents").get(vim.b.pi_agent)
  return entry_at(0, api.nvim_win_get_cursor(0)[1] - 1), agent
end

--- The host is a new one: what is shown is asked for again.
function M.resync()
  for _, state in pairs(states) do
    ask_for_all(state)
  end
end

return M
