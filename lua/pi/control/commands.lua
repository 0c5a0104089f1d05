--- The commands that set or ask something of pi: what each does with its arguments, and what completes them.
local M = {}

---@param args pi.command.Args
---@return string?
local function text_of(args)
  local text = vim.trim(args.args)
  return text ~= "" and text or nil
end

---@param args pi.command.Args
---@return string?, string?
local function words_of(args)
  local words = vim.split(vim.trim(args.args), "%s+", { trimempty = true })
  return words[1], words[2]
end

local ON_OFF = { on = true, off = false }

---@type table<string, fun(args: pi.command.Args)>
M.bodies = {
  PiNew = function(args)
    local tab = args.smods and args.smods.tab or -1
    if tab < 0 then
      require("pi").new()
    elseif require("pi.agents.new_tab")(tab) then
      require("pi").open()
    end
  end,
  PiModel = function(args)
    require("pi").model(text_of(args))
  end,
  PiThinking = function(args)
    require("pi").thinking(text_of(args))
  end,
  PiQueueMode = function(args)
    require("pi").queue_mode(words_of(args))
  end,
  PiAuto = function(args)
    local what, word = words_of(args)
    if what and ON_OFF[word] == nil then
      require("pi.notify").error("say what, and whether it is on: e.g. :PiAuto compaction off")
      return
    end
    require("pi").auto(what, ON_OFF[word])
  end,
  PiAbortRetry = function()
    require("pi").abort_retry()
  end,
  PiCompact = function(args)
    require("pi").compact(text_of(args))
  end,
  PiStats = function()
    require("pi").stats()
  end,
  PiExport = function(args)
    require("pi").export(text_of(args), { open = args.bang })
  end,
  PiName = function(args)
    require("pi").name(text_of(args))
  end,
  PiTrust = function()
    require("pi").trust()
  end,
  PiFindings = function(args)
    require("pi").findings({ clear = args.bang })
  end,
  PiApprove = function(args)
    require("pi").approve(text_of(args))
  end,
  PiCommand = function(args)
    require("pi").command(text_of(args))
  end,
}

--- What the host has last said that can be completed.
---@param kind "models"|"levels"|"commands"
---@return string[]
local function known(kind)
  local agent = require("pi.agents").current(false)
  return agent and agent.catalog and agent.catalog[kind] or {}
end

---@param list string[]
---@return string[]
local function with_next(list)
  return vim.list_extend({ "next" }, list)
end

--- What fits at a place of the command line.
---@param first string[]
---@param second string[]
---@return fun(lead: string, line: string): string[]
local function two_words(first, second)
  return function(_, line)
    return line:find("^%s*%S+%s+%S+%s") and second or first
  end
end

---@type table<string, fun(lead: string, line: string): string[]>
M.completions = {
  PiApprove = function()
    return { "edit", "write", "bash", "nvim_*", "*", "none", "default" }
  end,
  PiModel = function()
    return with_next(known("models"))
  end,
  PiThinking = function()
    local levels = known("levels")
    return with_next(#levels > 0 and levels or { "off", "minimal", "low", "medium", "high", "xhigh", "max" })
  end,
  PiQueueMode = two_words({ "steer", "followup" }, { "all", "one-at-a-time" }),
  PiAuto = two_words({ "compaction", "retry" }, { "on", "off" }),
  PiCommand = function(_, line)
    return line:find("^%s*%S+%s+%S+%s") and {} or known("commands")
  end,
}

return M
