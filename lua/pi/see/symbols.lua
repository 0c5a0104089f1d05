--- Symbols of a file, or of the workspace by name.
local M = {}

---@param kind integer
---@return string
local function kind_name(kind)
  return (vim.lsp.protocol.SymbolKind[kind] or "Symbol"):lower()
end

--- Servers give symbols of a file nested, or in a list of places.
---@param into pi.see.CutList
---@param symbols table[]
---@param depth integer
local function add(into, symbols, depth)
  for _, symbol in ipairs(symbols) do
    local range = symbol.range or symbol.location.range
    require("pi.see.cut_list").add(into, function()
      return {
        name = symbol.name,
        kind = kind_name(symbol.kind),
        line = range.start.line + 1,
        last = range["end"].line + 1,
        depth = depth,
      }
    end)
    add(into, symbol.children or {}, depth + 1)
  end
end

---@param into pi.see.CutList
---@param symbols table[]
local function add_of_workspace(into, symbols)
  for _, symbol in ipairs(symbols) do
    require("pi.see.cut_list").add(into, function()
      local range = symbol.location.range
      return {
        name = symbol.name,
        kind = kind_name(symbol.kind),
        container = symbol.containerName ~= "" and symbol.containerName or nil,
        path = vim.uri_to_fname(symbol.location.uri),
        line = range and range.start.line + 1 or 1,
        depth = 0,
      }
    end)
  end
end

---@param done pi.see.Done
---@param fill fun(into: pi.see.CutList, value: table[])
---@return fun(problem?: string, results?: pi.see.Result[])
local function collect(done, fill)
  return function(problem, results)
    if results == nil then
      done(problem)
      return
    end
    local into = require("pi.see.cut_list").new()
    for _, result in ipairs(results) do
      fill(into, result.value)
    end
    done(nil, into)
  end
end

---@param buf? integer
---@param query string
---@param done pi.see.Done
local function of_workspace(buf, query, done)
  require("pi.see.lsp").ask(buf, "workspace/symbol", "look for symbols by name", function()
    return { query = query }
  end, collect(done, add_of_workspace))
end

---@type pi.see.Answer
function M.symbols(_, params, done)
  if params.path == nil then
    of_workspace(nil, params.query, done)
    return
  end
  require("pi.see.lsp").open(params.path, function(problem, buf)
    if buf == nil then
      done(problem)
    elseif params.query then
      of_workspace(buf, params.query, done)
    else
      require("pi.see.lsp").ask(
        buf,
        "textDocument/documentSymbol",
        "list symbols",
        function()
          return { textDocument = { uri = vim.uri_from_bufnr(buf) } }
        end,
        collect(done, function(into, value)
          add(into, value, 0)
        end)
      )
    end
  end)
end

return M
