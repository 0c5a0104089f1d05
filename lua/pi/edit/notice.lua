--- Says which buffers are not what their files are: one notice for all that a command has done at once.
local M = {}

--- Milliseconds that others of the same kind may join.
local GATHER_MS = 60

---@class pi.edit.Words
---@field one string with the file's name
---@field more string with the first file's name, and how many there are beside it

---@type table<string, pi.edit.Words>
local WORDS = {
  conflict = {
    one = "pi has changed %s too: your unsaved text is kept, :PiReview merges",
    more = "pi has changed %s and %d more too: your unsaved text is kept, :PiReview merges",
  },
  outside = {
    one = "%s has changed on disk: your unsaved text is kept",
    more = "%s and %d more have changed on disk: your unsaved text is kept",
  },
  left = {
    one = "pi has changed %s: :edit shows it",
    more = "pi has changed %s and %d more: :edit shows them",
  },
  gone = {
    one = "pi has deleted %s: its buffer keeps the text",
    more = "pi has deleted %s and %d more: their buffers keep the text",
  },
  removed = {
    one = "%s is not on disk any more: its buffer keeps the text",
    more = "%s and %d more are not on disk any more: their buffers keep the text",
  },
  renamed = {
    one = "pi has renamed %s: its buffer keeps the text",
    more = "pi has renamed %s and %d more: their buffers keep the text",
  },
}

---@type table<string, string[]> names by kind
local waiting = {}

local function flush()
  local said = waiting
  waiting = {}
  for kind, names in vim.spairs(said) do
    local words = WORDS[kind]
    local text = #names == 1 and words.one:format(names[1]) or words.more:format(names[1], #names - 1)
    require("pi.notify").warn(text)
  end
end

---@param kind "conflict"|"outside"|"left"|"gone"|"removed"|"renamed"
---@param name string
function M.add(kind, name)
  if next(waiting) == nil then
    vim.defer_fn(flush, GATHER_MS)
  end
  waiting[kind] = waiting[kind] or {}
  table.insert(waiting[kind], name)
end

return M
