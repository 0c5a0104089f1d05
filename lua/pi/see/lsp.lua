--- Asking language servers about a file, which need not be open yet.
local M = {}

local api = vim.api

--- Milliseconds that a server may take to start for a file, and between two looks.
local START_MS = 5000
local POLL_MS = 50
--- A file that no server should be given unasked.
local MOST_BYTES = 4 * 1024 * 1024

--- Loads a file into a hidden buffer. Nothing may ask: where a swap file is found, another editor has it.
---@param path string
---@return integer? buf, string? problem
local function load(path)
  local find = require("pi.see.find")
  local stat = vim.uv.fs_stat(path)
  if stat == nil or stat.type ~= "file" then
    return nil, ("there is no file %s"):format(find.shown(path))
  elseif stat.size > MOST_BYTES then
    return nil, ("%s is too large"):format(find.shown(path))
  end
  local buf = vim.fn.bufadd(require("pi.chat.file_window").buffer_name(path))
  local guard = api.nvim_create_autocmd("SwapExists", {
    desc = "pi: no question about a file that only a tool wants",
    callback = function()
      api.nvim_set_vvar("swapchoice", "q")
    end,
  })
  require("pi.chat.quiet").guard(function()
    vim.fn.bufload(buf)
  end)
  pcall(api.nvim_del_autocmd, guard)
  if api.nvim_buf_is_loaded(buf) then
    return buf
  end
  return nil, ("%s cannot be loaded: another editor may have it open"):format(find.shown(path))
end

--- The buffer of a file, which is loaded where it is not open. A server for it starts meanwhile.
---@param path string
---@param callback fun(problem?: string, buf?: integer)
function M.open(path, callback)
  local buf = require("pi.see.find").one(path)
  if buf then
    require("pi.see.fresh").wait({ buf }, function()
      callback(nil, buf)
    end)
    return
  end
  local problem
  buf, problem = load(path)
  if buf == nil then
    callback(problem)
    return
  end
  M.wait_for(buf, nil, function()
    callback(nil, buf)
  end)
end

---@param buf? integer
---@param method? string
---@return vim.lsp.Client[] clients, boolean is_starting
local function clients_of(buf, method)
  local clients = vim.lsp.get_clients({ bufnr = buf, method = method })
  local all = vim.lsp.get_clients({ bufnr = buf, _uninitialized = true })
  local ready = vim.lsp.get_clients({ bufnr = buf })
  return clients, #all > #ready
end

--- Calls back with the servers that can do it, as soon as those that are starting have started.
---@param buf? integer
---@param method? string
---@param callback fun(clients: vim.lsp.Client[])
function M.wait_for(buf, method, callback)
  local began = vim.uv.now()
  local function look()
    local clients, is_starting = clients_of(buf, method)
    if is_starting and #clients == 0 and vim.uv.now() - began < START_MS then
      vim.defer_fn(look, POLL_MS)
    else
      callback(clients)
    end
  end
  look()
end

--- Sends one request. The handler is called in any case, unless the server hangs.
---@param client vim.lsp.Client
---@param method string
---@param params table
---@param handler lsp.Handler
---@param buf? integer
function M.request(client, method, params, handler, buf)
  local is_sent
  if vim.fn.has("nvim-0.11") == 1 then
    is_sent = client:request(method, params, handler, buf)
  else
    is_sent = client.request(method, params, handler, buf)
  end
  if not is_sent then
    handler({ message = "it is shutting down" }, nil, { method = method, client_id = client.id, bufnr = buf })
  end
end

---@class pi.see.Result
---@field client vim.lsp.Client
---@field value any

--- Asks these servers, and calls back with what those that answered have said.
---@param clients vim.lsp.Client[]
---@param method string
---@param params_of fun(client: vim.lsp.Client): table
---@param callback fun(problem?: string, results?: pi.see.Result[])
---@param buf? integer
local function ask(clients, method, params_of, callback, buf)
  local left, results, failure = #clients, {}, nil
  for _, client in ipairs(clients) do
    M.request(client, method, params_of(client), function(err, value)
      left = left - 1
      if err then
        failure = err.message or tostring(err)
      elseif value ~= nil and value ~= vim.NIL then
        results[#results + 1] = { client = client, value = value }
      end
      if left == 0 and #results == 0 and failure then
        callback(("the language server says: %s"):format(failure))
      elseif left == 0 then
        callback(nil, results)
      end
    end, buf)
  end
end

--- Asks every server that can.
---@param buf? integer nil: those of all buffers
---@param method string
---@param what string what it is asked for, for the sentence when there is none
---@param params_of fun(client: vim.lsp.Client): table
---@param callback fun(problem?: string, results?: pi.see.Result[])
function M.ask(buf, method, what, params_of, callback)
  M.wait_for(buf, method, function(clients)
    if #clients > 0 then
      ask(clients, method, params_of, callback, buf)
    elseif buf then
      local name = require("pi.see.find").shown(api.nvim_buf_get_name(buf))
      callback(("no language server that can %s is attached to %s"):format(what, name))
    else
      callback(("no language server that can %s is running"):format(what))
    end
  end)
end

return M
