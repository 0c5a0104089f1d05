--- The title of the terminal as an extension wants it: only where the option allows it, shown as it is, and taken back.
local M = {}

---@class pi.title.Before
---@field title boolean
---@field titlestring string

---@type pi.title.Before?
local before
---@type table<integer, string> by agent
local titles = {}
---@type string? what we set last
local mine

--- Newest title of any agent, the highest number first.
---@return string?
local function newest()
  local ids = vim.tbl_keys(titles)
  table.sort(ids)
  return titles[ids[#ids]]
end

local function restore()
  if before == nil then
    return
  end
  if vim.o.titlestring == mine then
    vim.o.titlestring, vim.o.title = before.titlestring, before.title
  end
  before, mine = nil, nil
end

local function apply()
  local title = newest()
  if title == nil then
    restore()
    return
  end
  if before == nil then
    before = { title = vim.o.title, titlestring = vim.o.titlestring }
    vim.api.nvim_create_autocmd("VimLeavePre", {
      group = vim.api.nvim_create_augroup("pi.title", { clear = true }),
      desc = "pi: give the title back",
      callback = restore,
    })
  end
  -- `%` would be evaluated.
  mine = require("pi.status").literal(title)
  vim.o.titlestring, vim.o.title = mine, true
end

--- An extension set the title; empty: none any more.
---@param agent_id integer
---@param title string
function M.changed(agent_id, title)
  if require("pi.config").get().extensions.title then
    titles[agent_id] = title ~= "" and title or nil
    apply()
  end
end

--- The agent is gone.
---@param agent_id integer
function M.forget(agent_id)
  titles[agent_id] = nil
  apply()
end

--- The host is gone, and every extension with it.
function M.host_ended()
  titles = {}
  apply()
end

return M
