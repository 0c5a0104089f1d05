--- Lets the user pick one of a list: with `vim.ui.select` where they have replaced it, else in our own floating window
--- with a filter, numbers, a mark at the current one, and a preview. >lua
---
---   local picker = require("pi.pick").open({
---     title = "Models",
---     items = { { text = "anthropic/claude", detail = { "200k", "images" }, preview = "…", value = model } },
---     current = "anthropic/claude",          -- the `value` that is marked, and where the cursor begins
---     on_choice = function(value, item) end, -- called once, after the windows are closed
---     on_cancel = function() end,            -- called once instead
---     actions = { { key = "<C-x>", desc = "delete", run = function(item, picker) end } }, -- the picker stays open
---     loading = true,                        -- more items come: `add`, and `done` or `fail` at the end
---     empty = "there is nothing to pick",    -- the sentence for an empty list
---   })
---   picker:add(items)     picker:done()    picker:fail("one sentence")
---   picker:remove(item)   picker:update(item, …) picker:close()    picker:is_open()
---
--- Open it at once, in answer to a key or a command, and add what is asked for when it comes: a window that opens later
--- would take the keys of somebody who types elsewhere by then. `text`, `detail` and `preview` may come from outside.
--- An item's `preview` is a text, or a function `(item, show)` that returns one or calls `show(text)` later.
local M = {}

---@class pi.pick.Item
---@field text string
---@field detail? string|string[] one or more columns
---@field preview? string|fun(item: pi.pick.Item, show: fun(text: string)): string?
---@field value any

---@class pi.pick.Action
---@field key string
---@field desc string
---@field run fun(item: pi.pick.Item, picker: pi.pick.Handle)

---@class pi.pick.Opts
---@field title string
---@field items? pi.pick.Item[]
---@field current? any
---@field on_choice fun(value: any, item: pi.pick.Item)
---@field on_cancel? fun()
---@field actions? pi.pick.Action[]
---@field choice_desc? string what a choice does, in a word, then a colon and more; with it those who have only `vim.ui.select` are asked for an action too
---@field loading? boolean
---@field empty? string
---@field preview? boolean whether there is a preview, where the first items do not tell
---@field kind? string for `vim.ui.select`, default `pi`

---@class pi.pick.Handle
---@field opts pi.pick.Opts
---@field add fun(self, items: pi.pick.Item[])
---@field done fun(self)
---@field fail fun(self, problem: string)
---@field remove fun(self, item: pi.pick.Item)
---@field update fun(self, ...: pi.pick.Item)
---@field close fun(self)
---@field is_open fun(self): boolean

--- Whether the user has put something better in place of Neovim's own function. Looked at each time: many plugins
--- replace them late.
---@param name "select"|"input" of `vim.ui`
---@return boolean
function M.is_replaced(name)
  local source = debug.getinfo(vim.ui[name], "S").source:gsub("\\", "/")
  return not (source:find("^@vim/ui") or source:find("lua/vim/ui%.lua$"))
end

--- Opens a picker.
---@param opts pi.pick.Opts
---@return pi.pick.Handle?
function M.open(opts)
  if vim.fn.getcmdwintype() ~= "" then
    require("pi.notify").warn("close the command-line window first: nothing opens from it")
    return nil
  end
  require("pi.highlight").setup()
  local kind = M.is_replaced("select") and "pi.pick.select" or "pi.pick.picker"
  return require(kind).open(opts)
end

return M
