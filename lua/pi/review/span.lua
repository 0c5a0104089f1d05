--- Which changes are meant: a word of a command, or the message at the cursor of a transcript.
local M = {}

local WHAT = {
  prompt = "the last prompt",
  run = "the last run",
  session = "this session",
  file = "this file",
  message = "this message",
  undo = "this session",
}

--- When changes were made, in a sentence.
---@param what string of `WHAT`
---@return string
function M.when(what)
  return (what == WHAT.prompt and "since %s" or "in %s"):format(what)
end

---@param agent pi.Agent
---@param callback fun(span: table)
local function of_message(agent, callback)
  local block = vim.bo.filetype == "pi"
    and require("pi.chat.blocks").at(require("pi.chat.blocks").cursor_row())
  if not block then
    require("pi.notify").info("go to a message in the transcript first")
    return
  end
  local params = { agent = agent.id, block = block.id }
  require("pi.host").send("message.span", params, function(err, span)
    if err or not span.since then
      require("pi.notify").info(err or "there is no message of yours above")
    else
      callback(span)
    end
  end)
end

--- Calls back with the agent that is meant here, and the span.
---@param word string
---@param words string[] that may be said
---@param callback fun(agent: pi.Agent, span: string|table, what: string)
function M.get(word, words, callback)
  if not vim.list_contains(words, word) then
    local problem = "there are no changes of %q: use %s"
    require("pi.notify").error(problem:format(word, table.concat(words, ", ")))
    return
  end
  local agent = require("pi.agents").get(vim.b.pi_agent) or require("pi.agents").current(false)
  if agent == nil then
    require("pi.notify").info("pi has changed no file: there is no agent here")
  elseif word == "message" then
    of_message(agent, function(span)
      callback(agent, span, WHAT.message)
    end)
  else
    callback(agent, word == "file" and "session" or word, WHAT[word])
  end
end

return M
