--- From one change of pi's to the next, through all files of the run.
local M = {}

local api = vim.api

---@alias pi.edit.Direction 1|-1

---@type table<integer, { mode: string, lhs: string }[]> keys that were set in a buffer
local offered = {}

local NAMES = { next_change = 1, prev_change = -1 }

--- Sets the keys in a buffer that has changes; one that is the user's own stays.
---@param buf integer
function M.offer(buf)
  if offered[buf] then
    return
  end
  offered[buf] = {}
  for name, direction in pairs(NAMES) do
    for _, lhs in ipairs(require("pi.config").keys("file", name)) do
      local is_taken = api.nvim_buf_call(buf, function()
        return vim.fn.maparg(lhs, "n") ~= ""
      end)
      if not is_taken then
        vim.keymap.set("n", lhs, function()
          M.go(direction)
        end, { buffer = buf, desc = direction == 1 and "pi: next change" or "pi: previous change" })
        table.insert(offered[buf], { mode = "n", lhs = lhs })
      end
    end
  end
end

--- Takes the keys away again.
---@param buf integer
function M.withdraw(buf)
  for _, key in ipairs(offered[buf] or {}) do
    if api.nvim_buf_is_valid(buf) then
      pcall(vim.keymap.del, key.mode, key.lhs, { buffer = buf })
    end
  end
  offered[buf] = nil
end

---@param lines integer[] ascending
---@param line integer
---@param direction pi.edit.Direction
---@return integer?
local function beyond(lines, line, direction)
  for i = direction == 1 and 1 or #lines, direction == 1 and #lines or 1, direction do
    if (lines[i] - line) * direction > 0 then
      return lines[i]
    end
  end
end

--- The first change in the file that comes next.
---@param rows pi.ChangeRow[] file by file
---@param path? string where we are
---@param direction pi.edit.Direction
---@return pi.ChangeRow?
local function in_next_file(rows, path, direction)
  local from, to = 1, #rows
  if direction == -1 then
    from, to = to, from
  end
  local is_here = not vim.iter(rows):any(function(row)
    return row.path == path
  end)
  for i = from, to, direction do
    local row = rows[i]
    if row.path == path then
      is_here = true
    elseif is_here and vim.uv.fs_stat(row.path) then
      return row
    end
  end
end

---@param line integer
local function set_cursor(line)
  vim.cmd("normal! m'")
  api.nvim_win_set_cursor(0, { math.min(line, api.nvim_buf_line_count(0)), 0 })
  vim.cmd("normal! ^zv")
end

---@param row pi.ChangeRow
local function open(row)
  local buf = vim.fn.bufadd(require("pi.chat.file_window").buffer_name(row.path))
  vim.bo[buf].buflisted = true
  local ok, message = pcall(vim.cmd.buffer, { args = { tostring(buf) } })
  if not ok then
    require("pi.notify").error(("%s cannot be shown here: %s"):format(row.path, message))
    return
  end
  set_cursor(row.line)
end

---@param direction pi.edit.Direction
---@param rows pi.ChangeRow[]
local function go_on(direction, rows)
  local row = in_next_file(rows, require("pi.edit.buffers").path(api.nvim_get_current_buf()), direction)
  if row then
    open(row)
  else
    local which = direction == 1 and "last" or "first"
    require("pi.notify").info(
      #rows == 0 and "pi has changed no file in this run"
        or ("this is the %s change of the run"):format(which)
    )
  end
end

--- Goes to the next change, or to the one before; into the next file when there is none in this one.
---@param direction pi.edit.Direction
function M.go(direction)
  local agent = require("pi.agents").current(false)
  local line = beyond(require("pi.edit.marks").lines(0), vim.fn.line("."), direction)
  if line then
    set_cursor(line)
    return
  elseif agent == nil then
    require("pi.notify").info("pi has changed no file: there is no agent here")
    return
  end
  local win, buf = api.nvim_get_current_win(), api.nvim_get_current_buf()
  require("pi.edit.list").get(agent, "run", function(rows)
    -- Only where the user still is: nobody is taken elsewhere.
    if api.nvim_get_current_win() == win and api.nvim_get_current_buf() == buf then
      go_on(direction, rows)
    end
  end)
end

return M
