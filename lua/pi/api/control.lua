--- How pi works: model, thinking, queue, what it does by itself, what it may, its own commands.
---@class pi.api.Control
local M = {}

--- Picks a model, sets it, or goes to the next one.
---@param name? string `provider/id`, `next`, or nil for a list
function M.model(name)
  require("pi.control.model").model(name)
end

--- Picks a thinking level, sets it, or goes to the next one.
---@param level? string a level, `next`, or nil for a list
function M.thinking(level)
  require("pi.control.model").thinking(level)
end

--- Sets how pi takes in queued messages; without arguments says how it does.
---@param queue? "steer"|"followup"
---@param mode? "all"|"one-at-a-time"
function M.queue_mode(queue, mode)
  require("pi.control.behaviour").queue_mode(queue, mode)
end

--- Has pi compact or retry by itself, or not; without arguments says what it does.
---@param what? "compaction"|"retry"
---@param on? boolean
function M.auto(what, on)
  require("pi.control.behaviour").auto(what, on)
end

--- Gives up a retry that pi waits for.
function M.abort_retry()
  require("pi.control.behaviour").abort_retry()
end

--- Shows what this project has for pi, and lets the user decide whether it is loaded.
function M.trust()
  require("pi.trust").open()
end

--- Decides which tool calls wait for your word in this project.
---@param tools? string names of tools, `none`, `default`, or nil for a list
function M.approve(tools)
  require("pi.approve").run(tools)
end

--- Runs a command of pi's (a skill, a template, an extension's); without a name picks one.
---@param text? string name and arguments
function M.command(text)
  require("pi.control.slash").run(text)
end

return M
