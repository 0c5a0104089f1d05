--- Diagnostics of a file or of all, once the language servers have caught up.
local M = {}

local api = vim.api

local SEVERITIES = { error = 1, warning = 2, info = 3, hint = 4 }

---@param buf? integer
---@param severity? string the mildest that counts
---@return vim.Diagnostic[]
local function found(buf, severity)
  local least = SEVERITIES[severity] or vim.diagnostic.severity.HINT
  local all = vim.diagnostic.get(buf, { severity = { min = least } })
  return vim.tbl_filter(function(diagnostic)
    return diagnostic.namespace ~= require("pi.see.findings").namespace
  end, all)
end

--- Buffers that a server reports on: not the prompt, whose completion is a server too.
---@return integer[]
local function served()
  return vim.tbl_filter(function(buf)
    local is_text = api.nvim_buf_is_loaded(buf) and require("pi.see.find").is_text(buf)
    return is_text and #vim.lsp.get_clients({ bufnr = buf }) > 0
  end, api.nvim_list_bufs())
end

---@param agent pi.Agent
---@param bufs integer[]
---@param buf? integer
---@param severity? string
---@param done pi.see.Done
local function tell(agent, bufs, buf, severity, done)
  require("pi.see.settle").wait(bufs, function(is_settled)
    local lists = require("pi.mention.lists")
    local name = buf and "diagnostics of " .. lists.path(agent, buf) or "diagnostics"
    local item = lists.diagnostics(agent, found(buf, severity), name)
    local has_server = #(buf and vim.lsp.get_clients({ bufnr = buf }) or served()) > 0
    done(nil, { item = item, isSettled = is_settled, hasServer = has_server })
  end)
end

---@type pi.see.Answer
function M.list(agent, params, done)
  if params.path == nil then
    local bufs = served()
    require("pi.see.fresh").wait(bufs, function()
      tell(agent, bufs, nil, params.severity, done)
    end)
    return
  end
  require("pi.see.lsp").open(params.path, function(problem, buf)
    if buf then
      tell(agent, { buf }, buf, params.severity, done)
    else
      done(problem)
    end
  end)
end

return M
