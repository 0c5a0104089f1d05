/** Lua that starts a language server for the current buffer, which knows a function `pump` with a `loop` in it. */
export const SYMBOL_SERVER = `
  local function range(first, last)
    return { start = { line = first, character = 0 }, ["end"] = { line = last, character = 1 } }
  end
  local inner = { name = "loop", kind = 12, range = range(1, 3), selectionRange = range(1, 1) }
  local symbols = { { name = "pump", kind = 12, range = range(0, 4), selectionRange = range(0, 0), children = { inner } } }
  vim.lsp.start({ name = "symbols", cmd = function()
    return {
      request = function(method, _, callback)
        local result = method == "initialize" and { capabilities = { documentSymbolProvider = true } } or symbols
        vim.schedule(function() callback(nil, result) end)
        return true, 1
      end,
      notify = function() return true end,
      is_closing = function() return false end,
      terminate = function() end,
    }
  end })
  vim.wait(500, function() return #vim.lsp.get_clients({ bufnr = 0, method = "textDocument/documentSymbol" }) > 0 end)`;
