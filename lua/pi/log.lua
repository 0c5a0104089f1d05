--- The log file, which the host writes to as well: one line per record, always appended.
local M = {}

---@alias pi.LogLevel "debug"|"info"|"warn"|"error"|"off"

---@type table<pi.LogLevel, integer>
local levels = { debug = 1, info = 2, warn = 3, error = 4, off = 5 }

--- Size at which the file becomes `pi.log.1`, looked at when it is opened.
local ROTATE_BYTES = 1024 * 1024

---@type integer? file descriptor
local fd
local is_broken = false

---@return string
function M.path()
  return vim.fs.joinpath(vim.fn.stdpath("log") --[[@as string]], "pi.log")
end

--- For the rest of this Neovim, in place of the option.
---@type pi.LogLevel?
local chosen

---@return pi.LogLevel
function M.level()
  return chosen or require("pi.config").get().log_level
end

--- The levels, from all to nothing.
---@return pi.LogLevel[]
function M.levels()
  local names = vim.tbl_keys(levels)
  table.sort(names, function(a, b)
    return levels[a] < levels[b]
  end)
  return names
end

--- Logs at a level for the rest of this Neovim, the host too.
---@param level string
---@return boolean ok false where there is no such level: that is said
function M.choose(level)
  if levels[level] == nil then
    local names = table.concat(M.levels(), ", ")
    require("pi.notify").error(("there is no log level %q: use %s"):format(level, names))
    return false
  end
  chosen = level
  require("pi.host").log_anew()
  return true
end

--- Opens the file when it is needed; a log that cannot be written must not stop anything.
---@return integer? fd
local function file()
  if fd or is_broken then
    return fd
  end
  local path = M.path()
  vim.fn.mkdir(vim.fs.dirname(path), "p")
  local stat = vim.uv.fs_stat(path)
  if stat and stat.size > ROTATE_BYTES then
    vim.uv.fs_rename(path, path .. ".1")
  end
  fd = vim.uv.fs_open(path, "a", tonumber("600", 8))
  is_broken = fd == nil
  return fd
end

--- The file as it shall be given to the host: rotated first, since the host keeps it open.
---@return string path
function M.prepare()
  pcall(file)
  return M.path()
end

---@param level pi.LogLevel
---@param message string
---@param ... any
local function write(level, message, ...)
  if levels[level] < levels[M.level()] then
    return
  end
  local parts = { message }
  for i = 1, select("#", ...) do
    local detail = select(i, ...)
    parts[#parts + 1] = type(detail) == "string" and detail
      or vim.inspect(detail, { newline = " ", indent = "" })
  end
  local seconds, micros = vim.uv.gettimeofday()
  local time = os.date("!%Y-%m-%dT%H:%M:%S", seconds) .. (".%03dZ"):format(math.floor(micros / 1000))
  local text = table.concat(parts, " "):gsub("\n", "\\n")
  local target = file()
  if target then
    vim.uv.fs_write(target, ("%s %s lua %s\n"):format(time, level:upper(), text))
  end
end

--- Prompts, replies and anything else that may hold private text goes here and only here.
---@param message string
---@param ... any
function M.debug(message, ...)
  write("debug", message, ...)
end

---@param message string
---@param ... any
function M.info(message, ...)
  write("info", message, ...)
end

---@param message string
---@param ... any
function M.warn(message, ...)
  write("warn", message, ...)
end

---@param message string
---@param ... any
function M.error(message, ...)
  write("error", message, ...)
end

--- Shows the log at its end, in a window of its own below all others: its lines are long.
function M.open()
  local path = M.path()
  if not vim.uv.fs_stat(path) then
    require("pi.notify").info(("there is no log yet: it will be %s"):format(path))
    return
  end
  local buf = vim.fn.bufadd(path)
  vim.fn.bufload(buf)
  vim.bo[buf].readonly = true
  vim.bo[buf].autoread = true
  require("pi.chat.file_window").leave_float()
  local shown = vim.fn.bufwinid(buf)
  if shown ~= -1 then
    vim.api.nvim_set_current_win(shown)
  else
    vim.cmd.sbuffer({ args = { tostring(buf) }, mods = { split = "botright" } })
  end
  vim.cmd.checktime(buf)
  vim.cmd("normal! G")
end

return M
