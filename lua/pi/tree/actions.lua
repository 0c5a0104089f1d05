--- What is done with an entry of the tree.
local M = {}

---@param method string
---@param params table
---@param on_success fun(answer: any)
local function ask(method, params, on_success)
  require("pi.host").send(method, params, function(err, answer)
    if err then
      require("pi.notify").error(err)
    else
      on_success(answer)
    end
  end)
end

--- The conversation is somewhere else now.
---@param agent pi.Agent
---@param answer pi.Arrival
---@param done string
local function arrived(agent, answer, done)
  if answer.cancelled then
    require("pi.notify").info("an extension of pi refused: nothing has changed")
    return
  end
  local is_here = require("pi.tree").is_here()
  require("pi.tree").close(agent.id)
  if answer.text then
    require("pi.chat.prompt").give_back(agent, answer.text, answer.context or {})
  end
  require("pi.chat").open(agent, { focus = is_here })
  require("pi.notify").info(answer.text and done .. ": your message is in the prompt" or done)
end

--- Shows an entry as the transcript would, in a float.
---@param row integer
---@param agent pi.Agent
function M.show(row, agent)
  ask("tree.entry", { agent = agent.id, row = row }, function(entry)
    if require("pi.tree").is_here() then
      require("pi.tree.entry").open(entry)
    end
  end)
end

---@param row integer
---@param agent pi.Agent
---@param summary? string instructions for a summary of what is left, may be empty
local function go(row, agent, summary)
  if summary then
    require("pi.notify").info("pi sums up what is left behind…")
  end
  ask("tree.go", { agent = agent.id, row = row, summary = summary }, function(answer)
    arrived(agent, answer, "the conversation goes on from there")
  end)
end

local WAYS = {
  { text = "go there", value = "plain" },
  { text = "go there, with a summary of what is left behind", value = "summary" },
  { text = "go there, with a summary that follows my instructions", value = "instructions" },
}

--- Moves the conversation to an entry, with or without a summary of what is left behind.
---@param row integer
---@param agent pi.Agent
function M.go(row, agent)
  local ways = {
    plain = function()
      go(row, agent)
    end,
    summary = function()
      go(row, agent, "")
    end,
    instructions = function()
      vim.ui.input({ prompt = "What the summary is to say: " }, function(text)
        if text then
          go(row, agent, text)
        end
      end)
    end,
  }
  require("pi.pick").open({
    title = "Move the conversation",
    kind = "pi.tree",
    items = vim.deepcopy(WAYS),
    on_choice = function(way)
      ways[way]()
    end,
  })
end

--- A new session that branches off there.
---@param row integer
---@param agent pi.Agent
function M.fork(row, agent)
  ask("tree.fork", { agent = agent.id, row = row }, function(answer)
    arrived(agent, answer, "this is a fork")
  end)
end

--- Names an entry, or takes its name away.
---@param row integer
---@param agent pi.Agent
function M.label(row, agent)
  ask("tree.entry", { agent = agent.id, row = row }, function(entry)
    if not require("pi.tree").is_here() then
      return
    end
    vim.ui.input({ prompt = "Label (empty takes it away): ", default = entry.label or "" }, function(label)
      if label and vim.trim(label) ~= (entry.label or "") then
        ask("tree.label", { agent = agent.id, row = row, label = vim.trim(label) }, function() end)
      end
    end)
  end)
end

return M
