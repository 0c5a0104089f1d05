--- The mentions that only the editor can answer: what each stands for.
local M = {}

local api = vim.api

--- Buffers that `@buffers` takes, and lines that `@terminal` does.
local MOST_BUFFERS = 30
local TERMINAL_LINES = 200

--- What a mention is asked with.
---@class pi.mention.Context
---@field agent pi.Agent
---@field arg string what follows the `:` of the mention; empty without one
---@field buf? integer the buffer that the user works on
---@field win? integer its window

---@class pi.mention.Source
---@field name string what is typed after the `@`
---@field description string
---@field async? boolean `resolve` and `complete` call back instead of returning
---@field args? boolean whether `@name:…` means it too
---@field resolve fun(context: pi.mention.Context, callback?: fun(value: any)): any
---@field complete? fun(context: pi.mention.Context, callback?: fun(args: string[])): string[]?
---@field is_there? fun(context: pi.mention.Context): boolean whether it would give something

---@param name string
---@param text string
---@param filetype? string
---@return pi.ContextItem
local function text_item(name, text, filetype)
  local kept, notes = require("pi.cut").text(text)
  return { kind = "text", name = name, filetype = filetype or "", text = kept, notes = notes }
end

---@param context pi.mention.Context
---@return boolean
local function has_buffer(context)
  return context.buf ~= nil
end

--- Listed files that are loaded.
---@return integer[]
local function open_buffers()
  return vim.tbl_filter(function(buf)
    return vim.bo[buf].buflisted and api.nvim_buf_is_loaded(buf) and require("pi.context").path(buf) ~= nil
  end, api.nvim_list_bufs())
end

