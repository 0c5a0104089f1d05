--- Whether the plugin's own extension inside pi reaches the host, for the health page.
local M = {}

local health = vim.health

--- Why no pi can have the extension, or nil.
---@return string? reason, string? advice
local function absence()
  local config = require("pi.config").get()
  if not config.extension then
    return "`extension = false`", "it is what lets pi move in its tree and reach the editor"
  elseif config.remote.root then
    return "pi runs elsewhere (`remote.root`), where it cannot reach the socket of this Neovim"
  elseif not require("pi.extension").path() then
    return "dist/pi-extension.js has not been built", "run :PiBuild"
  end
end

--- What `approve` needs the extension for.
---@param absent? string why no pi has it
---@param advice? string
local function check_approve(absent, advice)
  local tools = require("pi.config").get().approve
  if #tools == 0 then
    health.info("`approve` is empty: no tool call waits for your word, but where :PiApprove says so")
  elseif absent then
    health.error(
      ("`approve` is set, but %s: nobody could ask you, so pi gets no prompts"):format(absent),
      advice or "set `approve = {}` to do without"
    )
  else
    health.ok(("tool calls that wait for your word: %s"):format(table.concat(tools, ", ")))
  end
end

---@param agent pi.Agent
local function report(agent)
  local status = agent.status
  if not (status and status.running) then
    return
  end
  local who = ("pi in %s"):format(vim.fn.fnamemodify(agent.cwd, ":~"))
  if status.linked then
    health.ok(who .. " has loaded it, and is connected")
  else
    local advice = "a `cmd` that starts pi in a container or over ssh: set `remote.root`; else see :PiLog"
    health.warn(who .. " has not connected: what it does in the editor is off", advice)
    if status.unguarded then
      health.error(who .. " gets no prompts: its tool calls are to wait for your word, and cannot", advice)
    end
  end
end

function M.check()
  health.start("pi: its extension in pi")
  local reason, advice = absence()
  if reason then
    health.info(("not loaded: %s%s"):format(reason, advice and "; " .. advice or ""))
    check_approve(reason, advice)
    return
  end
  health.ok("each pi loads " .. require("pi.extension").path())
  check_approve()
  vim.iter(require("pi.agents").list()):each(report)
end

return M
