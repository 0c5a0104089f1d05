--- Mentions in prompts: which there are, and what the editor has of those in a text.
local M = {}

--- Milliseconds that a mention of someone's own may take; then it is sent as it was typed.
local LIMIT_MS = 10000

---@type table<string, pi.mention.Source>
local added = {}

--- Adds a mention, or takes the place of one of the same name.
---@param source pi.mention.Source
function M.add(source)
  vim.validate({
    name = { source.name, "string" },
    description = { source.description, "string", true },
    resolve = { source.resolve, "function" },
    complete = { source.complete, "function", true },
  })
  if source.name == "" or source.name:find('[%s:"@]') then
    error(("a mention cannot be called %q: no spaces, colons, quotes or @"):format(source.name), 2)
  end
  added[source.name] = vim.tbl_extend("keep", source, { args = true })
end

--- All mentions of the editor and of the user's own.
---@return pi.mention.Source[]
function M.sources()
  local list = vim.tbl_filter(function(source)
    return added[source.name] == nil
  end, require("pi.mention.sources").list)
  for _, source in vim.spairs(added) do
    list[#list + 1] = source
  end
  return list
end

--- The mention that a name means, and its argument.
---@param name string
---@return pi.mention.Source?
---@return string arg
function M.find(name)
  local base, arg = name:match("^([^:]+):?(.*)$")
  for _, source in ipairs(M.sources()) do
    if source.name == base and (arg == "" and base == name or source.args) then
      return source, arg
    end
  end
  return nil, ""
end

---@param agent pi.Agent
---@param arg string
---@return pi.mention.Context
function M.context(agent, arg)
  local win = require("pi.mention.window").get()
  return { agent = agent, arg = arg, win = win, buf = win and vim.api.nvim_win_get_buf(win) }
end

--- One piece of what someone's own mention gave: a text, or a table with one.
---@param source pi.mention.Source
---@param value any
---@return pi.ContextItem
local function as_text_item(source, value)
  local one = type(value) == "table" and value or { text = value }
  if type(one.text) ~= "string" and type(one.text) ~= "number" then
    error(("@%s gave %s in place of a text"):format(source.name, vim.inspect(value)))
  end
  local text, notes = require("pi.cut").text(tostring(one.text))
  return {
    kind = "text",
    name = type(one.name) == "string" and one.name or source.name,
    filetype = type(one.filetype) == "string" and one.filetype or "",
    text = text,
    notes = notes,
  }
end

--- What a source gave, as items: ours give an item or a list of them, others also texts.
---@param source pi.mention.Source
---@param value any
---@return pi.ContextItem[]?
local function as_items(source, value)
  if not value or value == vim.NIL then
    return nil
  end
  local list = type(value) == "table" and vim.islist(value) and value or { value }
  if added[source.name] == source then
    list = vim.tbl_map(function(one)
      return as_text_item(source, one)
    end, list)
  end
  return #list > 0 and list or nil
end

--- Calls `callback` once: with what it is given, or with nil when nothing comes in time.
---@param name string
---@param callback fun(value: any)
---@return fun(value: any)
local function once(name, callback)
  local is_done = false
  local function finish(value)
    if not is_done then
      is_done = true
      callback(value)
    end
  end
  vim.defer_fn(function()
    if not is_done then
      require("pi.notify").warn(
        ("@%s gave nothing in %d s and is sent as typed"):format(name, LIMIT_MS / 1000)
      )
      finish(nil)
    end
  end, LIMIT_MS)
  return vim.schedule_wrap(finish)
end

---@param name string
---@param problem string
local function failed(name, problem)
  require("pi.log").error(("@%s: %s"):format(name, problem))
  require("pi.notify").error(("@%s failed and is sent as typed: see :PiLog"):format(name))
end

--- What a mention stands for now; nil when there is nothing. What another's mention does wrong is told, and never raised.
---@param agent pi.Agent
---@param name string
---@param callback fun(items?: pi.ContextItem[]) called at once unless the mention is asynchronous
function M.resolve(agent, name, callback)
  local source, arg = M.find(name)
  if source == nil then
    callback(nil)
    return
  end
  local function done(value)
    local ok, items = pcall(as_items, source, value)
    if not ok then
      failed(name, items --[[@as string]])
    end
    callback(ok and items --[[@as pi.ContextItem[]? ]] or nil)
  end
  local waiting = source.async and once(name, done) or nil
  local ok, value = xpcall(source.resolve, debug.traceback, M.context(agent, arg), waiting)
  if not ok then
    failed(name, value)
  end
  if waiting and not ok then
    waiting(nil)
  elseif not waiting then
    done(ok and value or nil)
  end
end

--- The buffer of a file that has changes which are not in it, under a name as pi's folder has it.
---@param agent pi.Agent
---@param name? string
---@return integer?
local function unsaved_buffer(agent, name)
  if name == nil then
    return nil
  end
  local path = vim.fs.normalize(name:find("^[/~]") and name or vim.fs.joinpath(agent.cwd, name))
  local real = vim.uv.fs_realpath(path) or path
  for _, info in ipairs(vim.fn.getbufinfo({ bufmodified = 1, bufloaded = 1 })) do
    if vim.bo[info.bufnr].modified and require("pi.context").path(info.bufnr) == real then
      return info.bufnr
    end
  end
end

--- Whether it names a buffer that is not written, or lines of one; nil when there is no such buffer.
---@param agent pi.Agent
---@param token pi.mention.Token
---@return boolean?
function M.is_unsaved(agent, token)
  if unsaved_buffer(agent, token.name) then
    return true
  end
  local buf = unsaved_buffer(agent, token.path)
  return buf and token.first <= vim.api.nvim_buf_line_count(buf)
end

--- The lines of a file whose buffer has changes that are not in it; none where it has not so many.
---@param agent pi.Agent
---@param token pi.mention.Token
---@return pi.ContextItem[]?
local function unsaved(agent, token)
  local context = require("pi.context")
  local whole = unsaved_buffer(agent, token.name)
  if whole then
    return { context.buffer(whole) }
  end
  local buf = unsaved_buffer(agent, token.path)
  if buf then
    local has_lines = token.first <= vim.api.nvim_buf_line_count(buf)
    return has_lines and { context.lines(buf, token.first, token.last) } or {}
  end
end

--- Texts whose mentions are being gathered, by agent: they are called back in the order they came.
---@type table<integer, { mentions?: pi.Mention[], callback: fun(mentions: pi.Mention[]) }[]>
local gathering = {}

---@param agent_id integer
local function call_back(agent_id)
  local queue = gathering[agent_id]
  while queue[1] and queue[1].mentions do
    local entry = table.remove(queue, 1)
    entry.callback(entry.mentions)
  end
end

--- Mentions of a text with what the editor has of them; of the others the host finds out.
---@param agent pi.Agent
---@param text string
---@param callback fun(mentions: pi.Mention[]) called at once unless a mention is asynchronous
function M.gather(agent, text, callback)
  local mentions, waiting, seen = {}, 1, {}
  local entry = { callback = callback }
  gathering[agent.id] = gathering[agent.id] or {}
  table.insert(gathering[agent.id], entry)
  local function finish()
    waiting = waiting - 1
    if waiting == 0 then
      entry.mentions = mentions
      call_back(agent.id)
    end
  end
  for _, token in ipairs(require("pi.mention.parse").all(text)) do
    if not seen[token.name] then
      seen[token.name] = true
      local mention = { name = token.name, path = token.path, first = token.first, last = token.last }
      mentions[#mentions + 1] = mention
      waiting = waiting + 1
      M.resolve(agent, token.name, function(items)
        mention.items = items or unsaved(agent, token)
        finish()
      end)
    end
  end
  finish()
end

return M
