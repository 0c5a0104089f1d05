--- Completion in prompts: one language server inside of Neovim, so that every completion plugin shows it, with the
--- answers made by the host. `/` at the start of a prompt completes commands, `@` mentions.
local M = {}

local api = vim.api

local KIND = { command = 3, mention = 18, file = 17, folder = 19 } -- of the Language Server Protocol

--- Files that the user had open last, offered before anything is typed.
local MOST_RECENT = 10

---@class pi.complete.Place
---@field kind "command"|"mention"
---@field query string
---@field from integer byte where the completed text begins, from 0

--- What is being typed at a place of a prompt.
---@param row integer from 0
---@param before string the line up to the cursor
---@return pi.complete.Place?
local function place_at(row, before)
  local command = row == 0 and before:match("^/(%S*)$")
  if command then
    return { kind = "command", query = command, from = 0 }
  end
  local at, query = require("pi.mention.parse").open(before)
  return at and { kind = "mention", query = query, from = at - 1 } or nil
end

---@return string[] absolute paths
local function recent_files()
  local buffers = vim.fn.getbufinfo({ buflisted = 1 })
  table.sort(buffers, function(a, b)
    return a.lastused > b.lastused
  end)
  local paths = {}
  for i = 1, math.min(#buffers, MOST_RECENT) do
    paths[#paths + 1] = require("pi.context").path(buffers[i].bufnr)
  end
  return paths
end

---@return pi.Completion[]
local function own_mentions()
  local items = {}
  for _, source in ipairs(require("pi.mention").sources()) do
    items[#items + 1] = { name = source.name, kind = "mention", description = source.description }
  end
  for _, source in ipairs(require("pi.mention.sources").of_host) do
    items[#items + 1] = { name = source.name, kind = "mention", description = source.description }
  end
  return items
end

--- Arguments of a mention, where it has some to offer: `@diagnostics:…`.
---@param agent pi.Agent
---@param query string
---@param callback fun(items: pi.Completion[])
---@return boolean whether it is such a mention
local function complete_argument(agent, query, callback)
  local source, arg = require("pi.mention").find(query)
  if source == nil or source.complete == nil or not query:find(":", 1, true) then
    return false
  end
  local function done(args)
    local items = {}
    for _, one in ipairs(type(args) == "table" and args or {}) do
      items[#items + 1] = { name = ("%s:%s"):format(source.name, one), kind = "mention" }
    end
    callback(items)
  end
  local context = require("pi.mention").context(agent, arg)
  local ok, args = pcall(source.complete, context, source.async and vim.schedule_wrap(done) or nil)
  if not ok then
    require("pi.log").error(("@%s: %s"):format(source.name, args))
  end
  if not ok or not source.async then
    done(ok and args or {})
  end
  return true
end

---@param agent pi.Agent
---@param place pi.complete.Place
---@param callback fun(items: pi.Completion[])
local function ask(agent, place, callback)
  if place.kind == "mention" and complete_argument(agent, place.query, callback) then
    return
  end
  local is_command = place.kind == "command"
  local params = {
    agent = agent.id,
    kind = place.kind,
    query = place.query,
    own = is_command and require("pi.slash").offers() or own_mentions(),
    recent = is_command and {} or recent_files(),
  }
  if not require("pi.host").is_running() then
    callback({})
    return
  end
  require("pi.host").send("prompt.complete", params, function(err, answer)
    callback(not err and answer.items or {})
  end)
end

---@param item pi.Completion
---@param place pi.complete.Place
---@return string
local function inserted(item, place)
  if place.kind == "command" then
    return "/" .. item.name
  end
  return "@" .. require("pi.mention.parse").write(item.name)
end

---@param items pi.Completion[]
---@param place pi.complete.Place
---@param typed string
---@param range table of the Language Server Protocol
---@return table CompletionList
local function as_list(items, place, typed, range)
  local list = {}
  for i, item in ipairs(items) do
    list[i] = {
      label = item.name,
      kind = KIND[item.kind],
      detail = item.description,
      labelDetails = { description = item.source or item.description },
      documentation = item.description,
      -- The host has matched and sorted already; the menu is to keep all, in this order.
      filterText = typed,
      sortText = ("%04d"):format(i),
      textEdit = { newText = inserted(item, place), range = range },
    }
  end
  return { isIncomplete = true, items = list }
end

--- Completes at a byte of a line.
---@param buf integer
---@param row integer from 0
---@param col integer from 0
---@param callback fun(items: pi.Completion[], place: pi.complete.Place, typed: string)
local function complete(buf, row, col, callback)
  local agent = api.nvim_buf_is_loaded(buf) and require("pi.agents").get(vim.b[buf].pi_agent)
  local before = agent and (api.nvim_buf_get_lines(buf, row, row + 1, false)[1] or ""):sub(1, col)
  local place = before and place_at(row, before)
  if not (agent and before and place) then
    callback({}, { kind = "mention", query = "", from = col }, "")
    return
  end
  ask(agent, place, function(items)
    callback(items, place, before:sub(place.from + 1))
  end)
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
  complete(buf, row, to_byte(line, params.position.character), function(items, place, typed)
    local start = { line = row, character = to_character(line, place.from) }
    callback(nil, as_list(items, place, typed, { start = start, ["end"] = params.position }))
  end)
end

local capabilities = { completionProvider = { triggerCharacters = { "@", "/", ":" } } }

--- The language server: takes requests as functions, has no process.
---@param dispatchers vim.lsp.rpc.Dispatchers
---@return vim.lsp.rpc.PublicClient
local function server(dispatchers)
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

--- For 'omnifunc' where Neovim's own keeps only what begins with the typed text (0.10).
---@param findstart integer
---@return integer|table
function M.omnifunc(findstart)
  if findstart == 0 then
    return {}
  end
  local buf = api.nvim_get_current_buf()
  local row, col = unpack(api.nvim_win_get_cursor(0))
  local show = function(items, place)
    local cursor = api.nvim_win_get_cursor(0)
    local is_still_there = api.nvim_get_current_buf() == buf and cursor[1] == row and cursor[2] == col
    if is_still_there and api.nvim_get_mode().mode:find("^i") then
      local words = vim.tbl_map(function(item)
        return {
          word = inserted(item, place),
          abbr = item.name,
          menu = item.source or item.description,
          icase = 1,
        }
      end, items)
      vim.fn.complete(place.from + 1, words)
    end
  end
  -- While this function runs the text is locked.
  complete(buf, row - 1, col, vim.schedule_wrap(show))
  return -2 -- leave completion mode: the answer starts it again
end

--- Whether a plugin shows completions of language servers already.
---@return boolean
local function has_engine()
  return package.loaded["blink.cmp"] ~= nil or package.loaded["cmp"] ~= nil or _G.MiniCompletion ~= nil
end

--- Where a mention or command is being typed the first item must not be put in by itself, as it is by default.
local function select_nothing()
  local row, col = unpack(api.nvim_win_get_cursor(0))
  local before = api.nvim_get_current_line():sub(1, col) .. vim.v.char
  vim.bo.completeopt = place_at(row - 1, before) and "menuone,noselect,popup" or ""
end

--- Has Neovim's own completion open by itself, unless another engine does that.
---@param buf integer
---@param client_id integer
local function open_by_itself(buf, client_id)
  local is_wanted = require("pi.config").get().completion == "auto"
  if not is_wanted or has_engine() or vim.fn.has("nvim-0.11") == 0 or not api.nvim_buf_is_loaded(buf) then
    return
  end
  api.nvim_create_autocmd("InsertCharPre", {
    buffer = buf,
    desc = "pi: nothing is picked by itself",
    callback = select_nothing,
  })
  vim.lsp.completion.enable(true, client_id, buf, {
    autotrigger = true,
    convert = function(item)
      return { kind = "", menu = item.detail or "" } -- `Reference` and the like only take room
    end,
  })
end

--- Has the host list the files before the first one is asked for.
---@param buf integer
local function warm_up(buf)
  local agent = require("pi.agents").get(vim.b[buf].pi_agent)
  if agent and require("pi.host").is_running() then
    ask(agent, { kind = "mention", query = "", from = 0 }, function() end)
    require("pi.slash").refresh(agent)
  end
end

--- Completes in this prompt from now on.
---@param buf integer
function M.attach(buf)
  if not api.nvim_buf_is_loaded(buf) then
    return
  end
  local client_id = vim.lsp.start({ name = "pi", cmd = server }, { bufnr = buf })
  if client_id == nil then
    return
  end
  if vim.fn.has("nvim-0.11") == 0 then
    vim.bo[buf].omnifunc = "v:lua.require'pi.complete'.omnifunc"
  end
  -- Completion plugins are often loaded with the first insertion.
  api.nvim_create_autocmd("InsertEnter", {
    buffer = buf,
    once = true,
    desc = "pi: open completion by itself",
    callback = function()
      open_by_itself(buf, client_id)
    end,
  })
  warm_up(buf)
end

return M
