--- Prompts that are with the host, each kept until pi is done with it: whatever dies before, the text comes back into
--- the prompt.
local M = {}

---@class pi.sent.Draft
---@field text string
---@field items pi.ContextItem[]
---@field attachments pi.Attachment[]
---@field taken boolean pi has it, or the host has given it back
---@field begun boolean pi has been at work since
---@field gathered boolean what its mentions stand for is known, and the host has it

--- By agent, in the order they were sent.
---@type table<integer, pi.sent.Draft[]>
local unsettled = {}

---@param agent pi.Agent
---@param draft pi.sent.Draft
local function forget(agent, draft)
  unsettled[agent.id] = vim
    .iter(unsettled[agent.id] or {})
    :filter(function(other)
      return other ~= draft
    end)
    :totable()
end

---@param agent pi.Agent
---@param draft pi.sent.Draft
---@param err? string
---@param answer? { disposition?: "started"|"queued"|"handled" }
local function on_answer(agent, draft, err, answer)
  draft.taken = true
  draft.begun = not (answer and (answer.disposition == "started" or answer.disposition == "queued"))
  require("pi.draft").changed(agent.id)
  local is_kept = vim.list_contains(unsettled[agent.id] or {}, draft)
  if err and is_kept then
    forget(agent, draft)
    require("pi.chat.prompt").give_back(agent, draft.text, draft.items, draft.attachments)
    require("pi.notify").error(err)
  end
end

--- Hands a prompt to the host. What cannot be sent comes back into the prompt.
---@param agent pi.Agent
---@param text string
---@param items pi.ContextItem[]
---@param attachments pi.Attachment[]
---@param mode pi.SendMode
---@param expansion? string what the text stands for in the prompt library
function M.deliver(agent, text, items, attachments, mode, expansion)
  require("pi.history").add(agent, text)
  local problem = require("pi.agents.launch").ensure_started(agent)
  if problem then
    require("pi.chat.prompt").give_back(agent, text, items, attachments)
    require("pi.notify").error(problem)
    return
  end
  local draft = { text = text, items = items, attachments = attachments }
  draft.taken, draft.begun, draft.gathered = false, false, false
  unsettled[agent.id] = unsettled[agent.id] or {}
  table.insert(unsettled[agent.id], draft)
  require("pi.prompts").gather(agent, text, expansion, function(gathered)
    if not vim.list_contains(unsettled[agent.id] or {}, draft) then
      return -- taken back, or given back with the end of a host
    end
    draft.gathered = true
    local params = { agent = agent.id, context = items, attachments = attachments, mode = mode }
    params = vim.tbl_extend("error", params, gathered)
    local ambient, seen = require("pi.ambient").mention(agent, text)
    params.mentions[#params.mentions + 1] = ambient
    require("pi.host").send("prompt.send", params, function(err, answer)
      if answer and answer.disposition then
        require("pi.ambient").sent(agent, seen)
      end
      on_answer(agent, draft, err, answer)
    end)
  end)
end

--- Takes back what has not got to the host yet.
---@param agent pi.Agent
---@return boolean whether there was any
function M.take_back(agent)
  local drafts = vim.tbl_filter(function(draft)
    return not draft.gathered
  end, unsettled[agent.id] or {})
  for i = #drafts, 1, -1 do
    forget(agent, drafts[i])
    require("pi.chat.prompt").give_back(agent, drafts[i].text, drafts[i].items, drafts[i].attachments)
  end
  return #drafts > 0
end

--- pi is at work: on what it took, too.
---@param agent_id integer
function M.began(agent_id)
  for _, draft in ipairs(unsettled[agent_id] or {}) do
    draft.begun = draft.begun or draft.taken
  end
end

--- pi is idle: what it took is done, unless it has yet to begin.
---@param agent_id integer
function M.settled(agent_id)
  unsettled[agent_id] = vim
    .iter(unsettled[agent_id] or {})
    :filter(function(draft)
      return not (draft.taken and draft.begun)
    end)
    :totable()
end

--- What was sent, and pi has not taken yet: it is still the user's to lose.
---@param agent_id integer
---@return pi.sent.Draft[]
function M.untaken(agent_id)
  return vim.tbl_filter(function(draft)
    return not draft.taken
  end, unsettled[agent_id] or {})
end

--- The host is gone: everything that was not done comes back, in its order.
function M.host_ended()
  for _, agent in ipairs(require("pi.agents").list()) do
    local drafts = unsettled[agent.id] or {}
    unsettled[agent.id] = {}
    local texts, items, attachments = {}, {}, {}
    for _, draft in ipairs(drafts) do
      texts[#texts + 1] = draft.text
      vim.list_extend(items, draft.items)
      vim.list_extend(attachments, draft.attachments)
    end
    require("pi.chat.prompt").give_back(agent, table.concat(texts, "\n\n"), items, attachments)
  end
end

return M
