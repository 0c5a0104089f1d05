--- Buffers with unsaved changes whose file is another one now: they are not touched, and nobody is asked about them.
local M = {}

--- The state of the file that was dealt with last: it is looked at after every call of a tool.
---@type table<integer, pi.edit.Stamp>
local seen = {}

--- Whether the file has the text that the buffer was read from, as after somebody has put it back.
---@param buf integer
---@param update pi.edit.Update|pi.edit.Edits
---@return boolean
local function is_same_text(buf, update)
  local options = vim.bo[buf]
  return update.kind == "edits"
    and #update.edits == 0
    and update.format == options.fileformat
    and update.endOfLine == options.endofline
    and update.bomb == options.bomb
end

---@param buf integer
---@param file { tool?: string }
---@param update? pi.edit.Update|pi.edit.Edits
local function settle(buf, file, update)
  local apart = require("pi.edit.apart")
  if update and is_same_text(buf, update) then
    require("pi.edit.stamps").advance(buf, update.stamp)
    apart.clear(buf)
  else
    apart.conflict(buf, file.tool == nil)
  end
  -- Entering the buffer, Neovim would ask which text to keep. It still asks before it overwrites the file.
  require("pi.edit.guard").check(buf, "")
end

--- The file of a buffer with unsaved changes was changed, or may have been.
---@param agent_id integer
---@param buf integer
---@param file { path: string, tool?: string }
---@param is_saved fun() called where it has no unsaved changes any more
function M.changed(agent_id, buf, file, is_saved)
  local stamps = require("pi.edit.stamps")
  local stamp = stamps.of_file(file.path)
  if stamp and stamps.same(stamp, seen[buf]) then
    require("pi.edit.guard").check(buf, "") -- its permissions may be others
    return
  end
  seen[buf] = stamp
  if stamps.get(buf) == nil then
    settle(buf, file)
    return
  end
  local params = vim.tbl_extend("error", stamps.describe(buf, file.path), { agent = agent_id })
  require("pi.host").send_if_running("file.update", params, function(err, update)
    require("pi.edit.work").add(buf, function()
      if vim.bo[buf].modified then
        settle(buf, file, not err and update or nil)
      else
        is_saved()
      end
    end)
  end)
end

---@param buf integer
function M.forget(buf)
  seen[buf] = nil
end

return M
