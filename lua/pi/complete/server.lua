--- The language server of prompts: takes requests as functions, has no process.
local M = {}

local api = vim.api

--- Of the Language Server Protocol. A command is a keyword: plugins put brackets behind what they take for a function.
local KIND = { command = 14, mention = 18, file = 17, folder = 19 }

--- What blink.cmp adds to an item's score: one more than to its own paths, which would come before the commands at `/`.
local BLINK_SCORE_OFFSET = 4

---@param items pi.Completion[]
---@param place pi.complete.Place
---@param typed string
---@param range table of the Language Server Protocol
---@return table CompletionList
local function as_list(items, place, typed, range)
  local list = {}
  for i, item in ipairs(items) do
    local inserted = require("pi.complete.offer").inserted(item, place)
    list[i] = {
      label = item.name,
      kind = KIND[item.kind],
      labelDetails = { description = item.source or item.description },
      documentation = item.description,
      -- The host has matched and sorted already: every item begins with what is typed, for the menu to keep all. The
      -- rest is for those that filter by themselves what is typed until the next answer is there.
      filterText = typed .. inserted,
      sortText = ("%04d"):format(i),
      score_offset = BLINK_SCORE_OFFSET,
      textEdit = { newText = inserted, range = range },
    }
  end
  return { isIncomplete = true, items = list }
end

--- @param line string
--- @param character integer in UTF-16 units
--- @return integer byte
local function to_byte(line, character)
  local _, units = vim.str_utfindex(line)
  if vim.fn.has("nvim-0.11") == 1 then
    return vim.str_byteindex(line, "utf-16", character, false)
  end
  return vim.str_byteindex(line, math.min(character, units), true)
end

--- @param line string
--- @param byte integer
--- @return integer in UTF-16 units
local function to_character(line, byte)
  return select(2, vim.str_utfindex(line:sub(1, byte)))
end

---@param params table of textDocument/completion
---@param callback fun(err?: table, result?: table)
local function on_completion(params, callback)
  local buf = vim.uri_to_bufnr(params.textDocument.uri)
  local row = params.position.line
  local line = api.nvim_buf_is_loaded(buf) and api.nvim_buf_get_lines(buf, row, row + 1, false)[1] or ""
  require("pi.complete.offer").at(
    buf,
    row,
    to_byte(line, params.position.character),
    function(items, place, typed)
      local start = { line = row, character = to_character(line, place.from) }
      callback(nil, as_list(items, place, typed, { start = start, ["end"] = params.position }))
    end
  )
end

local capabilities = { completionProvider = { triggerCharacters = { "@", "/", ":", "." } } }

--- For `cmd` of vim.lsp.start().
---@param dispatchers vim.lsp.rpc.Dispatchers
---@return vim.lsp.rpc.PublicClient
function M.start(dispatchers)
  local is_closing, last_id = false, 0
  local function close()
    if not is_closing then
      is_closing = true
      dispatchers.on_exit(0, 0)
    end
  end
  local function request(method, params, callback, on_reply)
    last_id = last_id + 1
    local id = last_id
    local function reply(err, result)
      if on_reply then
        on_reply(id)
      end
      callback(err, result)
    end
    if method == "textDocument/completion" then
      -- As a process would: who asks may hold the text locked until the call is over.
      on_completion(params, vim.schedule_wrap(reply))
    elseif method == "initialize" then
      reply(nil, { capabilities = capabilities, serverInfo = { name = "pi" } })
    else
      reply(nil, vim.NIL)
    end
    return true, id
  end
  return {
    request = request,
    notify = function(method)
      if method == "exit" then
        close()
      end
      return true
    end,
    is_closing = function()
      return is_closing
    end,
    terminate = close,
  }
end

return M
