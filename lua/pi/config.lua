--- The options: one schema; defaults, `vim.g.pi` and `setup()` merged and checked. Loads nothing else when all is well.
local M = {}

---@class pi.config.Option
---@field [1] string dotted name
---@field [2] string kinds it may be, between `|`; a kind is a name below or one allowed value
---@field [3] any default
---@field [4] string one sentence for the help

local KEY = "string|string[]|false"
local UI = "auto|ui|float"
local PLACE = "right|left|below|above|float|tab"
local OPENING = "auto|open|closed|count"

---@type pi.config.Option[]
M.schema = {
  {
    "cmd",
    "string|string[]|function",
    "pi",
    "How to start pi: a program, a list, or a function of the folder.",
  },
  { "args", "string[]", {}, "Arguments to add to pi's." },
  { "env", "{string: string}", {}, "Environment variables to add for pi." },
  {
    "remote.root",
    "string|function|false",
    false,
    "What pi calls Neovim's working folder, when `cmd` starts it in a container or on another machine; or a function of the folder.",
  },
  {
    "extension",
    "boolean",
    true,
    "Load the plugin's own extension into pi: it moves in the tree and sets labels.",
  },
  {
    "scope",
    "tab|cwd|global",
    "tab",
    "Who has an agent of its own: each tab page, each working folder, or all of Neovim together.",
  },
  { "node", "string", "node", "The Node (20 or newer) that runs the host." },
  { "host", "own|shared", "own", "Run the host by itself, or inside Neovim's shared node host." },
  {
    "log_level",
    "debug|info|warn|error|off",
    "info",
    "What is logged; `debug` includes prompts and replies.",
  },
  { "system_messages", "boolean", false, "Show where pi sets or changes its instructions to the model." },
  {
    "models",
    "string[]",
    {},
    "Your favourite models as `provider/id`: first in the list, and those that `:PiModel next` goes through.",
  },
  { "layout.place", PLACE, "right", "Where the chat opens." },
  { "layout.width", "size", 0.4, "Width of the chat: a share of the screen up to 1, else columns." },
  {
    "layout.height",
    "size",
    0.4,
    "Height of a chat that lies across: a share of the screen up to 1, else lines.",
  },
  { "layout.prompt_height", "count", 6, "Most lines that the prompt grows to." },
  { "drafts", "boolean", true, "Keep what is in a prompt and not sent, for the next time." },
  { "history", "boolean", true, "Remember prompts, for each project." },
  { "completion", "auto|manual", "auto", "Whether completion in the prompt opens by itself." },
  {
    "prompts",
    "prompts",
    {},
    "Texts or functions by name, for `/name` in a prompt; `false` turns one of the defaults off.",
  },
  { "layout.wrap", "boolean", true, "Wrap long lines of the transcript." },
  {
    "blocks.thinking",
    OPENING,
    "auto",
    "How thoughts start: `open`, `closed`, or with so many of their last lines. `auto`: closed.",
  },
  {
    "blocks.tool",
    OPENING,
    "auto",
    "The same for tool calls. `auto`: 3 lines while one runs, 10 when it failed, else closed.",
  },
  { "blocks.bash", OPENING, "auto", "The same for your own shell commands. `auto`: 10 lines." },
  { "blocks.summary", OPENING, "auto", "The same for summaries. `auto`: closed." },
  { "blocks.custom", OPENING, "auto", "The same for messages of extensions. `auto`: open." },
  {
    "markdown.by",
    "host|treesitter|render-markdown|markview",
    "host",
    "Who highlights replies: the host, or what |pi-markdown| tells about.",
  },
  { "markdown.most_lines", "count", 1000, "Most lines of a transcript that others than the host highlight." },
  { "conceal", "boolean", false, "Hide the signs of markdown in the transcript, but in the cursor's line." },
  {
    "icons",
    "unicode|ascii|{string: string}",
    "unicode",
    "Signs that the chat is drawn with; a table replaces some by name, see |pi-icons|.",
  },
  {
    "dialogs.open",
    "auto|manual",
    "auto",
    "Show what an extension asks as soon as you are in normal mode, or only on `:PiAnswer`.",
  },
  { "dialogs.select", UI, "auto", "Choices: `vim.ui.select` where you replaced it, always, or never." },
  { "dialogs.confirm", UI, "auto", "The same for yes or no." },
  { "dialogs.input", UI, "auto", "The same for a line of text, and `vim.ui.input`." },
  {
    "extensions.notices_in_transcript",
    "boolean",
    false,
    "Notices of extensions also become lines of the transcript.",
  },
  { "extensions.title", "boolean", false, "An extension may set the title of the terminal." },
  {
    "extensions.widget_height",
    "count",
    8,
    "Most lines of widgets above the prompt, and below it; `:PiWidgets` shows all.",
  },
  { "keys.prompt.send_normal", KEY, "<CR>", "Send, in normal mode." },
  { "keys.prompt.send", KEY, "<C-s>", "Send, in normal and insert mode." },
  { "keys.prompt.follow_up", KEY, "<M-CR>", "Send when pi is done, in normal and insert mode." },
  { "keys.prompt.abort", KEY, "<C-c>", "Stop pi, in normal mode." },
  { "keys.prompt.older", KEY, "<C-p>", "Show an older prompt, on the first line." },
  { "keys.prompt.newer", KEY, "<C-n>", "Show a newer prompt, on the last line." },
  { "keys.prompt.history", KEY, "<M-r>", "Pick an older prompt, in normal and insert mode." },
  { "keys.prompt.queue", KEY, "<M-q>", "List what waits to be sent, in normal and insert mode." },
  { "keys.prompt.take_queue", KEY, "<M-Up>", "Take what waits back into the prompt." },
  { "keys.prompt.paste_image", KEY, "<M-v>", "Attach the image in the clipboard." },
  { "keys.prompt.remove_context", KEY, "<M-d>", "Take context off the prompt." },
  { "keys.prompt.close", KEY, "q", "Close the chat, in normal mode." },
  { "keys.prompt.help", KEY, "?", "List the keys, in normal mode." },
  { "keys.transcript.toggle_block", KEY, "za", "Open or close the block at the cursor." },
  { "keys.transcript.toggle_block_alt", KEY, "<Tab>", "The same, on another key." },
  { "keys.transcript.open_block", KEY, "zo", "Open the block at the cursor." },
  { "keys.transcript.close_block", KEY, "zc", "Close the block at the cursor." },
  { "keys.transcript.close_all", KEY, "zM", "Close all blocks." },
  { "keys.transcript.open_all", KEY, "zR", "Open all blocks." },
  { "keys.transcript.next_message", KEY, "]]", "Go to the next message." },
  { "keys.transcript.prev_message", KEY, "[[", "Go to the message before." },
  { "keys.transcript.abort", KEY, "<C-c>", "Stop pi." },
  { "keys.transcript.close", KEY, "q", "Close the chat." },
  { "keys.transcript.help", KEY, "?", "List the keys." },
  { "keys.tree.show", KEY, "<CR>", "Show the entry." },
  { "keys.tree.go", KEY, "g<CR>", "Move the conversation to the entry." },
  { "keys.tree.fork", KEY, "f", "Fork at the entry." },
  { "keys.tree.label", KEY, "L", "Label the entry." },
  { "keys.tree.toggle", KEY, { "za", "<Tab>" }, "Open or close what follows the entry." },
  { "keys.tree.open", KEY, "zo", "Open what follows the entry." },
  { "keys.tree.close", KEY, "zc", "Close what follows the entry." },
  { "keys.tree.open_all", KEY, "zR", "Open everything." },
  { "keys.tree.close_all", KEY, "zM", "Close the branches that were left." },
  { "keys.tree.all", KEY, "a", "Show results of tools and settings too, or no longer." },
  { "keys.tree.quit", KEY, { "q", "<Esc>" }, "Close the tree." },
  { "keys.transcript.focus_prompt", KEY, { "i", "a" }, "Go to the prompt." },
  { "keys.transcript.outline", KEY, "gO", "Open the outline in the location list." },
  {
    "keys.transcript.enter",
    KEY,
    "<CR>",
    "Open the file under the cursor; on a header without one, the block.",
  },
  { "keys.transcript.file", KEY, { "gf", "gF" }, "Open the file under the cursor." },
  { "keys.transcript.outside", KEY, "gx", "Open the link or image under the cursor." },
  { "keys.transcript.yank_code", KEY, "yc", "Copy the code block under the cursor." },
  { "keys.transcript.put_code", KEY, "p", "Put the code block into the last file window, after its cursor." },
  { "keys.transcript.put_code_before", KEY, "P", "The same, before its cursor." },
  { "keys.transcript.inner_code", KEY, "ic", "Text object: the code block, without its fences." },
  { "keys.transcript.around_code", KEY, "ac", "Text object: the code block, with its fences." },
  { "keys.transcript.inner_message", KEY, "im", "Text object: the message." },
  { "keys.transcript.first", KEY, "gg", "Go to the first line of the conversation." },
  { "keys.transcript.last", KEY, "G", "Go to the last line of the conversation." },
  {
    "keys.transcript.next_match",
    KEY,
    "n",
    "Go to the next match of a search, also where it is not loaded.",
  },
  { "keys.transcript.prev_match", KEY, "N", "Go to the match before." },
  { "keys.transcript.around_message", KEY, "am", "Text object: the message, with what sets it off." },
}

