--- How a session looks in a list.
local M = {}

local UNITS = { { 31536000, "y" }, { 2592000, "mo" }, { 86400, "d" }, { 3600, "h" }, { 60, "min" } }

---@param modified integer Unix milliseconds
---@return string e.g. `3 h`
local function age(modified)
  local passed = os.time() - modified / 1000
  for _, unit in ipairs(UNITS) do
    if passed >= unit[1] then
      return ("%d %s"):format(math.floor(passed / unit[1]), unit[2])
    end
  end
  return "now"
end

---@param row pi.SessionRow
---@return string
function M.title(row)
  return row.name or row.first or "(nothing said)"
end

---@param cost? number
---@return string
local function cost_text(cost)
  return cost and cost > 0 and (cost < 0.01 and "<$0.01" or ("$%.2f"):format(cost)) or ""
end

---@param count? integer
---@return string
local function count_text(count)
  return count and ("%d msg"):format(count) or ""
end

---@param row pi.SessionRow
---@return string
local function preview(row)
  local lines = { M.title(row) }
  if row.name and row.first then
    vim.list_extend(lines, { "", row.first })
  end
  if row.last and row.last ~= row.first then
    vim.list_extend(lines, { "…", row.last })
  end
  local facts =
    { vim.fn.fnamemodify(row.cwd, ":~"), count_text(row.messages), row.model, cost_text(row.cost) }
  facts[#facts + 1] = os.date("%Y-%m-%d %H:%M", math.floor(row.modified / 1000)) --[[@as string]]
  local said = vim.tbl_filter(function(fact)
    return fact ~= ""
  end, facts)
  vim.list_extend(lines, { "", table.concat(said, " · ") })
  return table.concat(lines, "\n")
end

--- Brings an item of the picker up to date with its session.
---@param item pi.pick.Item
---@param row pi.SessionRow
---@param all boolean the list is of every folder
function M.fill(item, row, all)
  item.value = row
  item.text = M.title(row)
  item.detail = { age(row.modified), count_text(row.messages), row.model or "", cost_text(row.cost) }
  if all then
    table.insert(item.detail, 1, vim.fn.fnamemodify(row.cwd, ":~"))
  end
  item.preview = function()
    return preview(row)
  end
end

return M
