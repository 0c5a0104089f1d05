--- The prompt's buffer: what the user types. What goes with it is in `pi.chat.collected` and `pi.attach`.
local M = {}

local api = vim.api
local ns = api.nvim_create_namespace("pi.prompt")

---@class pi.chat.PromptState
---@field agent integer
---@field buf integer
---@field draft? string[] the text of a buffer that was unloaded

---@type table<integer, pi.chat.PromptState>
local states = {}

---@param buf integer
local function set_options(buf)
  local bo = vim.bo[buf]
  bo.buftype = "acwrite" -- `:write` is ours; see `on_write`
  bo.bufhidden = "hide"
  bo.swapfile = false
  bo.buflisted = false
  bo.undofile = false
  bo.modeline = false
  bo.modifiable = true
  bo.readonly = false
end

---@param state pi.chat.PromptState
---@return string[]
local function lines_of(state)
  if not api.nvim_buf_is_loaded(state.buf) then
    return state.draft or { "" }
  end
  return api.nvim_buf_get_lines(state.buf, 0, -1, false)
end

---@param lines string[]
---@return boolean
local function is_blank(lines)
  return #lines == 0 or (#lines == 1 and lines[1] == "")
end

---@param state pi.chat.PromptState
local function show_placeholder(state)
  api.nvim_buf_clear_namespace(state.buf, ns, 0, -1)
  if api.nvim_buf_line_count(state.buf) == 1 and is_blank(lines_of(state)) then
    local text = require("pi.chat.keys").placeholder()
    api.nvim_buf_set_extmark(state.buf, ns, 0, 0, {
      virt_text = { { text, "PiPlaceholder" } },
      virt_text_pos = "overlay",
    })
  end
end

--- After every change: the buffer never counts as modified, so that it never keeps the editor from quitting and
--- `:wall` leaves it alone.
---@param state pi.chat.PromptState
local function on_change(state)
  if not api.nvim_buf_is_loaded(state.buf) then
    return
  end
  if vim.bo[state.buf].modified then
    require("pi.chat.quiet").run(function()
      vim.bo[state.buf].modified = false
    end)
  end
  show_placeholder(state)
  require("pi.chat.layout").fit(state.agent)
  require("pi.bash").changed(state.agent, lines_of(state)[1] or "")
  require("pi.draft").changed(state.agent)
  local widgets = require("pi.loaded")("chat.widgets")
  if widgets then
    widgets.on_prompt_change(state.agent)
  end
end

---@param state pi.chat.PromptState
local function watch(state)
  local function on(events, callback, desc, pattern)
    api.nvim_create_autocmd(events, {
      buffer = pattern == nil and state.buf or nil,
      pattern = pattern,
      group = api.nvim_create_augroup(("pi.prompt.%d.%s"):format(state.agent, desc), { clear = true }),
      desc = "pi: " .. desc,
      callback = function()
        callback(state)
      end,
    })
  end
  local name = api.nvim_buf_get_name(state.buf)
  on({ "TextChanged", "TextChangedI", "TextChangedP", "InsertLeave" }, on_change, "prompt changed")
  on("BufWriteCmd", function()
    require("pi.chat.write").on_write(state.buf)
  end, "prompt written", name)
  on("CmdlineLeave", function()
    require("pi.chat.write").on_command_line(state.buf)
  end, "write typed", ":")
  on("QuitPre", function()
    if api.nvim_buf_is_loaded(state.buf) then
      vim.bo[state.buf].modified = false
    end
  end, "prompt never holds back quitting", "*")
  on("BufUnload", function()
    state.draft = lines_of(state)
  end, "keep the draft")
  on("BufReadCmd", function()
    api.nvim_buf_set_lines(state.buf, 0, -1, false, state.draft or {})
    set_options(state.buf)
    on_change(state)
  end, "the draft is back")
end

--- What serves typing loads in the next turn of the main loop: the windows take this one.
---@param buf integer
local function serve_typing(buf)
  vim.defer_fn(function()
    require("pi.attach.paste").setup()
    if api.nvim_buf_is_loaded(buf) then
      require("pi.mention.highlight").attach(buf)
      require("pi.complete").attach(buf)
    end
  end, 0)
end

