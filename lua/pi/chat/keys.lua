--- Keys of the transcript and the prompt: which there are, what they do, and what to call them in hints.
local M = {}

local api = vim.api

---@class pi.chat.Action
---@field option string name in `keys.prompt` or `keys.transcript`
---@field plug string
---@field modes string e.g. "ni"
---@field desc string
---@field run fun(): string?
---@field is_expr? boolean `run` gives the keys that do it
---@field when? fun(): boolean else the key does what it does in Neovim

---@return pi.Agent?
local function agent()
  return require("pi.agents").get(vim.b.pi_agent)
end

---@param name string
---@param ... any
---@return fun()
local function call(name, ...)
  local args = { ... }
  return function()
    require("pi")[name](unpack(args))
  end
end

--- A function of another module of the chat, loaded when the key is used.
---@param module string
---@param name string
---@param ... any
---@return fun(): any
local function of(module, name, ...)
  local args = { ... }
  return function()
    return require("pi.chat." .. module)[name](unpack(args))
  end
end

local function focus_prompt()
  local this = agent()
  if this then
    require("pi.chat.prompt").focus(this)
    if vim.bo.filetype ~= "pi-prompt" then
      return -- there is no room for it
    end
    local is_at_end = vim.fn.col(".") >= vim.fn.col("$") - 1
    vim.cmd(is_at_end and "startinsert!" or "startinsert")
  end
end

--- In a window of the user's own that shows one of our buffers, only that window closes.
local function close()
  local this = agent()
  if this and require("pi.chat.layout").owner(api.nvim_get_current_win()) then
    require("pi.chat").close(this)
  else
    pcall(api.nvim_win_close, 0, false)
  end
end

local function take_off()
  require("pi.take_off").run()
end

local function help()
  require("pi.chat.help").open()
end

---@param option string
---@param plug string
---@param modes string
---@param desc string
---@param run fun()
---@return pi.chat.Action
local function action(option, plug, modes, desc, run)
  return {
    option = option,
    plug = ("<Plug>(pi-%s)"):format(plug),
    modes = modes,
    desc = desc,
    run = run,
  }
end

---@type table<string, pi.chat.Action[]>
M.actions = {
  prompt = {
    action("send_normal", "prompt-send", "n", "send; while pi works it steers", call("send", "auto")),
    action("send", "prompt-send", "ni", "send; while pi works it steers", call("send", "auto")),
    action("follow_up", "prompt-follow-up", "ni", "send when pi is done", call("send", "followUp")),
    action("abort", "abort", "n", "stop pi", call("abort")),
    action("remove_context", "remove", "ni", "take context or an image off", take_off),
    action("close", "chat-close", "n", "close the chat", close),
    action("help", "keys", "n", "list the keys", help),
  },
  transcript = {
    action("focus_prompt", "prompt-focus", "n", "write a prompt", focus_prompt),
    action("abort", "abort", "n", "stop pi", call("abort")),
    action(
      "review",
      "review-message",
      "n",
      "review what was changed since the message",
      call("review", "message")
    ),
    action("close", "chat-close", "n", "close the chat", close),
    action("help", "keys", "n", "list the keys", help),
  },
}

vim.list_extend(M.actions.prompt, require("pi.chat.prompt_keys").actions)
for _, row in ipairs(require("pi.chat.transcript_keys")) do
  local entry = action(row[1], row[2], row[3], row[4], of(row[5], row[6], row[7]))
  entry.is_expr = row.expr
  table.insert(M.actions.transcript, entry)
end

---@param kind "prompt"|"transcript"
---@param option string
---@return string[]
local function configured(kind, option)
  return require("pi.config").keys(kind, option)
end

--- A mapped key ends no abbreviation by itself.
---@return string keys
local function end_abbreviation()
  return vim.fn.mapcheck("<C-]>", "i") == "" and "<C-]>" or ""
end

--- As `vim.keymap.set()`, without what that checks and copies: an opening chat maps a hundred keys.
---@param buf integer
---@param mode string
---@param lhs string
---@param rhs string|fun(): string?
---@param entry pi.chat.Action
---@param opts { remap?: boolean, expr?: boolean, nowait?: boolean }
local function set(buf, mode, lhs, rhs, entry, opts)
  local is_function = type(rhs) == "function"
  api.nvim_buf_set_keymap(buf, mode, lhs, is_function and "" or rhs --[[@as string]], {
    callback = is_function and rhs or nil,
    noremap = not opts.remap,
    nowait = opts.nowait,
    expr = opts.expr,
    replace_keycodes = opts.expr,
    desc = "pi: " .. entry.desc,
  })
end

--- Where something is selected in a completion menu a key only picks that.
---@param buf integer
---@param lhs string
---@param entry pi.chat.Action
local function map_insert(buf, lhs, entry)
  set(buf, "i", lhs, function()
    if vim.fn.pumvisible() == 0 then
      return end_abbreviation() .. entry.plug
    end
    return require("pi.complete.enter").is_picking() and "<C-y>" or "<C-y>" .. entry.plug
  end, entry, { expr = true, remap = true })
end

--- A key that is ours in some places only, and never while a completion menu is open.
---@param buf integer
---@param mode string
---@param lhs string
---@param entry pi.chat.Action
local function map_conditional(buf, mode, lhs, entry)
  set(buf, mode, lhs, function()
    return (vim.fn.pumvisible() == 1 or not entry.when()) and lhs or entry.plug
  end, entry, { expr = true, remap = true, nowait = true })
end

---@param buf integer
---@param keys string[]
---@param entry pi.chat.Action
local function map(buf, keys, entry)
  for mode in entry.modes:gmatch(".") do
    set(buf, mode, entry.plug, entry.run, entry, { expr = entry.is_expr })
    for _, lhs in ipairs(keys) do
      if entry.when then
        map_conditional(buf, mode, lhs, entry)
      elseif mode == "i" then
        map_insert(buf, lhs, entry)
      else
        set(buf, mode, lhs, entry.plug, entry, { remap = true, nowait = true })
      end
    end
  end
end

--- Maps the keys of a buffer of ours; once.
---@param buf integer
function M.attach(buf)
  local kind = vim.bo[buf].filetype == "pi-prompt" and "prompt" or "transcript"
  if vim.b[buf].pi_agent == nil or vim.b[buf].pi_has_keys then
    return
  end
  vim.b[buf].pi_has_keys = true
  for _, entry in ipairs(M.actions[kind]) do
    map(buf, configured(kind, entry.option), entry)
  end
end

--- How sending is called in a sentence: the key in normal mode, or the command.
---@return string
function M.send_key()
  return configured("prompt", "send_normal")[1] or configured("prompt", "send")[1] or ":PiPrompt"
end

---@return string?
function M.help_key()
  return configured("prompt", "help")[1]
end

---@return string
function M.placeholder()
  local key = configured("prompt", "send")[1] or configured("prompt", "send_normal")[1]
  return key and ("Ask pi …  %s sends"):format(key) or "Ask pi …"
end

--- What an empty transcript says.
---@return string[]
function M.hints()
  local function first(option)
    return configured("transcript", option)[1]
  end
  local lines = { "Nothing has been said yet.", "" }
  local pairs_of = {
    { first("focus_prompt"), "write a prompt" },
    { ":'<,'>PiPrompt", "ask about lines" },
    { first("help"), "all keys" },
    { first("close"), "close" },
  }
  for _, entry in ipairs(pairs_of) do
    if entry[1] then
      lines[#lines + 1] = ("%-15s %s"):format(entry[1], entry[2])
    end
  end
  return lines
end

return M
