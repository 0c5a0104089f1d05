/** Lua for Neovim's configuration: a language server within Neovim that tells diagnostics unasked, a while after a change. */
export const PUSH_SERVER = `
local function start(dispatchers)
  local versions = {}
  local function tell(uri)
    local version = versions[uri]
    vim.defer_fn(function()
      if versions[uri] ~= version then return end
      local path = vim.uri_to_fname(uri)
      local lines = vim.api.nvim_buf_get_lines(vim.fn.bufadd(path), 0, -1, false)
      local found = {}
      for i, line in ipairs(lines) do
        local range = { start = { line = i - 1, character = 0 }, ["end"] = { line = i - 1, character = 1 } }
        if line:find("bad") then found[#found + 1] = { range = range, message = line, severity = 2, source = "push" } end
      end
      dispatchers.notification("textDocument/publishDiagnostics", { uri = uri, diagnostics = found })
    end, 400)
  end
  return {
    request = function(method, _, callback)
      callback(nil, method == "initialize" and { capabilities = { textDocumentSync = 1 } } or vim.NIL)
      return true, 1
    end,
    notify = function(method, params)
      if method == "textDocument/didOpen" or method == "textDocument/didChange" then
        local document = params.textDocument
        versions[document.uri] = document.version
        tell(document.uri)
      end
      return true
    end,
    is_closing = function() return false end,
    terminate = function() end,
  }
end
vim.api.nvim_create_autocmd("FileType", { pattern = "markdown", callback = function()
  vim.lsp.start({ name = "push", cmd = start, root_dir = vim.fn.getcwd() })
end })
`;
