--- Tells the host who sees which transcript, whenever that changes: under a reader away from the end no lines may be
--- dropped, and what nobody sees is not sent.
local M = {}

local api = vim.api

---@class pi.Watching
---@field isDetached boolean
---@field isHidden boolean

---@type table<integer, pi.Watching> what the host knows, by agent
local told = {}

---@param agent_id integer
---@return integer[]
local function windows(agent_id)
  local buf = require("pi.chat.transcript").buf(agent_id)
  return buf and vim.fn.win_findbuf(buf) or {}
end

--- Whether some window reads an agent's transcript away from its end.
---@param agent_id integer
---@return boolean
function M.is_detached(agent_id)
  local is_detached = require("pi.chat.view").is_detached
  for _, win in ipairs(windows(agent_id)) do
    if is_detached(win) then
      return true
    end
  end
  return false
end

--- Whether no window of this tab page shows an agent's transcript.
---@param agent_id integer
---@return boolean
function M.is_hidden(agent_id)
  local tab = api.nvim_get_current_tabpage()
  for _, win in ipairs(windows(agent_id)) do
    if api.nvim_win_get_tabpage(win) == tab then
      return false
    end
  end
  return true
end

--- Tells the host when something is not as it knows it.
---@param agent_id integer
function M.tell(agent_id)
  if not require("pi.agents").is_known(agent_id) then
    return
  end
  local now = { isDetached = M.is_detached(agent_id), isHidden = M.is_hidden(agent_id) }
  local last = told[agent_id]
  local host = require("pi.host")
  local is_known = last and last.isDetached == now.isDetached and last.isHidden == now.isHidden
  if is_known or not host.is_running() then
    return
  end
  told[agent_id] = now
  host.send("transcript.watched", vim.tbl_extend("error", { agent = agent_id }, now))
end

--- Tells the host also what an earlier one was told.
---@param agent_id integer
function M.tell_anew(agent_id)
  told[agent_id] = nil
  M.tell(agent_id)
end

function M.tell_all()
  for _, agent_id in ipairs(require("pi.chat.transcript").agents()) do
    M.tell(agent_id)
  end
end

return M
