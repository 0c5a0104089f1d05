--- What an agent has found, as diagnostics that the user walks.
local M = {}

local api = vim.api

M.namespace = api.nvim_create_namespace("pi.findings")

local SEVERITIES = { error = 1, warning = 2, info = 3, hint = 4 }

---@param finding { line: integer, column?: integer, end_line?: integer, message: string, severity?: string }
---@return vim.Diagnostic
local function diagnostic(finding)
  return {
    lnum = finding.line - 1,
    col = (finding.column or 1) - 1,
    end_lnum = (finding.end_line or finding.line) - 1,
    message = finding.message,
    severity = SEVERITIES[finding.severity] or vim.diagnostic.severity.INFO,
    source = "pi",
  }
end

--- Those of a file that is not loaded yet are drawn when it is.
local function watch()
  api.nvim_create_autocmd("BufReadPost", {
    group = api.nvim_create_augroup("pi.see.findings", { clear = true }),
    desc = "pi: show what was found in a file",
    callback = function(args)
      if #vim.diagnostic.get(args.buf, { namespace = M.namespace }) > 0 then
        vim.diagnostic.show(M.namespace, args.buf)
      end
    end,
  })
end

---@param count integer
---@param what string
---@return string
local function counted(count, what)
  return count == 1 and "1 " .. what or ("%d %ss"):format(count, what)
end

---@type pi.see.Answer
function M.set(_, params, done)
  local name = require("pi.chat.file_window").buffer_name
  vim.diagnostic.reset(M.namespace)
  watch()
  local by_buf = {} ---@type table<integer, vim.Diagnostic[]>
  for _, finding in ipairs(params.findings) do
    local buf = require("pi.see.find").one(finding.path) or vim.fn.bufadd(name(finding.path))
    by_buf[buf] = by_buf[buf] or {}
    table.insert(by_buf[buf], diagnostic(finding))
  end
  for buf, found in pairs(by_buf) do
    vim.diagnostic.set(M.namespace, buf, found)
  end
  local files = vim.tbl_count(by_buf)
  if files > 0 then
    local text = "pi shows %s in %s: :PiFindings lists them"
    require("pi.notify").info(text:format(counted(#params.findings, "finding"), counted(files, "file")))
  end
  done(nil, { files = files })
end

--- Lists them in the quickfix list, which it opens.
function M.list()
  if #vim.diagnostic.get(nil, { namespace = M.namespace }) == 0 then
    require("pi.notify").info("pi has shown no findings")
    return
  end
  require("pi.chat.file_window").leave_float()
  vim.diagnostic.setqflist({ namespace = M.namespace, title = "pi: findings" })
end

--- Takes them away.
function M.clear()
  vim.diagnostic.reset(M.namespace)
end

return M
