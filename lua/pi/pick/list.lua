--- The items of a picker: which pass the filter, which one is selected, which are in sight. Knows no window.
local match = require("pi.pick.match")

---@class pi.pick.Entry
---@field item pi.pick.Item
---@field number integer
---@field folded string what the filter looks at
---@field cells string[] text and details

---@class pi.pick.List
---@field all pi.pick.Entry[]
---@field shown pi.pick.Entry[]
---@field selected integer index in `shown`; 0 when it is empty
---@field top integer index in `shown` of the first row in sight
---@field widths integer[] of the columns of all items
---@field query string the filter as it was typed
---@field words string[] the same, folded
---@field moved boolean the user has chosen where to stand
local List = {}
List.__index = List

local M = {}

---@return pi.pick.List
function M.new()
  local all = {}
  return setmetatable(
    { all = all, shown = all, selected = 0, top = 1, widths = {}, words = {}, moved = false, query = "" },
    List
  )
end

---@param item pi.pick.Item
---@return string[]
local function cells_of(item)
  local clean = require("pi.status").clean
  local cells = { clean(item.text) }
  local detail = item.detail
  for _, text in ipairs(type(detail) == "table" and detail or { detail }) do
    cells[#cells + 1] = clean(text)
  end
  return cells
end

---@param cells string[]
function List:_measure(cells)
  for column, text in ipairs(cells) do
    self.widths[column] = math.max(self.widths[column] or 0, vim.api.nvim_strwidth(text))
  end
end

---@param items pi.pick.Item[]
---@param current any value of the item to begin at
function List:add(items, current)
  for _, item in ipairs(items) do
    local cells = cells_of(item)
    local entry = {
      item = item,
      cells = cells,
      folded = match.fold(table.concat(cells, " ")),
      number = #self.all + 1,
    }
    self:_measure(cells)
    self.all[#self.all + 1] = entry
    if not self.moved and current ~= nil and item.value == current and #self.words == 0 then
      self.selected = #self.all
    end
  end
  self:_refresh()
end

---@param item pi.pick.Item
---@return pi.pick.Entry?, integer?
function List:_find(item)
  for index, entry in ipairs(self.all) do
    if entry.item == item then
      return entry, index
    end
  end
end

---@param item pi.pick.Item
function List:remove(item)
  local _, index = self:_find(item)
  if index then
    table.remove(self.all, index)
    for number = index, #self.all do
      self.all[number].number = number
    end
    self:_refresh()
  end
end

--- Items have another text now: all of them are looked for, and filtered, at once.
---@param items pi.pick.Item[]
function List:update(items)
  local is_changed = {}
  for _, item in ipairs(items) do
    is_changed[item] = true
  end
  for _, entry in ipairs(self.all) do
    if is_changed[entry.item] then
      entry.cells = cells_of(entry.item)
      entry.folded = match.fold(table.concat(entry.cells, " "))
      self:_measure(entry.cells)
    end
  end
  self:_refresh()
end

---@param query string
function List:filter(query)
  if query == self.query then
    return
  end
  self.query, self.words = query, match.words(query)
  self.selected, self.top, self.moved = 1, 1, true
  self:_refresh()
end

--- A number that was typed means the item of this number before anything else.
---@param entry pi.pick.Entry
---@param number? integer
---@return integer? score
function List:_score(entry, number)
  return entry.number == number and -1 or match.score(entry.folded, self.words)
end

--- Those that fit, the best first. Few scores are different, so they are sorted and not the entries.
---@return pi.pick.Entry[]
function List:_fitting()
  local number = tonumber(self.query:match("^%s*(%d+)%s*$"))
  local by_score, scores = {}, {}
  for _, entry in ipairs(self.all) do
    local score = self:_score(entry, number)
    if score and by_score[score] == nil then
      scores[#scores + 1], by_score[score] = score, { entry }
    elseif score then
      table.insert(by_score[score], entry)
    end
  end
  table.sort(scores)
  local found = {}
  for _, score in ipairs(scores) do
    vim.list_extend(found, by_score[score])
  end
  return found
end

function List:_refresh()
  self.shown = #self.words == 0 and self.all or self:_fitting()
  self.selected = math.min(math.max(self.selected, 1), #self.shown)
end

---@param step integer
function List:move(step)
  self:go(math.min(math.max(self.selected + step, 1), #self.shown))
end

--- One step; behind the last comes the first.
---@param step 1|-1
function List:step(step)
  local count = #self.shown
  self:go(count == 0 and 0 or (self.selected - 1 + step) % count + 1)
end

---@param index integer
function List:go(index)
  self.moved = true
  self.selected = math.min(math.max(index, 1), #self.shown)
end

---@return pi.pick.Item?
function List:current()
  local entry = self.shown[self.selected]
  return entry and entry.item
end

--- The entries in sight, with the selected one among them.
---@param height integer
---@return pi.pick.Entry[]
function List:in_sight(height)
  self.top = math.min(self.top, math.max(1, #self.shown - height + 1))
  if self.selected < self.top then
    self.top = math.max(1, self.selected)
  elseif self.selected >= self.top + height then
    self.top = self.selected - height + 1
  end
  return vim.list_slice(self.shown, self.top, self.top + height - 1)
end

return M
