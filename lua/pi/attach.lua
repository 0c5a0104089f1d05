--- Images that go with a prompt: files, what a terminal pastes or drops, the clipboard.
local M = {}

---@type table<integer, pi.Attachment[]> by agent
local attached = {}

--- How many images the host has been asked about, by agent.
---@type table<integer, integer>
local asked = {}
--- What is to be done when it has answered.
---@type table<integer, fun()?>
local waiting = {}

---@param agent pi.Agent
local function changed(agent)
  require("pi.chat.spinner").redraw(agent.id)
  require("pi.draft").changed(agent.id)
end

--- The images that go with an agent's prompt.
---@param agent pi.Agent
---@return pi.Attachment[]
function M.of(agent)
  return vim.list_slice(attached[agent.id] or {})
end

--- Adds images; one that is there already is not added twice.
---@param agent pi.Agent
---@param images pi.Attachment[]
function M.put(agent, images)
  local list = attached[agent.id] or {}
  for _, image in ipairs(images) do
    local is_new = vim.iter(list):all(function(other)
      return other.path ~= image.path
    end)
    if is_new then
      list[#list + 1] = image
    end
  end
  attached[agent.id] = list
  changed(agent)
end

--- Takes all images off, to send them.
---@param agent pi.Agent
---@return pi.Attachment[]
function M.take(agent)
  local list = M.of(agent)
  attached[agent.id] = nil
  if #list > 0 then
    changed(agent)
  end
  return list
end

--- Takes one image off.
---@param agent pi.Agent
---@param index integer from 1, in the order of `of`
function M.remove(agent, index)
  table.remove(attached[agent.id], index)
  changed(agent)
end

--- The agent is gone.
---@param agent pi.Agent
function M.forget(agent)
  attached[agent.id], waiting[agent.id] = nil, nil
end

--- One image less is awaited.
---@param agent pi.Agent
local function answered(agent)
  asked[agent.id] = asked[agent.id] - 1
  local run = waiting[agent.id]
  if asked[agent.id] == 0 and run then
    waiting[agent.id] = nil
    run()
  end
end

--- Whether the host still looks at an image that is to go with the prompt; then `run` is called when it has.
---@param agent pi.Agent
---@param run fun() takes the place of one that waits already
---@return boolean
function M.wait(agent, run)
  local is_awaited = (asked[agent.id] or 0) > 0
  waiting[agent.id] = is_awaited and run or nil
  return is_awaited
end

---@param agent pi.Agent
---@param method "image.describe"|"image.paste"
---@param params table
---@param on_refused? fun()
local function ask(agent, method, params, on_refused)
  local problem = require("pi.agents.launch").ensure_started(agent)
  if problem then
    require("pi.notify").error(problem)
    return
  end
  params.agent = agent.id
  asked[agent.id] = (asked[agent.id] or 0) + 1
  require("pi.host").send(method, params, function(err, answer)
    if err then
      waiting[agent.id] = nil -- a prompt without its image is not what was meant
      require("pi.notify").warn(err)
      if on_refused then
        on_refused()
      end
    else
      M.put(agent, { answer.image })
    end
    if answer and answer.warning then
      require("pi.notify").warn(answer.warning)
    end
    answered(agent)
  end)
end

--- A `$` in a name is itself. A space may have been typed with a backslash, as in other commands.
---@param file string
---@return string
local function absolute(file)
  local name = vim.fs.normalize(file, { expand_env = false })
  local path = vim.fn.fnamemodify(name, ":p")
  local without_backslashes = file:gsub("\\ ", " ")
  if vim.uv.fs_stat(path) == nil and without_backslashes ~= file then
    return absolute(without_backslashes)
  end
  return path
end

--- Attaches an image file; the prompt is opened beside.
---@param file string
---@param on_refused? fun()
function M.file(file, on_refused)
  local agent = require("pi.agents").current(true) --[[@as pi.Agent]]
  local path = absolute(file)
  if not require("pi.chat").is_open(agent) then
    require("pi.open")(agent, { focus = false })
  end
  ask(agent, "image.describe", { path = path }, on_refused)
end

--- Attaches the image in the clipboard; the prompt is opened beside.
---@param agent? pi.Agent
function M.clipboard(agent)
  agent = agent or require("pi.agents").current(true) --[[@as pi.Agent]]
  if not require("pi.chat").is_open(agent) then
    require("pi.open")(agent, { focus = false })
  end
  ask(agent, "image.paste", { folder = require("pi.state_dir").path("images") })
end

---@param images pi.Attachment[]
---@return string[]
local function labels(images)
  return vim.tbl_map(function(image)
    return image.label
  end, images)
end

--- What `:PiDetach` completes.
---@return string[]
function M.labels()
  local agent = require("pi.agents").current(false)
  return agent and labels(M.of(agent)) or {}
end

--- Takes an image off: the one of this label, the only one, or one that is picked.
---@param label? string
function M.detach(label)
  local agent = require("pi.agents").current(false)
  local images = agent and M.of(agent) or {}
  if agent == nil or #images == 0 then
    require("pi.notify").info("no image is attached to the prompt")
    return
  end
  local index = #images == 1 and label == nil and 1 or nil
  for i, image in ipairs(images) do
    index = (image.label == label or image.path == label) and i or index
  end
  if index then
    M.remove(agent, index)
  elseif label then
    require("pi.notify").error(
      ("no image %q is attached: use %s"):format(label, table.concat(labels(images), ", "))
    )
  else
    M.pick(agent)
  end
end

---@param agent pi.Agent
function M.pick(agent)
  local items = {}
  for i, image in ipairs(M.of(agent)) do
    items[i] = { text = image.label, detail = vim.fn.fnamemodify(image.path, ":~"), value = i }
  end
  require("pi.pick").open({
    title = "Take an image off",
    items = items,
    on_choice = function(index)
      M.remove(agent, index)
    end,
  })
end

return M
