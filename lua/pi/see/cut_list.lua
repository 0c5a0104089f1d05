--- Entries for the model: the first ones, and how many there are.
local M = {}

local MOST = 300

---@class pi.see.CutList
---@field found table[]
---@field total integer

---@return pi.see.CutList
function M.new()
  return { found = {}, total = 0 }
end

--- Counts an entry, which is made only where there is room for it.
---@param list pi.see.CutList
---@param make fun(): table
function M.add(list, make)
  list.total = list.total + 1
  if list.total <= MOST then
    list.found[list.total] = make()
  end
end

return M
