--- One entry of the tree in a float above it.
local M = {}

---@param hunks pi.event.Hunk[]
---@return string[]
local function lines_of(hunks)
  local lines = {}
  for _, hunk in ipairs(hunks) do
    vim.list_extend(lines, hunk.lines)
  end
  return lines
end

--- Shows an entry as the transcript would, until it is closed.
---@param entry { hunks: pi.event.Hunk[], title: string, label?: string }
function M.open(entry)
  local clean = require("pi.status").clean
  local title = clean(entry.label and ("%s [%s]"):format(entry.title, entry.label) or entry.title)
  local buf = require("pi.float").open(lines_of(entry.hunks), { title = title })
  vim.bo[buf].modifiable, vim.bo[buf].modeline = true, false
  require("pi.chat.patch").write({ buf = buf, count = 0 }, { reset = true, hunks = entry.hunks })
  vim.bo[buf].modifiable = false
end

return M
