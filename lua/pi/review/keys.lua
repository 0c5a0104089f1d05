--- Keys of a review: which there are, and where they are set.
local M = {}

local api = vim.api

---@class pi.review.Key
---@field [1] string name in `keys.review`, and its <Plug>(pi-review-…) map
---@field [2] string what it does
---@field [3] string module of the review
---@field [4] string function there

---@type pi.review.Key[]
M.keys = {
  { "accept", "accept the change", "judge", "accept" },
  { "reject", "reject it: the text from before comes back", "judge", "reject" },
  { "accept_file", "accept the whole file", "whole", "accept" },
  { "reject_file", "reject the whole file", "whole", "reject" },
  { "undo", "take the last decision back", "judge", "undo" },
  { "note", "write a note on the change, for pi", "note", "write" },
  { "send", "close, and send the notes", "note", "send" },
  { "merge", "merge pi's changes into your unsaved ones", "merge", "run" },
  { "both", "keep both sides of a conflict", "merge", "keep_both" },
  { "next_file", "to the next file", "walk", "next" },
  { "prev_file", "to the file before", "walk", "prev" },
  { "open", "show the file of this line", "walk", "at_cursor" },
  { "close", "close the review", "walk", "close" },
  { "help", "list the keys", "walk", "help" },
}

---@param name string
---@return string[]
local function configured(name)
  return require("pi.config").keys("review", name)
end

--- Keys of one letter are left to editing where a file can be edited; to close the review is worth one.
---@param name string
---@param lhs string
---@return boolean
local function is_for_file(name, lhs)
  return name ~= "open" and (name == "close" or #lhs > 1)
end

--- A key to name in a hint: one that works everywhere.
---@param name string
---@return string?
function M.lhs(name)
  local keys = configured(name)
  return vim.iter(keys):find(function(lhs)
    return is_for_file(name, lhs)
  end) or keys[1]
end

---@param key pi.review.Key
---@return fun()
local function action(key)
  return function()
    local state = require("pi.review").current()
    if state then
      require("pi.review." .. key[3])[key[4]](state)
    end
  end
end

---@param buf integer
---@param is_file boolean
---@return { lhs: string, before?: table }[] what was set, and the user's own map that it hides
local function map(buf, is_file)
  local set = {}
  local function add(lhs, rhs, key, remap)
    local before = api.nvim_buf_call(buf, function()
      return vim.fn.maparg(lhs, "n", false, true)
    end)
    set[#set + 1] = { lhs = lhs, before = before.buffer == 1 and before or nil }
    vim.keymap.set("n", lhs, rhs, { buffer = buf, nowait = true, remap = remap, desc = "pi: " .. key[2] })
  end
  for _, key in ipairs(M.keys) do
    local plug = ("<Plug>(pi-review-%s)"):format((key[1]:gsub("_", "-")))
    add(plug, action(key), key)
    for _, lhs in ipairs(configured(key[1])) do
      if not is_file or is_for_file(key[1], lhs) then
        add(lhs, plug, key, true)
      end
    end
  end
  return set
end

--- Sets the keys in a buffer of ours.
---@param buf integer
function M.attach(buf)
  map(buf, false)
end

---@type { buf: integer, set: { lhs: string, before?: table }[] }?
local lent

--- Takes the keys out of the user's buffer again; those of the user's own come back.
function M.withdraw()
  local borrowed = lent
  lent = nil
  if borrowed == nil or not api.nvim_buf_is_valid(borrowed.buf) then
    return
  end
  for _, key in ipairs(borrowed.set) do
    pcall(vim.keymap.del, "n", key.lhs, { buffer = borrowed.buf })
    if key.before then
      api.nvim_buf_call(borrowed.buf, function()
        vim.fn.mapset("n", false, key.before)
      end)
    end
  end
end

--- Sets the keys in the user's buffer while the cursor is in the review's window of it.
---@param buf integer
function M.lend(buf)
  if lent == nil or lent.buf ~= buf then
    M.withdraw()
    lent = { buf = buf, set = map(buf, true) }
  end
end

--- What the list of keys says.
---@return string[]
function M.lines()
  local lines, column = {}, #"]c  [c"
  for _, key in ipairs(M.keys) do
    column = math.max(column, api.nvim_strwidth(table.concat(configured(key[1]), "  ")))
  end
  for _, key in ipairs(M.keys) do
    local lhs = table.concat(configured(key[1]), "  ")
    if lhs ~= "" then
      lines[#lines + 1] = (" %s%s   %s "):format(lhs, (" "):rep(column - api.nvim_strwidth(lhs)), key[2])
    end
  end
  lines[#lines + 1] = (" %-" .. column .. "s   to the next change, and the one before "):format("]c  [c")
  return lines
end

return M
