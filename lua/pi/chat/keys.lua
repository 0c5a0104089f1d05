--- Keys of the transcript and the prompt: which there are, what they do, and what to call them in hints.
local M = {}

local api = vim.api

---@class pi.chat.Action
---@field option string name in `keys.prompt` or `keys.transcript`
---@field plug string
---@field modes string[]
---@field desc string
---@field run fun()

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

--- The block at the cursor: the last one that begins at or above it.
---@return integer? id
local function block_at_cursor()
  local row = api.nvim_win_get_cursor(0)[1] - 1
  local ns = require("pi.chat.patch").ns_block
  local found = api.nvim_buf_get_extmarks(0, ns, { row, -1 }, 0, { limit = 1 })[1]
  return found and found[1]
end

---@param open? boolean nil = the other way round
---@return fun()
local function set_block(open)
  return function()
    local id = block_at_cursor()
    if id then
      require("pi.host").send("block.open", { agent = vim.b.pi_agent, blocks = { id }, open = open })
    end
  end
end

---@param open boolean
---@return fun()
local function set_all_blocks(open)
  return function()
    require("pi.host").send("block.open", { agent = vim.b.pi_agent, open = open })
  end
end

---@param step 1|-1
---@return fun()
local function walk_messages(step)
  return function()
    local row = api.nvim_win_get_cursor(0)[1] - 1
    local from = step > 0 and { row + 1, 0 } or { row - 1, -1 }
    if from[1] < 0 then
      return
    end
    local ns = require("pi.chat.patch").ns_message
    local found = api.nvim_buf_get_extmarks(0, ns, from, step > 0 and -1 or 0, { limit = vim.v.count1 })
    local target = found[#found]
    if target then
      vim.cmd("normal! m'")
      api.nvim_win_set_cursor(0, { target[2] + 1, 0 })
    end
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
    action("toggle_block", "block-toggle", "n", "open or close the block here", set_block(nil)),
    action("toggle_block_alt", "block-toggle", "n", "open or close the block here", set_block(nil)),
    action("open_block", "block-open", "n", "open the block here", set_block(true)),
    action("close_block", "block-close", "n", "close the block here", set_block(false)),
    action("open_all", "blocks-open", "n", "open all blocks", set_all_blocks(true)),
    action("close_all", "blocks-close", "n", "close all blocks", set_all_blocks(false)),
    action("next_message", "message-next", "n", "to the next message", walk_messages(1)),
    action("prev_message", "message-prev", "n", "to the message before", walk_messages(-1)),
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
  for _, mode in ipairs(entry.modes) do
    vim.keymap.set(mode, entry.plug, entry.run, { buffer = buf, desc = "pi: " .. entry.desc })
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

--- `G` and `gg` mean the ends of the conversation, not of what is in the buffer.
---@param buf integer
local function map_ends(buf)
  for lhs, to in pairs({ G = "newest", gg = "oldest" }) do
    vim.keymap.set("n", lhs, function()
      if vim.v.count == 0 then
        require("pi.chat.extend").to(api.nvim_get_current_win(), to)
      end
      return lhs
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
    map_ends(buf)
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