--- A table whose values are all strings, by number or by name.
---@param value any
---@param key_type "number"|"string"
---@return boolean
local function holds_strings(value, key_type)
  if type(value) ~= "table" then
    return false
  end
  for key, item in pairs(value) do
    if type(key) ~= key_type or type(item) ~= "string" then
      return false
    end
  end
  return true
end

---@type table<string, fun(value: any): boolean>
local kinds = {
  ["string"] = function(value)
    return type(value) == "string" and value ~= ""
  end,
  ["string[]"] = function(value)
    return holds_strings(value, "number") and vim.islist(value)
  end,
  ["{string: string}"] = function(value)
    return holds_strings(value, "string")
  end,
  ["function"] = vim.is_callable,
  boolean = function(value)
    return type(value) == "boolean"
  end,
  ["false"] = function(value)
    return value == false
  end,
  prompts = function(value)
    if type(value) ~= "table" then
      return false
    end
    for name, prompt in pairs(value) do
      local is_prompt = type(prompt) == "string" or prompt == false or vim.is_callable(prompt)
      if type(name) ~= "string" or not name:find("^[%w_-]+$") or not is_prompt then
        return false
      end
    end
    return true
  end,
  size = function(value)
    return type(value) == "number" and value > 0
  end,
  count = function(value)
    return type(value) == "number" and value >= 1 and value % 1 == 0
  end,
}

