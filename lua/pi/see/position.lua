--- Places in a text: a symbol by its name, and columns in the units that a server counts in.
local M = {}

local api = vim.api

--- Where a name stands in a line, as a whole word if it can; bytes from 0.
---@param text string
---@param symbol string
---@return integer?
local function column_of(text, symbol)
  local from, any = 1, nil
  while true do
    local first, last = text:find(symbol, from, true)
    if first == nil then
      return any
    end
    local around = text:sub(first - 1, first - 1) .. text:sub(last + 1, last + 1)
    if not around:find("[%w_]") then
      return first - 1
    end
    any = any or first - 1
    from = first + 1
  end
end

---@param text string
---@param bytes integer
---@param encoding string
---@return integer
local function in_units(text, bytes, encoding)
  local before = text:sub(1, bytes)
  if encoding == "utf-8" then
    return bytes
  elseif encoding == "utf-32" then
    return vim.fn.strchars(before)
  end
  return vim.fn.strutf16len(before)
end

--- The parameters of a request about a symbol.
---@param buf integer
---@param place { line: integer, symbol: string }
---@return (fun(client: vim.lsp.Client): table)? params, string? problem
function M.of(buf, place)
  local text = api.nvim_buf_get_lines(buf, place.line - 1, place.line, false)[1]
  local column = text and place.symbol ~= "" and column_of(text, place.symbol)
  if not column then
    local name = require("pi.see.find").shown(api.nvim_buf_get_name(buf))
    local problem = "%s is not in line %d of %s, as the editor has it: %s"
    return nil,
      problem:format(place.symbol, place.line, name, text and vim.trim(text):sub(1, 200) or "no such line")
  end
  return function(client)
    return {
      textDocument = { uri = vim.uri_from_bufnr(buf) },
      position = {
        line = place.line - 1,
        character = in_units(text, column, client.offset_encoding or "utf-16"),
      },
    }
  end
end

return M
