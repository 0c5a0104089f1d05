--- Brings buffers up to date with files that pi has changed, and says where it does not.
local M = {}

local api = vim.api

--- How often a buffer follows a file that goes on changing under it.
local MOST_ROUNDS = 5

--- Buffers whose update is asked for: whatever changes meanwhile is in the answer, or asked for again.
---@type table<integer, { again: boolean, rounds: integer }>
local asked = {}

---@param buf integer
---@return boolean
local function reads_by_itself(buf)
  local own = vim.bo[buf].autoread
  if own == nil then
    return vim.go.autoread
  end
  return own
end

---@param buf integer
---@param path string
local function reload_whole(buf, path)
  local tick = api.nvim_buf_get_changedtick(buf)
  require("pi.edit.guard").check(buf, "reload")
  if api.nvim_buf_get_changedtick(buf) == tick then
    -- Neovim takes the buffer for up to date: its user was asked about an earlier change, and did not want it then. Or
    -- there was no file.
    require("pi.edit.guard").read_again(buf)
  end
  require("pi.edit.stamps").set(buf, require("pi.edit.stamps").of_file(path))
end

local ask

--- The file may have changed again behind the answer.
---@param agent_id integer
---@param buf integer
---@param path string
---@param rounds integer
local function follow(agent_id, buf, path, rounds)
  local stamps = require("pi.edit.stamps")
  local now = stamps.of_file(path)
  if now and not stamps.same(now, stamps.get(buf)) and rounds < MOST_ROUNDS then
    ask(agent_id, buf, path, rounds + 1)
  end
end

--- A folder would be listed in place of the text, and a pipe be waited for.
---@param path string
---@return boolean
local function is_file(path)
  local stat = vim.uv.fs_stat(path)
  return stat ~= nil and stat.type == "file"
end

---@param agent_id integer
---@param buf integer
---@param path string
---@param update pi.edit.Update
---@param rounds integer
local function take(agent_id, buf, path, update, rounds)
  if vim.bo[buf].modified then
    M.changed(agent_id, buf, { path = path, kind = "changed", tool = "" })
  elseif update.kind == "absent" or not is_file(path) then
    require("pi.edit.apart").gone(buf)
  elseif update.kind == "edits" and require("pi.edit.apply").fits(buf, update) then
    require("pi.edit.apply").apply(buf, update)
    require("pi.edit.stamps").advance(buf, update.stamp)
    require("pi.edit.marks").add(buf, update.edits)
    follow(agent_id, buf, path, rounds)
  else
    reload_whole(buf, path)
  end
end

--- Asks the host what has to change in a buffer, and has it done when the moment is right.
---@param agent_id integer
---@param buf integer
---@param path string
---@param rounds integer
function ask(agent_id, buf, path, rounds)
  local work = require("pi.edit.work")
  if require("pi.edit.stamps").get(buf) == nil then
    work.add(buf, function()
      take(agent_id, buf, path, { kind = vim.uv.fs_stat(path) and "reload" or "absent" }, rounds)
    end)
    return
  end
  asked[buf] = { again = false, rounds = rounds }
  local tick = api.nvim_buf_get_changedtick(buf)
  local params = vim.tbl_extend("error", require("pi.edit.stamps").describe(buf, path), { agent = agent_id })
  require("pi.host").send_if_running("file.update", params, function(err, update)
    if err or not api.nvim_buf_is_loaded(buf) then
      asked[buf] = nil
      return
    end
    work.add(buf, function()
      local entry = asked[buf]
      asked[buf] = nil
      local is_other = api.nvim_buf_get_changedtick(buf) ~= tick and not vim.bo[buf].modified
      if entry and (entry.again or is_other) and rounds < MOST_ROUNDS then
        ask(agent_id, buf, path, rounds + 1)
      else
        take(agent_id, buf, path, update, rounds)
      end
    end)
  end)
end

--- A file of this buffer was changed by pi, or may have been.
---@param agent_id integer
---@param buf integer
---@param file { path: string, kind: "changed"|"created"|"deleted"|"renamed", to?: string, tool?: string }
function M.changed(agent_id, buf, file)
  local stamps = require("pi.edit.stamps")
  local stamp = stamps.of_file(file.path)
  if stamp and require("pi.edit.apart").get(buf) == "gone" then
    require("pi.edit.apart").clear(buf) -- it has come back
  end
  if stamp == nil and (file.kind == "renamed" or file.kind == "deleted") then
    require("pi.edit.apart").gone(buf, file.to, file.tool == "revert")
  elseif stamps.same(stamp, stamps.get(buf)) then
    -- It holds that already. Neovim asks for changed permissions, too.
    if vim.bo[buf].modified or not reads_by_itself(buf) then
      require("pi.edit.guard").check(buf, "")
    end
  elseif vim.bo[buf].modified then
    require("pi.edit.unsaved").changed(agent_id, buf, file, function()
      M.changed(agent_id, buf, file)
    end)
  elseif not reads_by_itself(buf) then
    require("pi.edit.apart").left(buf)
    require("pi.edit.guard").check(buf, "")
  elseif asked[buf] then
    asked[buf].again = true
  else
    ask(agent_id, buf, file.path, 1)
  end
end

--- The user has taken back what kept a buffer from being brought up to date.
---@param agent_id integer
---@param buf integer
function M.resume(agent_id, buf)
  local path = require("pi.edit.buffers").path(buf)
  if path and reads_by_itself(buf) then
    ask(agent_id, buf, path, 1)
  end
end

---@param buf integer
function M.forget(buf)
  asked[buf] = nil
  require("pi.edit.unsaved").forget(buf)
end

--- A buffer that was read before its states were noted: brought up to date as Neovim itself does it when it gets the
--- focus, so that its text is known.
---@param buf integer
function M.adopt(buf)
  local path = require("pi.edit.buffers").path(buf)
  local stamps = require("pi.edit.stamps")
  local stamp = path and stamps.of_file(path)
  if path and stamp == nil then
    stamps.set_new(buf)
  end
  if path == nil or stamp == nil or stamps.get(buf) or vim.bo[buf].modified or not reads_by_itself(buf) then
    return
  end
  require("pi.edit.guard").check(buf, "")
  if not vim.bo[buf].modified then
    stamps.set(buf, stamp)
  end
end

return M
