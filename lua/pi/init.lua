--- The public API: one thin function for each thing a user can do. All of it works without `setup()`.
---@class pi.Api: pi.api.Prompt, pi.api.Chat, pi.api.Agent, pi.api.Session, pi.api.Control, pi.api.Changes
local M = {}

--- Which module of lua/pi/api has which functions. It is loaded when one of them is called: a start stays cheap.
local PARTS = {
  prompt = {
    "prompt",
    "send",
    "steer",
    "follow_up",
    "queue",
    "ask",
    "add",
    "add_mention",
    "attach",
    "detach",
    "history",
    "bash",
    "abort_bash",
  },
  chat = { "open", "close", "toggle", "scroll", "answer", "widgets", "yank" },
  agent = { "agents", "abort", "stop", "restart" },
  session = { "new", "resume", "continue", "fork", "clone", "tree", "name", "stats", "compact", "export" },
  control = { "model", "thinking", "queue_mode", "auto", "abort_retry", "trust", "approve", "command" },
  changes = { "changes", "review", "revert", "next_change", "prev_change", "findings" },
}

for part, names in pairs(PARTS) do
  for _, name in ipairs(names) do
    M[name] = function(...)
      return require("pi.api." .. part)[name](...)
    end
  end
end

--- Sets options; may be called any number of times, the last call counts.
---@param opts? pi.UserConfig
function M.setup(opts)
  require("pi.config").set(opts)
  local kept = package.loaded["pi.chat.kept"]
  if kept then
    kept.drop_all()
  end
end

--- What this tab page's agent is doing, or nil.
---@return table?
function M.status()
  return require("pi.status").status()
end

--- The same as a short string for 'statusline'; empty without an agent.
---@return string
function M.statusline()
  -- A status line is drawn all the time: it must not load anything before there is something to show.
  return package.loaded["pi.agents"] and require("pi.status").statusline() or ""
end

--- Shows the log.
---@param level? string what is logged from now on, until Neovim ends
function M.log(level)
  if level == nil or require("pi.log").choose(level) then
    require("pi.log").open()
  end
end

--- Builds the host from its sources.
function M.build()
  require("pi.build").with_notices()
end

return M
