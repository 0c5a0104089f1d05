--- Commands typed into a prompt that pi does not list: those of pi's own terminal, done by ours, and the prompt library.
local M = {}

---@class pi.slash.Command
---@field [1] string name
---@field [2] string description
---@field command? string our command that does it
---@field run? fun(agent: pi.Agent, command: pi.slash.Command)
---@field cannot? string why it cannot be done, and what to do instead

--- Opens pi itself in a terminal, for what has a screen of its own there.
---@param agent pi.Agent
---@param command pi.slash.Command
local function open_terminal(agent, command)
  local cmd, problem = require("pi.agents.launch").command(agent.cwd)
  if cmd == nil then
    require("pi.notify").error(problem --[[@as string]])
    return
  end
  local config = require("pi.config").get()
  local options = { cwd = agent.cwd, env = next(config.env) and config.env or nil }
  cmd = vim.list_extend(vim.list_slice(cmd), config.args)
  vim.cmd.tabnew()
  if vim.fn.has("nvim-0.11") == 1 then
    vim.fn.jobstart(cmd, vim.tbl_extend("force", options, { term = true }))
  else
    vim.fn.termopen(cmd, options)
  end
  vim.bo.bufhidden = "wipe"
  vim.cmd.startinsert()
  local hint = "type /%s here and leave with /quit; then /reload in the chat"
  require("pi.notify").info(hint:format(command[1]))
end

--- pi's own commands (its BUILTIN_SLASH_COMMANDS), and what does each here.
---@type pi.slash.Command[]
M.commands = {
  { "new", "Start a new session", command = "PiNew" },
  { "resume", "Go on with another session", command = "PiResume" },
  { "model", "Choose a model", command = "PiModel" },
  { "thinking", "Set how much the model thinks", command = "PiThinking" },
  { "compact", "Shorten the conversation; with instructions", command = "PiCompact" },
  { "name", "Name the session", command = "PiName" },
  { "session", "Facts about the session", command = "PiStats" },
  { "fork", "Go on from an earlier message in a new session", command = "PiFork" },
  { "clone", "Copy the session", command = "PiClone" },
  { "tree", "Show the session's branches", command = "PiTree" },
  { "export", "Write the session to a file", command = "PiExport" },
  { "trust", "Trust this project's pi files, or not", command = "PiTrust" },
  { "reload", "Start pi again on the same session", command = "PiRestart" },
  { "quit", "End pi", command = "PiStop" },
  {
    "copy",
    "Copy the last reply",
    run = function()
      require("pi").yank(vim.fn.has("clipboard") == 1 and "+" or '"')
    end,
  },
  {
    "hotkeys",
    "List the keys",
    run = function()
      require("pi.chat.help").open()
    end,
  },
  { "login", "Log in to a provider, in pi's own terminal", run = open_terminal },
  { "logout", "Log out of a provider, in pi's own terminal", run = open_terminal },
  { "settings", "pi's settings, in its own terminal", run = open_terminal },
  { "changelog", "What is new in pi, in its own terminal", run = open_terminal },
  { "scoped-models", "", cannot = "needs pi's own screen; :PiModel chooses among all models" },
  { "import", "", cannot = "needs pi's own screen: start pi in a terminal and use it there" },
  { "share", "", cannot = "needs pi's own screen; :PiExport writes the session to a file" },
  { "bug", "", cannot = "needs pi's own screen: start pi in a terminal and use it there" },
}

---@param command pi.slash.Command
---@return boolean
local function is_possible(command)
  return command.run ~= nil or command.command ~= nil and vim.fn.exists(":" .. command.command) == 2
end

---@param name string
---@return pi.slash.Command?
local function find(name)
  return vim.iter(M.commands):find(function(command)
    return command[1] == name
  end)
end

--- What is offered beside pi's own list.
---@return pi.Completion[]
function M.offers()
  local items = {}
  for name, prompt in vim.spairs(require("pi.prompts").all()) do
    items[#items + 1] = { name = name, kind = "command", description = prompt[1], source = "prompts" }
  end
  for _, command in ipairs(M.commands) do
    if is_possible(command) then
      items[#items + 1] =
        { name = command[1], kind = "command", description = command[2], source = "pi.nvim" }
    end
  end
  return items
end

---@type string[] names that pi and we offered last
local offered = {}

--- Asks for pi's commands, for `M.names`.
---@param agent pi.Agent
function M.refresh(agent)
  local params = { agent = agent.id, kind = "command", query = "", own = M.offers(), recent = {} }
  require("pi.host").send_if_running("prompt.complete", params, function(err, answer)
    if not err then
      offered = vim.tbl_map(function(item)
        return item.name
      end, answer.items)
    end
  end)
end

--- Names of commands, as far as they are known without asking; asks for the next time.
---@return string[]
function M.names()
  local agent = require("pi.agents").current(false)
  if agent then
    M.refresh(agent)
  end
  local names = vim.list_slice(offered)
  for _, item in ipairs(M.offers()) do
    if not vim.list_contains(names, item.name) then
      names[#names + 1] = item.name
    end
  end
  return names
end

---@param agent pi.Agent
---@param command pi.slash.Command
---@param args string
local function run(agent, command, args)
  if command.run then
    command.run(agent, command)
  elseif is_possible(command) then
    -- The text is the user's, but a bar or a backtick in it is still no Ex command.
    local call = { cmd = command.command, args = args ~= "" and { args } or {} }
    call.magic = { file = false, bar = false }
    if args ~= "" and vim.api.nvim_get_commands({})[command.command].nargs == "0" then
      require("pi.notify").warn(("/%s takes nothing behind its name"):format(command[1]))
      return
    end
    local ok, message = pcall(vim.api.nvim_cmd, call, {})
    if not ok then
      require("pi.notify").error(("/%s: %s"):format(command[1], message))
    end
  else
    local why = command.cannot or "is not there yet: start pi in a terminal and use it there"
    require("pi.notify").warn(("/%s %s"):format(command[1], why))
  end
end

--- Takes what is a command of ours: runs it, or finds what it stands for in the library.
---@param agent pi.Agent
---@param text string
---@param items pi.ContextItem[]
---@return boolean is_sent whether something goes to pi
---@return string? problem why not, when the user still has to know
---@return string? expansion
function M.apply(agent, text, items)
  if text:sub(1, 1) ~= "/" then
    return true
  end
  local expansion, problem = require("pi.prompts").expand(text, items)
  if expansion or problem then
    return expansion ~= nil, problem, expansion
  end
  local name, args = text:match("^/([%w-]+)([^\n]*)$")
  local command = name and (args == "" or args:find("^%s")) and find(name) or nil
  local is_pis = command and command.cannot and vim.list_contains(offered, name)
  if command == nil or is_pis then
    return true
  end
  vim.schedule(function()
    run(agent, command, vim.trim(args))
  end)
  return false
end

return M
