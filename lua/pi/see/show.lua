--- Shows the user a file: in a window with files, without taking the cursor from where it is.
local M = {}

local api = vim.api

--- Milliseconds that a user who is typing is waited for, and between two looks.
local PATIENCE_MS = 1500
local POLL_MS = 50

---@param win integer
---@param line? integer
local function reveal(win, line)
  if line then
    local last = api.nvim_buf_line_count(api.nvim_win_get_buf(win))
    api.nvim_win_set_cursor(win, { math.max(1, math.min(line, last)), 0 })
    api.nvim_win_call(win, function()
      vim.cmd("normal! zvzz")
    end)
  end
end

--- Whether the user may be about to do something in this window.
---@param win integer
---@return boolean
local function is_in_use(win)
  local moment = require("pi.dialog.moment")
  return win == api.nvim_get_current_win() and not (moment.is_safe() and moment.is_quiet(moment.QUIET_MS))
end

---@param win? integer
---@param buf integer
---@return integer? win that shows it
local function put(win, buf)
  local file_window = require("pi.chat.file_window")
  require("pi.chat.quiet").guard(function()
    if win and api.nvim_win_get_buf(win) ~= buf then
      api.nvim_win_call(win, function()
        vim.cmd("normal! m'")
      end)
      pcall(api.nvim_win_set_buf, win, buf)
    end
    if win == nil or api.nvim_win_get_buf(win) ~= buf then -- none, or 'nohidden' and changes that are not written
      win = file_window.split(buf, false)
    end
  end)
  return win
end

--- Says what is to be shown, when it can be read: in insert mode the mode stands where a notice would.
---@param path string
---@param line? integer
local function tell(path, line)
  if api.nvim_get_mode().mode:find("^[iR]") then
    api.nvim_create_autocmd("InsertLeave", {
      group = api.nvim_create_augroup("pi.see.show", { clear = true }),
      desc = "pi: say which file pi wants to show",
      once = true,
      callback = vim.schedule_wrap(function()
        tell(path, line)
      end),
    })
    return
  end
  local at = line and (":%d"):format(line) or ""
  local name = require("pi.status").clean(require("pi.see.find").shown(path))
  require("pi.notify").info(("pi wants to show you %s%s"):format(name, at))
end

--- Calls back when the user is in the middle of nothing in the window that would show it, or when that takes too long.
---@param buf integer
---@param callback fun(is_free: boolean, win?: integer)
local function wait_for_moment(buf, callback)
  local last_file, began = require("pi.chat.last_file"), vim.uv.now()
  local function look()
    local win = last_file.showing(buf) or last_file.last()
    local is_free = win == nil or not is_in_use(win)
    if is_free or vim.uv.now() - began >= PATIENCE_MS then
      callback(is_free, win)
    else
      vim.defer_fn(look, POLL_MS)
    end
  end
  look()
end

---@type pi.see.Answer
function M.open(_, params, done)
  local find, file_window = require("pi.see.find"), require("pi.chat.file_window")
  local stat = vim.uv.fs_stat(params.path)
  local known = find.one(params.path)
  if known == nil and (stat == nil or stat.type ~= "file") then
    done(("there is no file %s"):format(find.shown(params.path)))
    return
  end
  local buf = known or vim.fn.bufadd(file_window.buffer_name(params.path))
  wait_for_moment(buf, function(is_free, win)
    if not is_free then
      tell(params.path, params.line)
      done(nil, { isShown = false })
      return
    end
    vim.bo[buf].buflisted = true
    win = put(win, buf)
    if win and api.nvim_win_get_buf(win) == buf then
      reveal(win, params.line)
      done(nil, { isShown = true })
    else
      done(("%s could not be shown in a window"):format(find.shown(params.path)))
    end
  end)
end

return M
