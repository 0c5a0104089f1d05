--- How pi deals with queued messages, long conversations and failures of the provider.
local M = {}

---@param text string
local function say(text)
  require("pi.notify").info(text)
end

local MODES = {
  all = "all at once",
  ["one-at-a-time"] = "one at a time",
}

--- Sets how pi takes in queued messages; without arguments says how it does.
---@param queue? "steer"|"followup"
---@param mode? "all"|"one-at-a-time"
function M.queue_mode(queue, mode)
  require("pi.ask").started("queue.setMode", { queue = queue, mode = mode }, function(value)
    local steer, followup = MODES[value.steer] or value.steer, MODES[value.followup] or value.followup
    say(("steering messages are taken in %s, follow-ups %s"):format(steer, followup))
  end)
end

---@param on? boolean
---@return string
local function on_off(on)
  return on == nil and "as pi is set" or on and "on" or "off"
end

--- Has pi compact or retry by itself, or not; without arguments says what it does.
---@param what? "compaction"|"retry"
---@param on? boolean
function M.auto(what, on)
  require("pi.ask").started("auto.set", { what = what, on = on }, function(value)
    say(
      ("automatic compaction is %s, automatic retry is %s"):format(
        on_off(value.compaction),
        on_off(value.retry)
      )
    )
  end)
end

--- Gives up a retry that pi waits for.
function M.abort_retry()
  local ask = require("pi.ask")
  ask.with_agent(function()
    ask.started("retry.abort", {}, function(value)
      if not value.aborted then
        say("pi is not waiting to try again")
      end
    end)
  end)
end

--- Has pi put a summary in the place of older messages. The result is in the transcript.
---@param instructions? string what the summary should keep
function M.compact(instructions)
  local ask = require("pi.ask")
  ask.with_agent(function()
    ask.started("session.compact", { instructions = instructions }, function(_, agent)
      ask.confirm(agent, "the session was compacted")
    end, function(err, agent)
      if agent and require("pi.chat").is_open(agent) then
        require("pi.log").warn(err) -- the transcript says it
      else
        require("pi.notify").error(err)
      end
    end)
  end)
end

return M
