--- One chat per agent: opens and closes it, and takes what the host says about it.
local M = {}

local api = vim.api

---@param agent pi.Agent
---@return boolean
function M.is_open(agent)
  return require("pi.chat.layout").find(agent.id) ~= nil
end

---@param agent pi.Agent
local function ensure_buffers(agent)
  require("pi.highlight").setup()
  require("pi.chat.watch").setup()
  require("pi.chat.last_file").setup()
  require("pi.mention.window").setup()
  require("pi.chat.transcript").ensure(agent)
  require("pi.chat.prompt").ensure(agent)
end

--- Puts the cursor into the prompt in normal mode, at the end of the draft.
---@param win integer
local function focus(win)
  if api.nvim_get_current_win() == win then
    return
  end
  if api.nvim_get_mode().mode:find("^[iR]") then
    vim.cmd.stopinsert()
  end
  require("pi.chat.quiet").guard(function()
    api.nvim_set_current_win(win)
  end)
end

---@param agent pi.Agent
---@param place? pi.Place
---@return pi.chat.Pair
local function arrange(agent, place)
  local layout = require("pi.chat.layout")
  local pair = layout.find(agent.id) or place == nil and layout.find_in_own_tab(agent.id) or nil
  local wanted = place or pair and pair.place or require("pi.config").get().layout.place
  if pair and pair.place ~= wanted then
    layout.close(pair)
  end
  return layout.open(agent.id, wanted)
end

--- What is drawn in the chat, after its windows were opened without an autocommand to tell of it.
---@param agent pi.Agent
local function bring_up_to_date(agent)
  local widgets, room = require("pi.loaded")("chat.widgets"), require("pi.loaded")("chat.room")
  if widgets then
    widgets.draw(agent.id)
  end
  if room then
    room.refit(require("pi.chat.transcript").ensure(agent))
  end
end

---@param agent pi.Agent
---@param opts { place?: pi.Place, focus?: boolean }
local function open(agent, opts)
  if vim.fn.getcmdwintype() ~= "" then
    require("pi.notify").warn("close the command-line window first: nothing opens from it")
    return
  end
  ensure_buffers(agent)
  local current = api.nvim_get_current_win()
  local pair = arrange(agent, opts.place)
  require("pi.chat.watching").tell(agent.id)
  require("pi.chat.spinner").spin()
  bring_up_to_date(agent)
  if opts.focus ~= false then
    focus(pair.prompt)
  elseif api.nvim_win_is_valid(current) and current ~= api.nvim_get_current_win() then
    require("pi.chat.quiet").guard(function()
      api.nvim_set_current_win(current)
    end)
  end
end

--- Shows the chat in the current tab page, at `place` (where it is, or `layout.place`); one in a tab page of its own is
--- there already. By default the cursor goes into the prompt; with `focus = false` it stays where it is.
---@param agent pi.Agent
---@param opts? { place?: pi.Place, focus?: boolean }
function M.open(agent, opts)
  local ok, message = pcall(open, agent, opts or {})
  if not ok then
    local reason = tostring(message):gsub("^.*Vim:E%d+: ", "")
    require("pi.notify").error(("the chat cannot be opened here: %s"):format(reason))
  end
end

---@param agent pi.Agent
function M.close(agent)
  local layout = require("pi.chat.layout")
  local pair = layout.find(agent.id)
  require("pi.dialog").chat_closed(agent.id)
  if pair then
    layout.close(pair)
  end
end

---@param agent pi.Agent
---@param place? pi.Place
function M.toggle(agent, place)
  if M.is_open(agent) then
    M.close(agent)
  else
    M.open(agent, { place = place })
  end
end

--- Takes an agent's windows and buffers away.
---@param agent pi.Agent
function M.wipe(agent)
  require("pi.chat.layout").close_all(agent.id)
  require("pi.chat.transcript").wipe(agent.id)
  require("pi.draft").close(agent)
  require("pi.attach").forget(agent)
  require("pi.history").forget(agent)
  require("pi.chat.prompt").wipe(agent.id)
  require("pi.chat.widgets").forget(agent.id)
  require("pi.title").forget(agent.id)
end

--- The host is a new one: asks it for all transcripts.
function M.resync()
  require("pi.chat.transcript").resync()
  require("pi.tree").resync()
end

--- A session file brings back windows of chats as empty ones under our names: they go.
function M.drop_leftovers()
  for _, buf in ipairs(api.nvim_list_bufs()) do
    local is_stale = api.nvim_buf_get_name(buf):find("^pi://%d+/%l+$") and vim.b[buf].pi_agent == nil
    if is_stale then
      pcall(api.nvim_buf_delete, buf, { force = true })
    end
  end
end

local handlers = {
  ["prompt.replaced"] = function(event)
    local agent = require("pi.agents").get(event.agent)
    if agent and require("pi.chat.prompt").replace(agent, event.text) then
      require("pi.notify").info("an extension replaced the prompt's text: undo brings yours back")
    end
  end,
  ---@param event pi.event.Patched
  ["transcript.patched"] = function(event)
    require("pi.chat.transcript").apply(event)
  end,
  ["agent.changed"] = function(event)
    local agent = require("pi.agents").get(event.agent)
    if agent then
      agent.status = event.status
      require("pi.chat.layout").fit(event.agent)
      require("pi.chat.spinner").redraw(event.agent)
    end
  end,
  ["agent.ended"] = function(event)
    require("pi.chat.spinner").redraw(event.agent)
  end,
  ---@param event pi.event.Returned
  ["prompt.returned"] = function(event)
    local agent = require("pi.agents").get(event.agent)
    if agent then
      require("pi.chat.prompt").give_back(agent, event.text, event.context or {}, event.attachments)
    end
    -- The transcript says it too.
    if event.reason and not (agent and M.is_open(agent)) then
      require("pi.notify").warn(event.reason)
    end
  end,
}

--- Takes an event of the host.
---@param name "transcript.patched"|"agent.changed"|"agent.ended"|"prompt.returned"|"prompt.replaced"
---@param event table
function M.handle(name, event)
  handlers[name](event)
end

return M