--- The prompt's buffer; made, with the draft of the one before, when there is none.
---@param agent pi.Agent
---@return integer buf
function M.ensure(agent)
  local state = states[agent.id] or { agent = agent.id, buf = -1 }
  states[agent.id] = state
  if api.nvim_buf_is_loaded(state.buf) then
    return state.buf
  end
  local name = ("pi://%d/prompt"):format(agent.id)
  state.buf = require("pi.chat.buffer").create(name, agent.id, function(buf)
    set_options(buf)
    if state.draft then
      api.nvim_buf_set_lines(buf, 0, -1, false, state.draft)
    end
  end)
  watch(state)
  require("pi.chat.buffer").set_filetype(state.buf, "pi-prompt")
  serve_typing(state.buf)
  on_change(state)
  require("pi.draft").open(agent)
  return state.buf
end

---@param agent pi.Agent
---@return pi.chat.PromptState
local function state_of(agent)
  M.ensure(agent)
  return states[agent.id]
end

---@param agent_id integer
---@return integer? buf
function M.buf(agent_id)
  local state = states[agent_id]
  return state and api.nvim_buf_is_loaded(state.buf) and state.buf or nil
end

---@param agent_id integer
function M.wipe(agent_id)
  local state = states[agent_id]
  states[agent_id] = nil
  require("pi.chat.collected").forget(agent_id)
  if state and api.nvim_buf_is_valid(state.buf) then
    pcall(api.nvim_buf_delete, state.buf, { force = true })
  end
end

--- Writes whatever the user did to 'modifiable'; the prompt is always open to him afterwards. It is an undo step of its
--- own, also in the middle of an insertion.
---@param state pi.chat.PromptState
---@param first integer 0-based
---@param last integer
---@param lines string[]
local function write(state, first, last, lines)
  require("pi.chat.quiet").run(function()
    local bo = vim.bo[state.buf]
    bo.modifiable = true
    bo.readonly = false
    bo.undolevels = bo.undolevels -- ends the undo block, see :help undo-break
    api.nvim_buf_set_lines(state.buf, first, last, false, lines)
    bo.undolevels = bo.undolevels
  end)
  on_change(state)
end

---@param agent pi.Agent
---@return string
function M.text(agent)
  local state = states[agent.id]
  return state and table.concat(lines_of(state), "\n") or ""
end

---@param agent pi.Agent
---@param text string
function M.set_text(agent, text)
  write(state_of(agent), 0, -1, vim.split(text, "\n", { plain = true }))
end

--- An extension's text takes the place of what is there, which one undo brings back.
---@param agent pi.Agent
---@param text string
---@return boolean was_draft something was there
function M.replace(agent, text)
  M.ensure(agent) -- with the draft that an ended Neovim left
  local before = M.text(agent)
  M.set_text(agent, text)
  return vim.trim(before) ~= "" and before ~= text
end

--- Puts text before what is there; the cursor stays where it is, or goes behind the text where there was none.
---@param agent pi.Agent
---@param text string
function M.prepend(agent, text)
  local state = state_of(agent)
  local lines = vim.split(text, "\n", { plain = true })
  local was_blank = is_blank(lines_of(state))
  write(state, 0, was_blank and -1 or 0, lines)
  if was_blank then
    M.cursor_to_end(agent)
  end
end

--- Puts back what was not sent, before what is there.
---@param agent pi.Agent
---@param text string
---@param items pi.ContextItem[]
---@param attachments? pi.Attachment[]
function M.give_back(agent, text, items, attachments)
  if text ~= "" then
    M.prepend(agent, text)
  end
  for _, item in ipairs(items) do
    require("pi.chat.collected").add(agent, item)
  end
  require("pi.attach").put(agent, attachments or {})
end

--- Empties the prompt, and closes the large window for it; `u` brings the text back.
---@param agent pi.Agent
function M.clear(agent)
  M.set_text(agent, "")
  local zoom = require("pi.loaded")("chat.zoom")
  if zoom then
    zoom.close()
  end
end

--- Takes everything out of the prompt, to send it.
---@param agent pi.Agent
---@return string text
---@return pi.ContextItem[] items
---@return pi.Attachment[] attachments
function M.take(agent)
  local collected = require("pi.chat.collected")
  local text, items = M.text(agent), collected.list(agent)
  M.clear(agent)
  collected.clear(agent)
  return text, items, require("pi.attach").take(agent)
end

--- Puts the cursor behind the text, in every window that shows it.
---@param agent pi.Agent
function M.cursor_to_end(agent)
  local lines = lines_of(state_of(agent))
  for _, win in ipairs(vim.fn.win_findbuf(states[agent.id].buf)) do
    api.nvim_win_set_cursor(win, { #lines, #lines[#lines] })
  end
end

--- Puts the cursor into the prompt, at the end of the draft; opens the chat for it when needed.
---@param agent pi.Agent
function M.focus(agent)
  require("pi.chat").open(agent, { focus = true })
end

return M
