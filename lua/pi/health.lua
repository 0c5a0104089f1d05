--- `:checkhealth pi`: what is there, what is not, and what to do about it.
local M = {}

local health = vim.health

local function check_neovim()
  health.start("pi: Neovim and options")
  if vim.fn.has("nvim-0.10") == 1 then
    health.ok("Neovim " .. tostring(vim.version()))
  else
    health.error("Neovim is older than 0.10", "install a newer Neovim")
  end
  local problems = require("pi.config").problems()
  for _, problem in ipairs(problems) do
    health.warn(problem, "correct it in setup() or vim.g.pi")
  end
  if #problems == 0 then
    health.ok("the options are valid")
  end
  health.info("log: " .. require("pi.log").path())
end

local function check_node()
  local info
  require("pi.host.node").ask(function(found)
    info = found
  end)
  vim.wait(6000, function()
    return info ~= nil
  end, 10)
  if info == nil then
    health.error("Node did not tell its version", "set the option `node` to a Node that works")
  elseif info.problem then
    health.error(info.problem)
  else
    health.ok(("Node %s at %s"):format(info.version, info.path))
  end
end

local function check_shared()
  if require("pi.config").get().host ~= "shared" then
    return
  end
  if vim.g.loaded_node_provider == 0 then
    health.error(
      "host = 'shared', but vim.g.loaded_node_provider is 0",
      "remove that setting, or set host = 'own'"
    )
  else
    health.info(
      "host = 'shared': Neovim's node host, which needs `npm install -g neovim` or g:node_host_prog"
    )
  end
end

local function check_host()
  health.start("pi: host")
  check_node()
  local bundle = require("pi.host.bundle")
  if not bundle.is_built() then
    health.error("the host has not been built", "run :PiBuild")
  elseif bundle.is_stale() then
    health.warn("the host is older than its sources", "run :PiBuild")
  else
    health.ok("built: " .. bundle.path())
  end
  for _, file in ipairs(bundle.is_built() and bundle.highlighters() or {}) do
    if vim.uv.fs_stat(file.path) == nil then
      health.warn(("%s is not highlighted: %s is missing"):format(file.colours, file.path), "run :PiBuild")
    end
  end
  check_shared()
  health.info(
    require("pi.host").is_running() and "it is running" or "it is not running: the first use starts it"
  )
end

---@param run pi.health.Run
local function report_models(run)
  if run.problem then
    health.warn("pi does not list its models: " .. run.problem)
  elseif run.output == "" or run.output:find("No models available", 1, true) then
    health.error(
      "pi has no model",
      "run `pi` in a terminal and type /login, or set an API key in the environment"
    )
  else
    health.ok("pi has models")
  end
end

---@param cwd string
local function report_trust(cwd)
  local facts = require("pi.health.facts")
  local decision, file, problem = facts.trust(cwd)
  local gated = facts.gated(cwd)
  if problem then
    health.warn(("%s: %s"):format(file, problem), "repair or delete the file")
  elseif #gated == 0 then
    health.ok("nothing in this folder waits for trust")
  elseif decision == nil then
    local names = table.concat(gated, ", ")
    health.warn(("pi does not load %s here: nobody has decided to trust it"):format(names), "run :PiTrust")
  else
    health.ok(
      ("this folder is %s (%s)"):format(decision and "trusted" or "not trusted, by your decision", file)
    )
  end
end

local function check_pi()
  health.start("pi: the agent")
  local facts = require("pi.health.facts")
  local cwd = require("pi.agents").folder()
  local cmd, problem = require("pi.agents.launch").command(cwd)
  if cmd == nil then
    health.error(problem, "correct the option `cmd`")
    return
  end
  if vim.fn.executable(cmd[1]) == 0 then
    local advice = "install it with `npm install -g @earendil-works/pi-coding-agent`, or set the option `cmd`"
    health.error(("`%s` is not on Neovim's PATH, or cannot be run"):format(cmd[1]), advice)
    return
  end
  local function run(argument)
    return facts.run(vim.list_extend(vim.list_slice(cmd), { argument }), cwd)
  end
  local said = run("--version")
  if said.problem then
    health.error(
      ("`%s --version` failed: %s"):format(table.concat(cmd, " "), said.problem),
      "try it in a terminal"
    )
    return
  end
  local program = table.concat({ vim.fn.exepath(cmd[1]), unpack(cmd, 2) }, " ")
  health.ok(("pi %s: %s"):format(said.output:match("[^\n]*"), program))
  report_models(run("--list-models"))
  report_trust(cwd)
end

--- Called by `:checkhealth pi`.
function M.check()
  check_neovim()
  check_host()
  check_pi()
  require("pi.health.link").check()
end

return M
