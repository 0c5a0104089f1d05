--- Builds the host with npm. Needs nothing else of the plugin, since build.lua runs it before the plugin is loaded.
local M = {}

---@class pi.build.Step
---@field args string[] for npm
---@field say string

---@type pi.build.Step[]
local steps = {
  { args = { "ci", "--omit=dev", "--no-fund", "--no-audit" }, say = "fetching what the build needs" },
  { args = { "run", "build" }, say = "building the host" },
}

---@class pi.build.Handlers
---@field on_step fun(say: string)
---@field on_line fun(line: string)
---@field on_done fun(problem?: string) called once

--- Passes on whole lines of what npm writes.
---@param on_line fun(line: string)
---@return fun(err?: string, data?: string)
local function by_line(on_line)
  local rest = ""
  return function(_, data)
    local lines = vim.split(rest .. (data or "\n"), "\r?\n")
    rest = table.remove(lines)
    vim.schedule(function()
      vim
        .iter(lines)
        :filter(function(line)
          return line ~= ""
        end)
        :each(on_line)
    end)
  end
end

---@param npm string
---@param root string
---@param index integer
---@param handlers pi.build.Handlers
local function run_step(npm, root, index, handlers)
  local step = steps[index]
  if step == nil then
    handlers.on_done()
    return
  end
  handlers.on_step(step.say)
  local options = { cwd = root, stdout = by_line(handlers.on_line), stderr = by_line(handlers.on_line) }
  local name = "npm " .. table.concat(step.args, " ")
  local ok, message = pcall(vim.system, { npm, unpack(step.args) }, options, function(result)
    vim.schedule(function()
      if result.code == 0 then
        run_step(npm, root, index + 1, handlers)
      else
        handlers.on_done(("`%s` in %s failed with exit code %d"):format(name, root, result.code))
      end
    end)
  end)
  if not ok then
    handlers.on_done(("`%s` cannot be run: %s"):format(name, message))
  end
end

--- Builds asynchronously; every handler is called in the main loop.
---@param root string the plugin's folder
---@param handlers pi.build.Handlers
function M.run(root, handlers)
  local npm = vim.fn.exepath("npm")
  if npm == "" then
    handlers.on_done("`npm` is not on Neovim's PATH: it comes with Node 20 or newer, which the build needs")
    return
  end
  run_step(npm, root, 1, handlers)
end

local is_running = false

--- Builds for `:PiBuild`: says when it begins and ends, and starts a running host anew. All output goes to the log.
function M.with_notices()
  local notify, log = require("pi.notify"), require("pi.log")
  if is_running then
    notify.info("the host is being built already")
    return
  end
  is_running = true
  M.run(require("pi.host.bundle").root(), {
    on_step = function(say)
      notify.info(say .. "…")
    end,
    on_line = function(line)
      log.info("build:", line)
    end,
    on_done = function(problem)
      is_running = false
      if problem then
        notify.error(problem .. ": :PiLog shows why")
      else
        M.take_into_use()
      end
    end,
  })
end

--- A host that runs is the old one; with an agent at work it stays until that is done.
function M.take_into_use()
  local notify = require("pi.notify")
  local is_busy = vim.iter(require("pi.agents").list()):any(function(agent)
    return agent.status ~= nil and agent.status.busy
  end)
  if is_busy then
    notify.warn("pi still works in the old host: run :PiBuild when it is done")
    return
  end
  require("pi.host").restart()
  notify.info("the host is built")
end

return M
