--- Which Node would run the host, and what is wrong with it.
local M = {}

--- Oldest major version that runs the host.
local NEEDED = 20

--- A program that is Node answers well within this time.
local LIMIT_MS = 5000

---@class pi.host.NodeInfo
---@field path? string
---@field version? string e.g. `v22.1.0`
---@field problem? string one sentence

---@param path string
---@param version string
---@return string
function M.too_old(path, version)
  return ("Node %d or newer is needed; %s is %s: install it or set `node`"):format(NEEDED, path, version)
end

--- Looks for the program only; runs nothing.
---@return string? path, string? problem
function M.find()
  local node = require("pi.config").get().node
  if vim.fn.executable(node) == 1 then
    return vim.fn.exepath(node)
  end
  local fault = node:find("[/\\]") and "is not there or cannot be run" or "is not on Neovim's PATH"
  return nil, ("Node %d or newer is needed; `%s` %s: install it or set `node`"):format(NEEDED, node, fault)
end

---@param path string
---@param result vim.SystemCompleted
---@return pi.host.NodeInfo
local function judge(path, result)
  local printed = vim.trim(result.stdout or "")
  local version, major = printed:match("^(v(%d+)%.%d+%.%d+%S*)$")
  if version == nil then
    local what = printed == "" and "nothing" or ("%q"):format(printed:sub(1, 40))
    local problem = "Node %d or newer is needed; %s printed %s for --version: set `node` to a real one"
    return { path = path, problem = problem:format(NEEDED, path, what) }
  end
  local problem = tonumber(major) < NEEDED and M.too_old(path, version) or nil
  return { path = path, version = version, problem = problem }
end

--- Asks Node for its version.
---@param callback fun(info: pi.host.NodeInfo)
function M.ask(callback)
  local path, problem = M.find()
  if path == nil then
    callback({ problem = problem })
    return
  end
  local options = { text = true, timeout = LIMIT_MS, cwd = require("pi.host.bundle").root() }
  local ok, message = pcall(vim.system, { path, "--version" }, options, function(result)
    vim.schedule(function()
      callback(judge(path, result))
    end)
  end)
  if not ok then
    callback({ path = path, problem = ("%s cannot be run: %s"):format(path, message) })
  end
end

return M
