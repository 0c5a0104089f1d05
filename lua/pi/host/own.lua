--- The host as a process of our own, over the job's stdin and stdout.
local M = {}

--- Said when the channel is closed though the process did not end.
M.CLOSED = "the channel to the host is closed: a new one comes when needed"

--- Exit code of a Node that is too old, as the prelude below reports it.
M.TOO_OLD = 86

--- Runs before the bundle, and is readable by any Node: an old one would fail with a syntax error instead.
local PRELUDE = table.concat({
  "if (!(parseInt(process.versions.node, 10) >= 20)) {",
  "  process.stderr.write('Node ' + process.version + ' at ' + process.execPath + '\\n');",
  "  process.exit(86);",
  "}",
  "require(process.argv[1]).runProgram();",
}, "\n")

---@type integer?
local chan

--- Our environment without what would write into the channel or fill stderr with noise.
---@return table<string, string>
local function environment()
  local env = vim.fn.environ()
  env.ALLOW_CONSOLE = nil
  env.NODE_NO_WARNINGS = "1"
  return env
end

---@param bundle string
---@param handlers pi.host.Handlers
---@return string? problem
function M.start(bundle, handlers)
  local node = vim.fn.exepath(require("pi.config").get().node)
  local ok, started = pcall(vim.fn.jobstart, { node, "-e", PRELUDE, "--", bundle }, {
    rpc = true,
    clear_env = true,
    env = environment(),
    -- Version managers choose a Node by folder: the user's project has no say in ours, and may be deleted.
    cwd = vim.fs.dirname(bundle),
    on_stderr = function(_, lines)
      handlers.on_stderr(lines)
    end,
    on_exit = function(job, code)
      if job == chan then
        chan = nil
      end
      handlers.on_exit({ code = code })
    end,
  })
  if not ok or started <= 0 then
    return ("the host cannot be started with %s: %s"):format(node, tostring(started))
  end
  chan = started
end

---@param id integer
---@param method string
---@param params table
---@return boolean sent
function M.send(id, method, params)
  return chan ~= nil and (pcall(vim.rpcnotify, chan, "pi_call", id, method, params))
end

--- Whether the channel takes calls. Only a call tells: after garbage on stdout it is closed, though the job runs and
--- nvim_get_chan_info() knows nothing of it. The host ignores this one.
---@return boolean
function M.is_open()
  return chan ~= nil and (pcall(vim.rpcnotify, chan, "pi_probe"))
end

--- Ends it without waiting: closes its stdin and sends SIGTERM. `on_exit` follows.
function M.stop()
  if chan then
    vim.fn.jobstop(chan)
  end
end

return M
