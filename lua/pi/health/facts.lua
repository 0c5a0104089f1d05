--- Facts about pi for the health page. These wait for processes: a health page is a report.
local M = {}

--- pi answers within a second; on a machine under load it has been seen to take six.
local LIMIT_MS = 10000

---@class pi.health.Run
---@field output? string stdout and stderr, trimmed
---@field problem? string

--- Runs a program to its end.
---@param cmd string[]
---@param cwd string
---@return pi.health.Run
function M.run(cmd, cwd)
  local env = vim.tbl_extend("force", require("pi.config").get().env, { PI_OFFLINE = "1" })
  local ok, job =
    pcall(vim.system, cmd, { cwd = cwd, env = env, text = true, timeout = LIMIT_MS, stdin = "" })
  if not ok then
    return { problem = tostring(job) }
  end
  local result = job:wait()
  local output = vim.trim((result.stdout or "") .. "\n" .. (result.stderr or ""))
  if result.code == 124 then
    return { problem = ("it did not answer within %d s"):format(LIMIT_MS / 1000) }
  elseif result.code ~= 0 then
    return { problem = ("exit code %d: %s"):format(result.code, output:match("[^\n]*")) }
  end
  return { output = output }
end

--- pi's own folder.
---@return string
local function agent_dir()
  local config = require("pi.config").get()
  local set = config.env.PI_CODING_AGENT_DIR or vim.env.PI_CODING_AGENT_DIR
  return vim.fs.normalize(set and set ~= "" and set or "~/.pi/agent")
end

--- Files of a project that pi loads only where it is trusted, as src/pi/trust/projectFiles.ts has them: this must work
--- where the host does not.
local GATED = {
  "settings.json",
  "mcp.json",
  "extensions",
  "skills",
  "prompts",
  "themes",
  "SYSTEM.md",
  "APPEND_SYSTEM.md",
}

--- What in the project pi loads only when it is trusted.
---@param cwd string
---@return string[] paths below it
function M.gated(cwd)
  local paths = vim.tbl_map(function(name)
    return ".pi/" .. name
  end, GATED)
  paths[#paths + 1] = ".agents/skills"
  return vim.tbl_filter(function(path)
    return vim.uv.fs_stat(vim.fs.joinpath(cwd, path)) ~= nil
  end, paths)
end

--- The saved decision for a folder or the closest one above it.
---@param cwd string
---@return boolean? decision, string file, string? problem
function M.trust(cwd)
  local file = vim.fs.joinpath(agent_dir(), "trust.json")
  local handle = io.open(file, "r")
  if handle == nil then
    return nil, file
  end
  local ok, saved = pcall(vim.json.decode, handle:read("*a"))
  handle:close()
  if not ok or type(saved) ~= "table" then
    return nil, file, "it is not readable as JSON"
  end
  local folder = vim.uv.fs_realpath(cwd) or cwd
  while type(saved[folder]) ~= "boolean" and vim.fs.dirname(folder) ~= folder do
    folder = vim.fs.dirname(folder)
  end
  local decision = saved[folder]
  if type(decision) ~= "boolean" then
    decision = nil
  end
  return decision, file
end

return M
