--- The last lines that the host wrote to stderr.
local M = {}

local KEPT_LINES = 50

---@class pi.host.Stderr
---@field lines string[]
---@field partial string a line that has not ended yet
local Stderr = {}
Stderr.__index = Stderr

---@return pi.host.Stderr
function M.new()
  return setmetatable({ lines = {}, partial = "" }, Stderr)
end

--- Takes lines as a job gives them: the first one goes on where the last one of the call before stopped.
---@param lines string[]
function Stderr:add(lines)
  self.partial = self.partial .. lines[1]
  for i = 2, #lines do
    require("pi.log").warn("host stderr:", self.partial)
    table.insert(self.lines, self.partial)
    self.partial = lines[i]
  end
  while #self.lines > KEPT_LINES do
    table.remove(self.lines, 1)
  end
end

---@return string
function Stderr:first()
  return self.lines[1] or self.partial
end

--- The last line that tells something: stack frames and Node's own footer do not.
---@return string in brackets after a space, or nothing
function Stderr:last_words()
  local lines = vim.list_extend(vim.list_slice(self.lines), { self.partial })
  local line = vim.iter(lines):rev():find(function(text)
    return text:find("%a") ~= nil and not text:find("^%s+at ") and not text:find("^Node%.js v")
  end)
  return line and (" (%s)"):format(vim.trim(line)) or ""
end

return M
