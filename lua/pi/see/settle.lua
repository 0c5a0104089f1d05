--- Waits until the language servers have caught up with the text: some are asked for diagnostics, others tell them unasked.
local M = {}

local api = vim.api
local uv = vim.uv

local PULL = "textDocument/diagnostic"

--- Milliseconds: between two looks; without news before it counts as quiet (servers tell of syntax first); that a
--- server may take to say anything about a new text; and in all.
local POLL_MS = 50
local QUIET_MS = 250
local SILENCE_MS = 3000
local LIMIT_MS = 15000
--- Buffers whose servers are asked.
local MOST_PULLED = 100

---@type table<integer, { tick: integer, at: integer }> by buffer: for which text diagnostics came last, and when
local heard = {}

local is_watching = false

--- Notes from now on when diagnostics come. Safe to call again.
function M.watch()
  if is_watching then
    return
  end
  is_watching = true
  local group = api.nvim_create_augroup("pi.see.settle", { clear = true })
  api.nvim_create_autocmd("DiagnosticChanged", {
    group = group,
    desc = "pi: note for which text diagnostics came",
    callback = function(args)
      heard[args.buf] = { tick = api.nvim_buf_get_changedtick(args.buf), at = uv.now() }
    end,
  })
  api.nvim_create_autocmd("BufUnload", {
    group = group,
    desc = "pi: forget it",
    callback = function(args)
      heard[args.buf] = nil
    end,
  })
end

---@param client vim.lsp.Client
---@param buf integer
---@return boolean
local function can_pull(client, buf)
  return #vim.lsp.get_clients({ id = client.id, bufnr = buf, method = PULL }) > 0
end

--- Asks the servers that want to be asked: Neovim itself may not do so for a buffer that no window shows.
---@param bufs integer[]
---@return fun(): boolean whether all have answered
local function pull(bufs)
  local left = 0
  for _, buf in ipairs(vim.list_slice(bufs, 1, MOST_PULLED)) do
    for _, client in ipairs(vim.lsp.get_clients({ bufnr = buf, method = PULL })) do
      left = left + 1
      local provider = client.server_capabilities.diagnosticProvider
      local identifier = type(provider) == "table" and provider.identifier or nil
      local params = { textDocument = { uri = vim.uri_from_bufnr(buf) }, identifier = identifier }
      require("pi.see.lsp").request(client, PULL, params, function(...)
        left = left - 1
        local show = client.handlers[PULL] or vim.lsp.handlers[PULL] or vim.lsp.diagnostic.on_diagnostic
        show(...)
      end, buf)
    end
  end
  return function()
    return left <= 0
  end
end

---@param client vim.lsp.Client
---@return boolean
local function is_loading(client)
  return client.progress ~= nil and next(client.progress.pending or {}) ~= nil
end

--- Whether the servers of a buffer that tell unasked have told of its present text.
---@param buf integer
---@param waited integer ms
---@return boolean
local function has_told(buf, waited)
  local tellers = vim.tbl_filter(function(client)
    return not can_pull(client, buf)
  end, api.nvim_buf_is_loaded(buf) and vim.lsp.get_clients({ bufnr = buf }) or {})
  if #tellers == 0 then
    return true
  end
  local tick, last = api.nvim_buf_get_changedtick(buf), heard[buf]
  if last and last.tick == tick then
    return uv.now() - last.at >= QUIET_MS
  elseif waited < SILENCE_MS then
    return false
  end
  heard[buf] = { tick = tick, at = 0 } -- it has nothing to say about this text
  return true
end

---@param bufs integer[]
---@return boolean
local function loads_any(bufs)
  return vim.iter(bufs):any(function(buf)
    return api.nvim_buf_is_loaded(buf) and vim.iter(vim.lsp.get_clients({ bufnr = buf })):any(is_loading)
  end)
end

--- Calls back when the servers of these buffers have told all they know, or when that takes too long.
---@param bufs integer[]
---@param callback fun(is_settled: boolean)
function M.wait(bufs, callback)
  local began = uv.now()
  local has_pulled ---@type (fun(): boolean)?
  local function look()
    local waited = uv.now() - began
    local is_busy = loads_any(bufs)
    if not is_busy then
      has_pulled = has_pulled or pull(bufs)
      is_busy = not has_pulled()
        or not vim.iter(bufs):all(function(buf)
          return has_told(buf, waited)
        end)
    end
    if is_busy and waited < LIMIT_MS then
      vim.defer_fn(look, POLL_MS)
    else
      callback(not is_busy)
    end
  end
  look()
end

return M
