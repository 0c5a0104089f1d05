--- The chat: its windows, the dialogs and widgets of extensions, its last reply.
---@class pi.api.Chat
local M = {}

--- Opens the chat, or goes to its prompt.
---@param place? pi.Place
function M.open(place)
  require("pi.open")(require("pi.agents").current(true), { place = place })
end

--- Closes the chat's windows; pi goes on.
function M.close()
  require("pi.ask").with_agent(function(agent)
    require("pi.chat").close(agent)
  end)
end

--- Opens the chat, or closes it where it is open.
---@param place? pi.Place
function M.toggle(place)
  local agent = require("pi.agents").current(false)
  if agent and require("pi.chat").is_open(agent) then
    M.close()
  else
    M.open(place)
  end
end

--- Scrolls the transcript from wherever the cursor is.
---@param step integer halves of its window, upwards when negative
function M.scroll(step)
  if type(step) ~= "number" then
    require("pi.notify").error("scroll() takes a number of half windows, upwards when negative")
    return
  end
  require("pi.ask").with_agent(function(agent)
    require("pi.chat.scroll").by(agent, step)
  end)
end

--- Shows the dialog of an extension that waits, and goes to it.
function M.answer()
  require("pi.dialog").answer()
end

--- Shows all lines that extensions show beside the prompt.
function M.widgets()
  require("pi.ask").with_agent(function(agent)
    require("pi.chat.widgets").open(agent.id)
  end)
end

--- Puts the last reply into a register.
---@param register? string default `"`
function M.yank(register)
  require("pi.ask").with_agent(function(agent)
    require("pi.yank").reply(agent, register or '"')
  end)
end

return M