---@return pi.ContextItem[]?
local function buffers()
  local found = open_buffers()
  local items = vim.tbl_map(require("pi.context").buffer, vim.list_slice(found, 1, MOST_BUFFERS))
  if #found > MOST_BUFFERS then
    local rest = #found - MOST_BUFFERS
    items[#items].notes = items[#items].notes or {}
    table.insert(items[#items].notes, ("Cut: %d more buffers are open."):format(rest))
  end
  return #items > 0 and items or nil
end

---@param context pi.mention.Context
---@return pi.ContextItem
local function visible(context)
  local first, last = vim.fn.line("w0", context.win), vim.fn.line("w$", context.win)
  return require("pi.context").lines(context.buf, first, last)
end

---@param context pi.mention.Context
---@return pi.ContextItem?
local function diagnostics(context)
  local lists = require("pi.mention.lists")
  if context.arg == "all" then
    return lists.diagnostics(context.agent, vim.diagnostic.get(), "diagnostics")
  elseif context.arg == "errors" then
    local found = vim.diagnostic.get(nil, { severity = vim.diagnostic.severity.ERROR })
    return lists.diagnostics(context.agent, found, "errors")
  elseif context.arg == "" and context.buf then
    local name = "diagnostics of " .. lists.path(context.agent, context.buf)
    return lists.diagnostics(context.agent, vim.diagnostic.get(context.buf), name)
  end
end

---@param context pi.mention.Context
---@return pi.ContextItem
local function quickfix(context)
  local list = vim.fn.getqflist({ items = 0, title = 0 })
  return require("pi.mention.lists").entries(context.agent, list, "quickfix list")
end

---@param context pi.mention.Context
---@return pi.ContextItem
local function location_list(context)
  local list = vim.fn.getloclist(context.win, { items = 0, title = 0 })
  return require("pi.mention.lists").entries(context.agent, list, "location list")
end

--- What was copied last: the system's clipboard, or the unnamed register where there is none.
---@return pi.ContextItem?
local function clipboard()
  local register = vim.fn.has("clipboard") == 1 and "+" or '"'
  local lines = vim.tbl_map(function(line)
    return (line:gsub("\n", "\0"))
  end, vim.fn.getreg(register, 1, true))
  local text = table.concat(lines, "\n")
  return text ~= "" and text_item("clipboard", text) or nil
end

--- The terminal in view, or else the one used last.
---@return integer? buf
local function terminal_buffer()
  local best, used
  for _, info in ipairs(vim.fn.getbufinfo({ bufloaded = 1 })) do
    local rank = info.lastused + (#info.windows > 0 and 1e12 or 0)
    if vim.bo[info.bufnr].buftype == "terminal" and (best == nil or rank > used) then
      best, used = info.bufnr, rank
    end
  end
  return best
end

--- The last lines of a terminal's output.
---@param buf integer
---@return pi.ContextItem
function M.terminal_output(buf)
  local lines = api.nvim_buf_get_lines(buf, -TERMINAL_LINES - vim.o.lines, -1, false)
  while #lines > 0 and lines[#lines]:find("^%s*$") do
    lines[#lines] = nil
  end
  local kept = vim.list_slice(lines, math.max(1, #lines - TERMINAL_LINES + 1))
  local title = vim.b[buf].term_title or api.nvim_buf_get_name(buf)
  return text_item("terminal " .. title, table.concat(kept, "\n"))
end

---@type pi.mention.Source[]
M.list = {
  {
    name = "buffer",
    description = "The file you are in",
    is_there = has_buffer,
    resolve = function(context)
      return context.buf and require("pi.context").buffer(context.buf)
    end,
  },
  {
    name = "buffers",
    description = "All open files",
    is_there = function()
      return #open_buffers() > 0
    end,
    resolve = buffers,
  },
  {
    name = "selection",
    description = "What you selected last",
    is_there = function(context)
      return context.buf ~= nil and api.nvim_buf_get_mark(context.buf, "<")[1] > 0
    end,
    resolve = function(context)
      return context.win and require("pi.context").last_selection(context.win)
    end,
  },
  {
    name = "visible",
    description = "The lines on the screen",
    is_there = has_buffer,
    resolve = function(context)
      return context.win and visible(context)
    end,
  },
  {
    name = "diagnostics",
    description = "Problems in this file; :all or :errors of all files",
    args = true,
    resolve = diagnostics,
    is_there = function(context)
      return context.arg == "all" or context.arg == "errors" or context.arg == "" and context.buf ~= nil
    end,
    complete = function()
      return { "all", "errors" }
    end,
  },
  { name = "quickfix", description = "The quickfix list", resolve = quickfix },
  {
    name = "loclist",
    description = "The location list of this window",
    is_there = has_buffer,
    resolve = function(context)
      return context.win and location_list(context)
    end,
  },
  {
    name = "symbol",
    description = "The function or class at the cursor, or :name",
    async = true,
    args = true,
    is_there = function(context)
      return context.buf ~= nil and require("pi.mention.symbol").is_available(context.buf)
    end,
    complete = function(context, callback)
      if context.buf then
        require("pi.mention.symbol").names(context.buf, context.arg, callback)
      else
        callback({})
      end
    end,
    resolve = function(context, callback)
      if context.win then
        require("pi.mention.symbol").resolve(context.win, context.arg, callback)
      else
        callback(nil)
      end
    end,
  },
  {
    name = "clipboard",
    description = "What was copied last",
    -- The system's clipboard is a program that takes its time: it is asked only when the prompt is sent.
    is_there = function()
      return vim.fn.has("clipboard") == 1 or clipboard() ~= nil
    end,
    resolve = clipboard,
  },
  {
    name = "terminal",
    description = "The last output of a terminal",
    is_there = function()
      return terminal_buffer() ~= nil
    end,
    resolve = function()
      local buf = terminal_buffer()
      return buf and M.terminal_output(buf)
    end,
  },
}

--- Mentions that the host answers: offered with the others.
---@type { name: string, description: string }[]
M.of_host = {
  { name = "diff", description = "What is not committed yet" },
  { name = "diff:staged", description = "What the next commit would have" },
  { name = "commits", description = "The last 20 commits" },
}

return M
