--- pi's own commands: skills, prompt templates, and what extensions add.
local M = {}

local KINDS = { extension = "extension", prompt = "template", skill = "skill" }

--- Puts a command into the prompt, before the draft, which becomes its argument.
---@param agent pi.Agent
---@param name string
local function put(agent, name)
  local prompt = require("pi.chat.prompt")
  require("pi.open")(agent)
  local draft = prompt.text(agent)
  prompt.set_text(agent, ("/%s %s"):format(name, draft))
  prompt.focus(agent)
  vim.cmd("startinsert!")
end

local function pick()
  local agent = require("pi.agents").current(true) --[[@as pi.Agent]]
  local picker = require("pi.pick").open({
    title = "Command",
    kind = "pi-command",
    loading = true,
    preview = true,
    empty = "pi has no commands here: they come from its skills, prompt templates and extensions",
    on_choice = function(name)
      put(agent, name)
    end,
  })
  if picker == nil then
    return
  end
  require("pi.ask").started("command.list", {}, function(value)
    picker:add(vim.tbl_map(function(command)
      return {
        text = "/" .. command.name,
        detail = { KINDS[command.source] or command.source, command.description or "" },
        preview = command.description or "",
        value = command.name,
      }
    end, value.commands))
    picker:done()
  end, function(err)
    picker:fail(err)
  end)
end

---@param commands { name: string }[]
---@param name string
---@return boolean
local function has(commands, name)
  return vim.iter(commands):any(function(command)
    return command.name == name
  end)
end

--- Runs a command of pi's; without a name picks one and puts it into the prompt.
---@param text? string name and arguments
function M.run(text)
  if text == nil then
    pick()
    return
  end
  text = text:gsub("^/", "")
  local name = text:match("^%S+")
  local agent = require("pi.agents").current(false)
  local is_known = agent and agent.catalog and vim.list_contains(agent.catalog.commands, name)
  if is_known or vim.list_contains(require("pi.slash").names(), name) then
    require("pi").prompt({ text = "/" .. text })
    return
  end
  -- It may have come since pi was last asked.
  require("pi.ask").started("command.list", {}, function(value)
    if has(value.commands, name) then
      require("pi").prompt({ text = "/" .. text })
    else
      require("pi.notify").error(("pi has no command %s here: :PiCommand lists them"):format(name))
    end
  end)
end

return M
