--- Formats a buffer with what its user formats it with: a language server, conform.nvim, or 'formatprg'.
local M = {}

local api = vim.api

--- Milliseconds for 'formatprg': the host waits a little longer.
local LIMIT_MS = 10000

local MEANWHILE = "the user has changed the text meanwhile: nothing was formatted"

---@param buf integer
---@param tick integer of the text that was formatted
---@return boolean
local function has_changed(buf, tick)
  return not api.nvim_buf_is_loaded(buf) or api.nvim_buf_get_changedtick(buf) ~= tick
end

---@param buf integer
---@param tick integer
---@param done pi.see.Done
---@param change fun()
local function apply(buf, tick, done, change)
  if has_changed(buf, tick) then
    done(MEANWHILE)
    return
  end
  change()
  done(nil, { isChanged = has_changed(buf, tick) })
end

---@param buf integer
---@param tick integer
---@param done pi.see.Done
local function by_server(buf, tick, done)
  local function params_of()
    local width = vim.lsp.util.get_effective_tabstop(buf)
    local options = { tabSize = width, insertSpaces = vim.bo[buf].expandtab }
    return { textDocument = { uri = vim.uri_from_bufnr(buf) }, options = options }
  end
  require("pi.see.lsp").ask(buf, "textDocument/formatting", "format", params_of, function(problem, results)
    local result = results and results[1]
    if results == nil then
      done(problem)
    elseif result == nil or #result.value == 0 then
      done(nil, { isChanged = false })
    else
      apply(buf, tick, done, function()
        vim.lsp.util.apply_text_edits(result.value, buf, result.client.offset_encoding)
      end)
    end
  end)
end

--- conform.nvim, where it has a formatter for the buffer.
---@param buf integer
---@return table?
local function conform_for(buf)
  local ok, conform = pcall(require, "conform")
  local has_one
  ok, has_one = pcall(function()
    return ok and #conform.list_formatters(buf) > 0
  end)
  return ok and has_one and conform or nil
end

---@param conform table
---@param buf integer
---@param tick integer
---@param done pi.see.Done
local function by_conform(conform, buf, tick, done)
  conform.format({ bufnr = buf, async = true, quiet = true, lsp_format = "never" }, function(err)
    if err then
      done(("conform.nvim says: %s"):format(type(err) == "table" and err.message or err))
    else
      done(nil, { isChanged = has_changed(buf, tick) })
    end
  end)
end

--- As `gq` takes it: % stands for the file. Its name is quoted: no shell takes it for anything else.
---@param program string
---@param name string
---@return string
local function command_of(program, name)
  return (
    program:gsub("(\\?)%%([:phtre~.]*)", function(escape, rest)
      if escape ~= "" then
        return "%" .. rest
      end
      local modifiers = ""
      while rest:find("^:[phtre~.]") do
        modifiers, rest = modifiers .. rest:sub(1, 2), rest:sub(3)
      end
      return vim.fn.shellescape(vim.fn.fnamemodify(name, modifiers == "" and ":." or modifiers)) .. rest
    end)
  )
end

--- Runs a command of the shell with lines as its input.
---@param command string
---@param lines string[]
---@param callback fun(code: integer, output: string[], errors: string[])
local function filter(command, lines, callback)
  local output, errors = {}, {}
  local timer = assert(vim.uv.new_timer())
  local job = vim.fn.jobstart(command, {
    stdout_buffered = true,
    stderr_buffered = true,
    on_stdout = function(_, data)
      output = data
    end,
    on_stderr = function(_, data)
      errors = data
    end,
    on_exit = function(_, code)
      timer:close()
      callback(code, output, errors)
    end,
  })
  timer:start(
    LIMIT_MS,
    0,
    vim.schedule_wrap(function()
      vim.fn.jobstop(job)
    end)
  )
  vim.fn.chansend(job, vim.list_extend(vim.list_slice(lines), { "" }))
  vim.fn.chanclose(job, "stdin")
end

---@param program string
---@param buf integer
---@param tick integer
---@param done pi.see.Done
local function by_program(program, buf, tick, done)
  local lines = api.nvim_buf_get_lines(buf, 0, -1, false)
  filter(command_of(program, api.nvim_buf_get_name(buf)), lines, function(code, output, errors)
    if output[#output] == "" then
      output[#output] = nil
    end
    if code ~= 0 or #output == 0 then
      local said = vim.trim(table.concat(errors, "\n"):sub(1, 500))
      local reason = said ~= "" and said
        or #output == 0 and "it gave no text"
        or ("exit code %d"):format(code)
      done(("'formatprg' of the user has failed: %s"):format(reason))
      return
    end
    apply(buf, tick, done, function()
      require("pi.review.hunks").become(buf, output)
    end)
  end)
end

---@type pi.see.Answer
function M.run(_, params, done)
  local find = require("pi.see.find")
  local buf = find.changeable(params.path, done)
  if buf == nil then
    return
  end
  local tick = api.nvim_buf_get_changedtick(buf)
  require("pi.see.lsp").wait_for(buf, "textDocument/formatting", function(clients)
    local program = vim.bo[buf].formatprg ~= "" and vim.bo[buf].formatprg or vim.go.formatprg
    local conform = #clients == 0 and conform_for(buf) or nil
    if #clients > 0 then
      by_server(buf, tick, done)
    elseif conform then
      by_conform(conform, buf, tick, done)
    elseif program ~= "" and vim.bo[buf].formatexpr == "" then
      by_program(program, buf, tick, done)
    else
      local name = find.shown(params.path)
      done(("the editor has nothing to format %s with: no language server, and no 'formatprg'"):format(name))
    end
  end)
end

return M
