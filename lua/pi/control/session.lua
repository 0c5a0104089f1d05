--- The session of now: a new one in its place, its name, its statistics.
local M = {}

--- Begins a new session. The draft stays.
function M.new()
  local ask = require("pi.ask")
  if require("pi.agents").current(false) == nil then
    require("pi").open()
    return
  end
  ask.started("session.new", {}, function(value, agent)
    if value.cancelled then
      require("pi.notify").info("an extension of pi's has kept this session: nothing has changed")
    else
      ask.confirm(agent, "a new session has begun")
    end
  end)
end

---@param name string
local function rename(name)
  name = vim.trim(name)
  if name == "" then
    require("pi.notify").info("the session keeps its name: a new one cannot be empty")
    return
  end
  require("pi.ask").started("session.rename", { name = name }, function()
    require("pi.notify").info(("this session is called “%s” now"):format(name))
  end)
end

--- Names the session; without a name asks for it.
---@param name? string
function M.name(name)
  if name then
    rename(name)
    return
  end
  local agent = require("pi.agents").current(false)
  local default = agent and agent.status and agent.status.sessionName or ""
  vim.ui.input({ prompt = "Name of this session: ", default = default }, function(input)
    if input then
      rename(input)
    end
  end)
end

local TITLE = "Session"
local BAR_CELLS = 30

---@param percent number
---@return string
local function bar(percent)
  local full = math.floor(math.min(math.max(percent, 0), 100) / 100 * BAR_CELLS + 0.5)
  return ("█"):rep(full) .. ("░"):rep(BAR_CELLS - full) .. (" %d%%"):format(percent + 0.5)
end

---@param value { rows: [string, string][], contextPercent?: number }
---@return string[] lines, integer column
local function layout(value)
  local rows, column = vim.list_slice(value.rows), 0
  if value.contextPercent then
    rows[#rows + 1] = { "", bar(value.contextPercent) }
  end
  for _, row in ipairs(rows) do
    column = math.max(column, vim.api.nvim_strwidth(row[1]))
  end
  local clean = require("pi.status").clean
  return vim.tbl_map(function(row)
    local text = (" %s%s  %s "):format(row[1], (" "):rep(column - vim.api.nvim_strwidth(row[1])), row[2])
    return clean((text:gsub("%s+$", " ")))
  end, rows),
    column
end

--- Shows what the session has used.
function M.stats()
  local ask, float = require("pi.ask"), require("pi.float")
  ask.with_agent(function()
    require("pi.highlight").setup()
    local _, win = float.open({ " … " }, { title = TITLE })
    ask.started("session.stats", {}, function(value)
      local lines, column = layout(value)
      local buf = float.update(win, lines, { title = TITLE, indent = column + 2 })
      for row = 0, buf and #lines - 1 or -1 do
        local stop = math.min(#lines[row + 1], column + 1)
        local ns = vim.api.nvim_create_namespace("pi.stats")
        vim.api.nvim_buf_set_extmark(buf, ns, row, 0, { end_col = stop, hl_group = "PiPickDetail" })
      end
    end, function(err)
      float.update(win, { (" %s "):format(require("pi.status").clean(err)) }, { title = TITLE })
    end)
  end)
end

return M
