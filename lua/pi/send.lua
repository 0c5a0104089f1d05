--- What the user sends: prompts and shell commands.
local M = {}

---@class pi.PromptOpts
---@field text? string without it the prompt is opened
---@field range? { [1]: integer, [2]: integer } lines of the current buffer that go with it, from 1
---@field context? pi.ContextItem[] in place of the range's lines
---@field mode? pi.SendMode default `auto`: prompt when idle, steer when busy

---@param text? string
---@return boolean
local function is_blank(text)
  return vim.trim(text or "") == ""
end

--- What goes with a prompt: in Visual mode always the selection that is on the screen.
---@param agent pi.Agent
---@param opts pi.PromptOpts
---@return pi.ContextItem[]
local function items_of(agent, opts)
  local context = require("pi.context")
  local selection = context.selection()
  if selection then
    vim.cmd("normal! \27")
  end
  local range = selection and { selection.first, selection.last } or opts.range
  -- Files of a folder view can be mentioned in a prompt that is still to be written only.
  local may_stand_for_more = range and (is_blank(opts.text) or vim.bo.buftype == "quickfix")
  local special = may_stand_for_more and require("pi.special").items(agent, range)
  return special
    or selection and { selection }
    or opts.context
    or range and { context.lines(0, range[1], range[2]) }
    or {}
end

--- What waits in the prompt follows its lines, as what `:PiAdd` collects does.
---@param items pi.ContextItem[]
---@param buf integer
local function follow(items, buf)
  for _, item in ipairs(items) do
    if item.path == require("pi.context").path(buf) then
      require("pi.chat.follow").start(item, buf)
    end
  end
end

--- Sends `text` with its context, the chat opened beside; without text goes to the prompt with the context attached.
---@param opts pi.PromptOpts
function M.prompt(opts)
  local buf = vim.api.nvim_get_current_buf()
  local agent = require("pi.agents").current(true) --[[@as pi.Agent]]
  local items, text = items_of(agent, opts), opts.text or ""
  if is_blank(text) then
    follow(items, buf)
    require("pi.open")(agent)
    require("pi.chat.prompt").give_back(agent, "", items)
    return
  end
  require("pi.agents.launch").ensure_started(agent)
  require("pi.chat").open(agent, { focus = false })
  local is_sent, refusal, expansion = require("pi.slash").apply(agent, text, items)
  if is_sent then
    require("pi.sent").deliver(agent, text, items, {}, opts.mode or "auto", expansion)
  elseif refusal then
    require("pi.chat.prompt").give_back(agent, text, items)
    require("pi.notify").error(refusal)
  end
end

--- Runs the shell command that the prompt holds. What is attached stays for the next message.
---@param agent pi.Agent
---@param command string
---@param excluded boolean
local function run_shell(agent, command, excluded)
  if command == "" then
    require("pi.notify").info("type a shell command after the !")
    return
  end
  require("pi.chat.prompt").clear(agent)
  require("pi.bash").run(agent, command, excluded)
end

--- Runs a shell command into the conversation, the chat opened beside.
---@param command string
---@param excluded boolean the model does not see it
function M.shell(command, excluded)
  if vim.trim(command) == "" then
    require("pi.notify").info("there is no command to run")
    return
  end
  local agent = require("pi.agents").current(true) --[[@as pi.Agent]]
  require("pi.agents.launch").ensure_started(agent)
  require("pi.chat").open(agent, { focus = false })
  require("pi.bash").run(agent, vim.trim(command), excluded)
end

--- What goes with the prompt stays with it where the text is a command of ours.
---@param agent pi.Agent
---@param text string
---@param mode pi.SendMode
local function send_text(agent, text, mode)
  local prompt = require("pi.chat.prompt")
  local collected = require("pi.chat.collected").list(agent)
  local is_sent, refusal, expansion = require("pi.slash").apply(agent, text, collected)
  if is_sent then
    local taken, items, attachments = prompt.take(agent)
    require("pi.sent").deliver(agent, taken, items, attachments, mode, expansion)
  elseif refusal then
    require("pi.notify").error(refusal)
  else
    prompt.clear(agent)
  end
end

--- Sends what an agent's prompt holds.
---@param agent pi.Agent
---@param mode pi.SendMode
local function send_prompt(agent, mode)
  local attach = require("pi.attach")
  local is_waiting = attach.wait(agent, function()
    send_prompt(agent, mode)
  end)
  if is_waiting then
    return
  end
  local prompt = require("pi.chat.prompt")
  local text = prompt.text(agent)
  local command, excluded = require("pi.bash").parse(text)
  if vim.trim(text) == "" then
    local what = #attach.of(agent) > 0 and "say what to do with the image" or "there is nothing to send"
    require("pi.notify").info("the prompt is empty: " .. what)
  elseif command then
    run_shell(agent, command, excluded)
  else
    send_text(agent, text, mode)
  end
end

--- Sends what the prompt of this tab page's agent holds.
---@param mode pi.SendMode
function M.buffer(mode)
  local agent = require("pi.agents").current(false)
  if agent then
    send_prompt(agent, mode)
  else
    require("pi.notify").info("the prompt is empty: there is nothing to send")
  end
end

--- Sends `opts.text`, or else what the prompt holds, or else goes to the prompt.
---@param opts pi.PromptOpts
function M.queue(opts)
  local agent = require("pi.agents").current(false)
  local has_draft = agent and vim.trim(require("pi.chat.prompt").text(agent)) ~= ""
  local has_context = opts.context or opts.range or require("pi.context").selection()
  if is_blank(opts.text) and has_draft and not has_context then
    M.buffer(opts.mode or "auto")
  else
    M.prompt(opts)
  end
end

return M
