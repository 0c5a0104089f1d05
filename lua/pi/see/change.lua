--- Changes and saves files that the editor has open.
local M = {}

local api = vim.api

---@type pi.see.Answer
function M.edit(_, params, done)
  local buf = require("pi.see.find").changeable(params.path, done)
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
  local buf = require("pi.see.find").changeable(params.path, done)
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
