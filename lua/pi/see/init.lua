--- What the tools of an agent ask of the editor: one answer each, which the host gives on to the model.
local M = {}

--- Calls back once: with a sentence for the model, or with what was asked for.
---@alias pi.see.Done fun(err?: string, value?: any)
---@alias pi.see.Answer fun(agent: pi.Agent, params: table, done: pi.see.Done)

--- Module and function for each question of src/editorContract.ts.
local answers = {
  ["buffers.list"] = { "pi.see.buffers", "list" },
  ["buffer.read"] = { "pi.see.text", "read" },
  ["file.living"] = { "pi.see.text", "living" },
  ["file.state"] = { "pi.see.text", "state" },
  ["diagnostics.list"] = { "pi.see.diagnostics", "list" },
  ["quickfix.get"] = { "pi.see.quickfix", "get" },
  ["quickfix.set"] = { "pi.see.quickfix", "set" },
  ["lsp.places"] = { "pi.see.places", "places" },
  ["lsp.hover"] = { "pi.see.places", "hover" },
  ["lsp.symbols"] = { "pi.see.symbols", "symbols" },
  ["lsp.rename"] = { "pi.see.rename", "preview" },
  ["findings.set"] = { "pi.see.findings", "set" },
  ["file.open"] = { "pi.see.show", "open" },
  ["buffer.edit"] = { "pi.see.change", "edit" },
  ["file.format"] = { "pi.see.format", "run" },
  ["file.save"] = { "pi.see.change", "save" },
}

--- Notes from now on what can only be known afterwards.
function M.setup()
  require("pi.mention.window").setup()
  require("pi.chat.last_file").setup()
  require("pi.see.settle").watch()
end

---@param ask integer
---@return pi.see.Done
local function answer_once(ask)
  local is_done = false
  return function(err, value)
    if not is_done then
      is_done = true
      require("pi.host").send_if_running("editor.answer", { ask = ask, error = err, value = value })
    end
  end
end

---@param deadline integer Unix milliseconds
---@return boolean
local function is_over(deadline)
  local seconds, microseconds = vim.uv.gettimeofday()
  return seconds * 1000 + microseconds / 1000 > deadline
end

--- Answers a question of the host; one that comes after a long wait for a key is not wanted any more.
---@param params pi.event.Asked
function M.asked(params)
  if is_over(params.deadline) then
    return
  end
  local done = answer_once(params.ask)
  local place, agent = answers[params.question], require("pi.agents").get(params.agent)
  if place == nil or agent == nil then
    done("the editor cannot answer that")
    return
  end
  -- Not within the host's call: what is done here may fire autocommands of anybody.
  vim.schedule(function()
    local answer = require(place[1])[place[2]] --[[@as pi.see.Answer]]
    local ok, message = xpcall(answer, debug.traceback, agent, params.params, done)
    if not ok then
      require("pi.log").error(("%s: %s"):format(params.question, message))
      done("this failed in the editor: the user finds the reason with :PiLog")
    end
  end)
end

return M
