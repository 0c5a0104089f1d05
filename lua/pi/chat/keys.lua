--- Keys of the transcript and the prompt: which there are, what they do, and what to call them in hints.
local M = {}

local api = vim.api

---@class pi.chat.Action
---@field option string name in `keys.prompt` or `keys.transcript`
---@field plug string
---@field modes string[]
---@field desc string
---@field run fun(): string? a text object gives the keys that select it

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

local function remove_context()
  require("pi.add").remove()
end

local function help()
  require("pi.chat.help").open()
end

---@param option string
---@param plug string
---@param modes string e.g. "ni"
---@param desc string
---@param run fun()
---@return pi.chat.Action
local function action(option, plug, modes, desc, run)
  return {
    option = option,
    plug = ("<Plug>(pi-%s)"):format(plug),
    modes = vim.split(modes, ""),
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
    action("remove_context", "remove", "ni", "take context off the prompt", remove_context),
    action("close", "chat-close", "n", "close the chat", close),
    action("help", "keys", "n", "list the keys", help),
  },
  transcript = {
    action("focus_prompt", "prompt-focus", "n", "write a prompt", focus_prompt),
    action(
      "toggle_block",
      "block-toggle",
      "n",
      "open or close the block here",
      of("blocks", "set_at_cursor", nil)
    ),
    action(
      "toggle_block_alt",
      "block-toggle",
      "n",
      "open or close the block here",
      of("blocks", "set_at_cursor", nil)
    ),
    action("open_block", "block-open", "n", "open the block here", of("blocks", "set_at_cursor", true)),
    action("close_block", "block-close", "n", "close the block here", of("blocks", "set_at_cursor", false)),
    action("open_all", "blocks-open", "n", "open all blocks", of("blocks", "set_all", true)),
    action("close_all", "blocks-close", "n", "close all blocks", of("blocks", "set_all", false)),
    action("next_message", "message-next", "n", "to the next message", of("blocks", "walk_messages", 1)),
    action("prev_message", "message-prev", "n", "to the message before", of("blocks", "walk_messages", -1)),
    action("outline", "outline", "n", "outline", of("outline", "open")),
    action("enter", "enter", "n", "open the file here, or the block", of("visit", "enter")),
    action("file", "file", "nx", "open the file here", of("visit", "file")),
    action("outside", "outside", "n", "open the link or image here", of("visit", "outside")),
    action("yank_code", "code-yank", "n", "copy the code block", of("code", "yank")),
    action(
      "put_code",
      "code-put",
      "n",
      "put the code into your file, after its cursor",
      of("code", "put", true)
    ),
    action("put_code_before", "code-put-before", "n", "the same, before it", of("code", "put", false)),
    action("inner_code", "code-inner", "ox", "text object: the code", of("code", "object", true)),
    action("around_code", "code-around", "ox", "text object: code and fences", of("code", "object", false)),
    action(
      "inner_message",
      "message-inner",
      "ox",
      "text object: the message",
      of("blocks", "message_object", true)
    ),
    action(
      "around_message",
      "message-around",
      "ox",
      "text object: all of it",
      of("blocks", "message_object", false)
    ),
    action("abort", "abort", "n", "stop pi", call("abort")),
    action("close", "chat-close", "n", "close the chat", close),
    action("help", "keys", "n", "list the keys", help),
  },
}

---@param kind "prompt"|"transcript"
---@param option string
---@return string[]
local function configured(kind, option)
  local value = require("pi.config").get().keys[kind][option]
  if not value then
    return {}
  end
  return type(value) == "table" and value or { value }
end

--- With a completion menu open a key only picks what is selected in it.
---@param buf integer
---@param lhs string
---@param entry pi.chat.Action
local function map_insert(buf, lhs, entry)
  vim.keymap.set("i", lhs, function()
    return vim.fn.pumvisible() == 1 and "<C-y>" or entry.plug
  end, { buffer = buf, expr = true, remap = true, desc = "pi: " .. entry.desc })
end

---@param buf integer
---@param kind "prompt"|"transcript"
---@param entry pi.chat.Action
local function map(buf, kind, entry)
  local is_object = vim.list_contains(entry.modes, "o")
  for _, mode in ipairs(entry.modes) do
    local opts = { buffer = buf, expr = is_object, desc = "pi: " .. entry.desc }
    vim.keymap.set(mode, entry.plug, entry.run, opts)
    for _, lhs in ipairs(configured(kind, entry.option)) do
      if mode == "i" then
        map_insert(buf, lhs, entry)
      else
        vim.keymap.set(
          mode,
          lhs,
          entry.plug,
          { buffer = buf, remap = true, nowait = true, desc = "pi: " .. entry.desc }
        )
      end
    end
  end
end

--- `G`, `gg`, `n` and `N` mean the conversation, not what of it is in the buffer.
---@param buf integer
local function map_motions(buf)
  for lhs, to in pairs({ G = "newest", gg = "oldest" }) do
    vim.keymap.set("n", lhs, function()
      if vim.v.count == 0 then
        require("pi.chat.extend").to(api.nvim_get_current_win(), to)
      end
      return lhs
    end, { buffer = buf, expr = true })
  end
  for _, lhs in ipairs({ "n", "N" }) do
    vim.keymap.set("n", lhs, function()
      return require("pi.chat.search").step(lhs)
    end, { buffer = buf, expr = true })
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
    map(buf, kind, entry)
  end
  if kind == "transcript" then
    map_motions(buf)
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
    { ":'<,'>PiPrompt", "ask about selected lines" },
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
