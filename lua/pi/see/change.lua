--- Formats and saves files that the editor has open.
local M = {}

local api = vim.api

---@param path string
---@param done pi.see.Done
---@return integer? buf nil: `done` was told why
local function changeable(path, done)
  local find = require("pi.see.find")
  local buf = find.one(path)
  if buf == nil then
    done(find.not_open(path))
  elseif vim.bo[buf].readonly or not vim.bo[buf].modifiable then
    done(("%s is read-only in the editor"):format(find.shown(path)))
  else
    return buf
  end
end

---@type pi.see.Answer
function M.edit(_, params, done)
  local buf = changeable(params.path, done)
  if buf == nil then
    return
  elseif api.nvim_buf_get_changedtick(buf) ~= params.tick then
    done("the user has changed the text meanwhile: nothing was changed, read it again")
    return
  end
  for _, edit in ipairs(params.edits) do
    local from, to = edit.start, edit["end"]
    api.nvim_buf_set_text(buf, from[1], from[2], to[1], to[2], edit.lines)
  end
  done(nil, vim.NIL)
end

---@type pi.see.Answer
function M.format(_, params, done)
  local buf = changeable(params.path, done)
  if buf == nil then
    return
  end
  local tick = api.nvim_buf_get_changedtick(buf)
  local function params_of()
    local width = vim.lsp.util.get_effective_tabstop(buf)
    local options = { tabSize = width, insertSpaces = vim.bo[buf].expandtab }
    return { textDocument = { uri = vim.uri_from_bufnr(buf) }, options = options }
  end
  local lsp = require("pi.see.lsp")
  lsp.ask(buf, "textDocument/formatting", "format", params_of, function(problem, results)
    local result = results and results[1]
    if results == nil then
      done(problem)
    elseif result == nil or #result.value == 0 then
      done(nil, { isChanged = false })
    elseif not api.nvim_buf_is_loaded(buf) or api.nvim_buf_get_changedtick(buf) ~= tick then
      done("the user has changed the text meanwhile: nothing was formatted")
    else
      vim.lsp.util.apply_text_edits(result.value, buf, result.client.offset_encoding)
      done(nil, { isChanged = api.nvim_buf_get_changedtick(buf) ~= tick })
    end
  end)
end

--- Whether the file is not what the buffer was read from or written to: then `:write` asks.
---@param buf integer
---@param path string
---@return boolean
local function has_changed_on_disk(buf, path)
  local stamps = require("pi.edit.stamps")
  local now = stamps.of_file(path)
  return now ~= nil and not stamps.same(stamps.get(buf), now)
end

--- Writes a buffer as `:write` does, with everything that the user has tied to it.
---@param buf integer
---@return string? problem
local function write(buf)
  local ok, message = pcall(api.nvim_buf_call, buf, function()
    vim.cmd.write({ mods = { silent = true } })
  end)
  pcall(vim.cmd, "") -- 0.10 leaves what an autocommand threw to the next API call, which then fails
  return not ok and tostring(message):gsub("^.-Vim%(%w+%):", "") or nil
end

---@type pi.see.Answer
function M.save(_, params, done)
  local buf = changeable(params.path, done)
  if buf == nil then
    return
  elseif not vim.bo[buf].modified then
    done(nil, { isWritten = false })
    return
  end
  local name = require("pi.see.find").shown(params.path)
  if has_changed_on_disk(buf, params.path) then
    done(("%s was changed on disk too: only the user can decide which text to keep"):format(name))
    return
  end
  local problem = write(buf)
  if problem or vim.bo[buf].modified then
    done(("%s could not be saved: %s"):format(name, problem or "its buffer still has changes"))
  else
    done(nil, { isWritten = true })
  end
end

return M
