--- Where a symbol is defined or used, and what there is to say about it.
local M = {}

local api = vim.api

--- Longest line that is given on.
local MOST_BYTES = 500

--- Has a language server asked about a symbol.
---@param params { path: string, line: integer, symbol: string }
---@param method string
---@param what string
---@param add? fun(request: table)
---@param callback fun(problem?: string, results?: pi.see.Result[])
function M.ask(params, method, what, add, callback)
  require("pi.see.lsp").open(params.path, function(problem, buf)
    if buf == nil then
      callback(problem)
      return
    end
    local params_of, missing = require("pi.see.position").of(buf, params)
    if params_of == nil then
      callback(missing)
      return
    end
    require("pi.see.lsp").ask(buf, method, what, function(client)
      local request = params_of(client)
      if add then
        add(request)
      end
      return request
    end, callback)
  end)
end

--- Gives lines of files as buffers have them, and nil for those that no buffer has.
---@return fun(path: string, line: integer): string? line from 0
function M.lines()
  local bufs = {} ---@type table<string, integer|false>
  return function(path, line)
    if bufs[path] == nil then
      bufs[path] = require("pi.see.find").one(path) or false
    end
    local text = bufs[path] and api.nvim_buf_get_lines(bufs[path], line, line + 1, false)[1]
    return text and text:sub(1, MOST_BYTES) or nil
  end
end

--- One place, several, or several links, as servers may give them.
---@param value any
---@return table[]
local function as_list(value)
  return vim.islist(value) and value or { value }
end

local METHODS = {
  definition = { "textDocument/definition", "find definitions" },
  references = { "textDocument/references", "find references" },
}

---@type pi.see.Answer
function M.places(_, params, done)
  local method, what = unpack(METHODS[params.method])
  local function add(request)
    request.context = { includeDeclaration = true }
  end
  M.ask(params, method, what, add, function(problem, results)
    if results == nil then
      done(problem)
      return
    end
    local cut_list = require("pi.see.cut_list")
    local list, seen, line_of = cut_list.new(), {}, M.lines()
    for _, result in ipairs(results) do
      for _, location in ipairs(as_list(result.value)) do
        local range = location.range or location.targetSelectionRange
        local path = vim.uri_to_fname(location.uri or location.targetUri)
        local key = ("%s:%d"):format(path, range.start.line)
        if not seen[key] then
          seen[key] = true
          cut_list.add(list, function()
            local line = range.start.line
            return { path = path, line = line + 1, text = line_of(path, line) }
          end)
        end
      end
    end
    done(nil, list)
  end)
end

---@type pi.see.Answer
function M.hover(_, params, done)
  M.ask(params, "textDocument/hover", "tell about symbols", nil, function(problem, results)
    if results == nil then
      done(problem)
      return
    end
    local texts = {}
    for _, result in ipairs(results) do
      local lines = result.value.contents
        and vim.lsp.util.convert_input_to_markdown_lines(result.value.contents)
      local text = vim.trim(table.concat(lines or {}, "\n"))
      if text ~= "" then
        texts[#texts + 1] = (require("pi.cut").text(text))
      end
    end
    done(nil, { texts = texts })
  end)
end

return M
