--- Keeps what is in a prompt and not sent, on disk: whatever ends, it is there when the project is opened again.
local M = {}

--- Typing is written when it pauses, and at the latest so long after the first change (milliseconds).
local PAUSE_MS, LATEST_MS = 300, 1500
--- A disk that does not answer must not hold up quitting for longer.
local WRITING_MS = 200

---@class pi.draft.Content
---@field text string
---@field items pi.ContextItem[]
---@field attachments pi.Attachment[]

---@class pi.draft.State
---@field path? string the file, while there may be one
---@field saved? string what is in it
---@field changed_at? integer when the first change came that is not in it yet
---@field is_writing boolean
---@field timer uv.uv_timer_t

---@type table<integer, pi.draft.State>
local states = {}

---@param problem string
local function tell(problem)
  vim.schedule(function()
    local folder = require("pi.state_dir").path("drafts")
    require("pi.notify").error_once(("drafts cannot be kept in %s: %s"):format(folder, problem))
  end)
end

--- What is in the prompt, after what was sent and pi has not taken.
---@param agent pi.Agent
---@return pi.draft.Content
local function content_of(agent)
  local prompt = require("pi.chat.prompt")
  local texts, items, attachments = {}, {}, {}
  local function add(text, more_items, more_attachments)
    texts[#texts + 1] = vim.trim(text) ~= "" and text or nil
    vim.list_extend(items, more_items)
    vim.list_extend(attachments, more_attachments)
  end
  for _, sent in ipairs(require("pi.sent").untaken(agent.id)) do
    add(sent.text, sent.items, sent.attachments)
  end
  add(prompt.text(agent), require("pi.chat.collected").list(agent), require("pi.attach").of(agent))
  return { text = table.concat(texts, "\n\n"), items = items, attachments = attachments }
end

---@param agent pi.Agent
---@return string? data nil when there is nothing to keep
local function encode(agent)
  local content = content_of(agent)
  if content.text == "" and #content.items == 0 and #content.attachments == 0 then
    return nil
  end
  return vim.mpack.encode(content)
end

---@param data string
---@return pi.draft.Content?
local function decode(data)
  local ok, content = pcall(vim.mpack.decode, data)
  local is_draft = ok and type(content) == "table" and type(content.text) == "string"
  return is_draft and content or nil
end

---@param state pi.draft.State
local function drop_file(state)
  if state.path then
    require("pi.draft.files").remove(state.path)
  end
  state.path, state.saved = nil, nil
end

--- Whether the file has to be written, and with what. A project that the agent left for another keeps no copy.
---@param agent pi.Agent
---@param state pi.draft.State
---@return string? data
local function pending(agent, state)
  local path = require("pi.draft.files").path(agent.cwd, agent.id)
  local data = encode(agent)
  if data == nil or path ~= state.path then
    drop_file(state)
  end
  state.path = data and path
  return data ~= state.saved and data or nil
end

---@param agent pi.Agent
---@param state pi.draft.State
local function save(agent, state)
  state.changed_at = nil
  if state.is_writing or states[agent.id] ~= state then
    return
  end
  local data = pending(agent, state)
  if data == nil then
    return
  end
  state.is_writing, state.saved = true, data
  require("pi.draft.files").write(state.path, data, function(problem)
    state.is_writing = false
    if problem then
      state.saved = nil -- the next change tries again
      tell(problem)
      return
    end
    -- It may have been sent, or typed on, while it was written.
    vim.schedule(function()
      if states[agent.id] == state then
        save(agent, state)
      end
    end)
  end)
end

---@return boolean
local function is_on()
  return require("pi.config").get().drafts
end

--- Something in the prompt changed.
---@param agent_id integer
function M.changed(agent_id)
  local state, agent = states[agent_id], require("pi.agents").get(agent_id)
  if state == nil or agent == nil or not is_on() then
    return
  end
  local now = vim.uv.now()
  state.changed_at = state.changed_at or now
  local wait = math.max(0, math.min(PAUSE_MS, state.changed_at + LATEST_MS - now))
  state.timer:start(
    wait,
    0,
    vim.schedule_wrap(function()
      save(agent, state)
    end)
  )
end

--- A write under way would come after the last one. It takes a few milliseconds.
---@param state pi.draft.State
local function finish_writing(state)
  vim.wait(WRITING_MS, function()
    return not state.is_writing
  end, 1)
end

local function save_all_now()
  for id, state in pairs(states) do
    finish_writing(state)
    local agent = require("pi.agents").get(id)
    local data = agent and is_on() and pending(agent, state)
    if data then
      state.saved = data
      require("pi.draft.files").write_now(state.path, data)
    end
  end
end

local function watch_end()
  vim.api.nvim_create_autocmd("VimLeavePre", {
    group = vim.api.nvim_create_augroup("pi.draft", { clear = true }),
    desc = "pi: keep what is in the prompts",
    callback = save_all_now,
  })
end

--- The prompt of an agent is there: puts into it the newest draft that an ended Neovim left in this project.
---@param agent pi.Agent
function M.open(agent)
  if states[agent.id] or not is_on() then
    return
  end
  if next(states) == nil then
    watch_end()
  end
  local state = { is_writing = false, timer = assert(vim.uv.new_timer()) }
  states[agent.id] = state
  local data, path = require("pi.draft.files").claim(agent.cwd, agent.id)
  local content = data and decode(data)
  if content == nil then
    return
  end
  state.path, state.saved = path, data
  require("pi.chat.prompt").give_back(agent, content.text, content.items or {}, content.attachments)
end

--- The agent goes, its tab page was closed: what is in its prompt is there when the project is opened again.
---@param agent pi.Agent
function M.close(agent)
  local state = states[agent.id]
  if state == nil then
    return
  end
  states[agent.id] = nil
  state.timer:stop()
  state.timer:close()
  finish_writing(state)
  local data = is_on() and pending(agent, state)
  local problem = data and require("pi.draft.files").write_now(state.path, data)
  if problem then
    tell(problem)
  elseif state.path then
    require("pi.draft.files").give_up(state.path)
  end
end

return M