--- Whether a value is of one of the kinds, e.g. `string|false` or `own|shared`.
---@param allowed string
---@param value any
---@return boolean
function M.fits(allowed, value)
  for kind in allowed:gmatch("[^|]+") do
    local is_kind = kinds[kind]
    if is_kind == nil and value == kind or is_kind and is_kind(value) then
      return true
    end
  end
  return false
end

--- Where in `config` an option is: its table, and its key there.
---@param config table
---@param name string
---@return table? group, string key
local function locate(config, name)
  local group = config
  for part in name:gmatch("([^.]+)%.") do
    group[part] = group[part] or {}
    group = group[part]
  end
  return group, name:match("[^.]+$")
end

---@return pi.Config defaults, table<string, string> kinds by option
local function defaults()
  local merged, allowed = {}, {}
  for _, option in ipairs(M.schema) do
    local group, key = locate(merged, option[1])
    group[key] = vim.deepcopy(option[3])
    allowed[option[1]] = option[2]
  end
  return merged, allowed
end

---@class pi.config.Problem
---@field kind "unknown"|"wrong"
---@field name string
---@field value any
---@field allowed? string

--- Puts the valid options of `source` into `target`.
---@param target table
---@param source table
---@param prefix string
---@param allowed table<string, string>
---@param problems pi.config.Problem[]
local function merge(target, source, prefix, allowed, problems)
  for key, value in pairs(source) do
    local name = prefix .. tostring(key)
    local is_group = allowed[name] == nil and type(target[key]) == "table"
    if is_group and type(value) == "table" then
      merge(target[key], value, name .. ".", allowed, problems)
    elseif is_group or allowed[name] and not M.fits(allowed[name], value) then
      problems[#problems + 1] =
        { kind = "wrong", name = name, value = value, allowed = allowed[name] or "table" }
    elseif allowed[name] then
      target[key] = vim.deepcopy(value)
    else
      problems[#problems + 1] = { kind = "unknown", name = name, value = value }
    end
  end
end

---@type pi.Config?
local current
---@type string[]
local current_problems = {}

--- Builds the configuration anew; what is wrong in `vim.g.pi` or `opts` is told and left out.
---@param opts? pi.UserConfig
function M.set(opts)
  local merged, allowed = defaults()
  local problems = {}
  for source, user in pairs({ ["vim.g.pi"] = vim.g.pi, ["setup()"] = opts }) do
    if type(user) ~= "table" then
      problems[#problems + 1] = { kind = "wrong", name = source, value = user, allowed = "table" }
    end
  end
  merge(merged, type(vim.g.pi) == "table" and vim.g.pi or {}, "", allowed, problems)
  merge(merged, type(opts) == "table" and opts or {}, "", allowed, problems)
  current, current_problems = merged, {}
  if #problems > 0 then
    current_problems = require("pi.config.problem").sentences(problems)
    vim.iter(current_problems):each(require("pi.notify").warn)
  end
end

---@return pi.Config
function M.get()
  if current == nil then
    M.set()
  end
  return current --[[@as pi.Config]]
end

--- What is wrong with the options that were given.
---@return string[]
function M.problems()
  M.get()
  return current_problems
end

return M
