--- Older prompts of the project: walked through with keys, or picked from a list. The host keeps them.
local M = {}

--- A walk through the history. It ends when something else changes the prompt's text.
---@class pi.history.Walk
---@field texts string[] newest first
---@field index integer 0 = the draft
---@field draft string what was in the prompt before
---@field shown string what the walk put there last

---@type table<integer, pi.history.Walk> by agent
local walks = {}
--- Steps typed while the host is asked, by agent.
---@type table<integer, integer>
local asked = {}

---@return boolean
local function is_on()
  return require("pi.config").get().history
end

--- Remembers a prompt.
---@param agent pi.Agent
---@param text string
function M.add(agent, text)
  walks[agent.id] = nil
  if is_on() and vim.trim(text) ~= "" then
    local folder = require("pi.state_dir").path("history")
    require("pi.host").send(
      "history.add",
      { folder = folder, project = agent.cwd, text = text },
      function(err)
        if err and require("pi.host").is_running() then -- one that ends says so itself
          require("pi.notify").error_once(("prompts cannot be kept in %s: %s"):format(folder, err))
        end
      end
    )
  end
end

--- Asks for the older prompts, newest first.
---@param agent pi.Agent
---@param callback fun(err?: string, texts?: string[])
local function list(agent, callback)
  local params = {
    folder = require("pi.state_dir").path("history"),
    project = agent.cwd,
    sessionFile = agent.status and agent.status.sessionFile or agent.session,
  }
  require("pi.host").send("history.list", params, function(err, answer)
    callback(err, answer and answer.texts)
  end)
end

---@param agent pi.Agent
---@param text string
local function show(agent, text)
  local prompt = require("pi.chat.prompt")
  prompt.set_text(agent, text)
  prompt.cursor_to_end(agent)
end

---@param agent pi.Agent
---@param walk pi.history.Walk
---@param step integer
local function go(agent, walk, step)
  local index = math.min(math.max(walk.index + step, 0), #walk.texts)
  if index == walk.index then
    require("pi.notify").info(step > 0 and "there is no older prompt" or "there is no newer prompt")
    return
  end
  walk.index = index
  walk.shown = index == 0 and walk.draft or walk.texts[index]
  show(agent, walk.shown)
end

--- Shows an older (1) or newer (-1) prompt; the newest of all is the draft that was there before.
---@param agent pi.Agent
---@param step 1|-1
function M.walk(agent, step)
  local text = require("pi.chat.prompt").text(agent)
  local walk = walks[agent.id]
  if walk and walk.shown == text then
    go(agent, walk, step)
    return
  end
  if asked[agent.id] then
    asked[agent.id] = asked[agent.id] + step
    return
  end
  asked[agent.id] = step
  list(agent, function(err, texts)
    local steps = asked[agent.id] or 0
    asked[agent.id] = nil
    local is_same = require("pi.chat.prompt").text(agent) == text
    if err or not is_same then
      return -- typed on meanwhile
    end
    walk = { texts = texts or {}, index = 0, draft = text, shown = text }
    walks[agent.id] = walk
    go(agent, walk, steps)
  end)
end

--- Picks an older prompt; `u` brings back what was in the prompt before.
---@param agent pi.Agent
function M.pick(agent)
  local picker = require("pi.pick").open({
    title = "Prompts",
    items = {},
    loading = true,
    preview = true,
    empty = "no prompt has been sent in this project yet",
    on_choice = function(text)
      show(agent, text)
      require("pi.chat.prompt").focus(agent)
    end,
  })
  if picker == nil then
    return
  end
  list(agent, function(err, texts)
    if err then
      picker:fail(err)
      return
    end
    picker:add(vim.tbl_map(function(text)
      return { text = vim.trim(text):match("^[^\n]*"), preview = text, value = text }
    end, texts or {}))
    picker:done()
  end)
end

---@param agent pi.Agent
function M.forget(agent)
  walks[agent.id], asked[agent.id] = nil, nil
end

return M
