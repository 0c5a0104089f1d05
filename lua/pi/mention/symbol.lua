--- `@symbol`: the function, class or the like at the cursor, or by its name, as the language server tells.
local M = {}

local MOST_NAMES = 50

---@param symbol table DocumentSymbol or SymbolInformation
---@return table range of the Language Server Protocol
local function range_of(symbol)
  return symbol.range or symbol.location.range
end

---@param symbols table[]
---@param visit fun(symbol: table)
local function each(symbols, visit)
  for _, symbol in ipairs(symbols) do
    visit(symbol)
    each(symbol.children or {}, visit)
  end
end

--- Lines of a symbol, from 1. An end at the start of a line does not count that line.
---@param symbol table
---@return integer first, integer last
local function lines_of(symbol)
  local range = range_of(symbol)
  local ends_before = range["end"].character == 0 and range["end"].line > range.start.line
  return range.start.line + 1, range["end"].line + (ends_before and 0 or 1)
end

---@param symbols table[]
---@param is_wanted fun(symbol: table): boolean
---@return table? symbol the smallest
local function smallest(symbols, is_wanted)
  local best, size
  each(symbols, function(symbol)
    local first, last = lines_of(symbol)
    if is_wanted(symbol) and (best == nil or last - first <= size) then
      best, size = symbol, last - first
    end
  end)
  return best
end

---@param buf integer
---@param lnum integer
---@param name string empty: the one at the cursor
---@param symbols table[]
---@return pi.ContextItem?
local function pick(buf, lnum, name, symbols)
  local symbol = smallest(symbols, function(symbol)
    local first, last = lines_of(symbol)
    return name == "" and first <= lnum and lnum <= last or symbol.name == name
  end)
  if symbol and vim.api.nvim_buf_is_loaded(buf) then
    return require("pi.context").lines(buf, lines_of(symbol))
  end
end

--- Whether a language server can tell.
---@param buf integer
---@return boolean
function M.is_available(buf)
  return #vim.lsp.get_clients({ bufnr = buf, method = "textDocument/documentSymbol" }) > 0
end

---@param buf integer
---@param callback fun(symbols: table[])
local function ask(buf, callback)
  if not M.is_available(buf) then
    callback({})
    return
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(buf) }
  vim.lsp.buf_request_all(buf, "textDocument/documentSymbol", params, function(answers)
    local symbols = {}
    for _, answer in pairs(answers) do
      vim.list_extend(symbols, type(answer.result) == "table" and answer.result or {})
    end
    callback(symbols)
  end)
end

---@param win integer
---@param name string
---@param callback fun(item?: pi.ContextItem)
function M.resolve(win, name, callback)
  local buf, lnum = vim.api.nvim_win_get_buf(win), vim.api.nvim_win_get_cursor(win)[1]
  ask(buf, function(symbols)
    callback(pick(buf, lnum, name, symbols))
  end)
end

--- Names of the buffer's symbols that have in them what is typed.
---@param buf integer
---@param typed string
---@param callback fun(names: string[])
function M.names(buf, typed, callback)
  ask(buf, function(symbols)
    local names, seen = {}, {}
    each(symbols, function(symbol)
      local fits = not seen[symbol.name] and symbol.name:lower():find(typed:lower(), 1, true)
      seen[symbol.name] = true
      if fits and #names < MOST_NAMES then
        names[#names + 1] = symbol.name
      end
    end)
    callback(names)
  end)
end

return M
