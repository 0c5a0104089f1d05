--- A picker that is `vim.ui.select`, for users who have replaced it: it gets the whole list at once.
---@class pi.pick.Select: pi.pick.Handle
local Select = {}
Select.__index = Select

local M = {}

---@param opts pi.pick.Opts
---@return fun(item: pi.pick.Item): string
local function formatter(opts)
  local clean = require("pi.status").clean
  return function(item)
    local detail = item.detail
    local parts = { item.text }
    vim.list_extend(parts, type(detail) == "table" and detail or { detail })
    local mark = opts.current ~= nil and item.value == opts.current and "● " or ""
    return clean(mark .. table.concat(parts, "  "))
  end
end

--- A window that opens now must not take keys that are meant for another: it waits for normal mode.
---@param run fun()
local function in_normal_mode(run)
  if vim.api.nvim_get_mode().mode == "n" then
    run()
    return
  end
  vim.api.nvim_create_autocmd("ModeChanged", {
    pattern = "*:n",
    once = true,
    desc = "pi: open the list when nothing is being typed",
    callback = vim.schedule_wrap(function()
      in_normal_mode(run)
    end),
  })
end

--- Asks what is to be done with an item: `vim.ui.select` has no keys for the actions.
---@param opts pi.pick.Opts
---@param item pi.pick.Item
---@param choose fun()
---@param handle pi.pick.Handle
local function ask_action(opts, item, choose, handle)
  local ways = { { desc = opts.choice_desc, run = choose } }
  vim.list_extend(ways, opts.actions)
  local ask = {
    prompt = require("pi.status").clean(item.text),
    kind = "pi.action",
    format_item = function(way)
      return way.desc
    end,
  }
  vim.ui.select(ways, ask, function(way)
    if way then
      way.run(item, handle)
    elseif opts.on_cancel then
      opts.on_cancel()
    end
  end)
end

---@param self pi.pick.Select
---@param item pi.pick.Item
local function chosen(self, item)
  local opts = self.opts
  local function choose()
    opts.on_choice(item.value, item)
  end
  if opts.choice_desc and opts.actions then
    ask_action(opts, item, choose, self)
  else
    choose()
  end
end

function Select:_show()
  local opts, items = self.opts, self.items
  if #items == 0 then
    self.is_over = true
    require("pi.notify").info(opts.empty or "there is nothing to pick")
    return
  end
  local ask = { prompt = opts.title, kind = opts.kind or "pi", format_item = formatter(opts) }
  vim.ui.select(items, ask, function(item)
    if self.is_over then
      return
    end
    self.is_over = true
    if item then
      chosen(self, item)
    elseif opts.on_cancel then
      opts.on_cancel()
    end
  end)
end

---@param items pi.pick.Item[]
function Select:add(items)
  vim.list_extend(self.items, items)
end

function Select:done()
  if not self.is_over and not self.is_done then
    self.is_done = true
    in_normal_mode(function()
      if not self.is_over then
        self:_show()
      end
    end)
  end
end

---@param problem string
function Select:fail(problem)
  if not self.is_over then
    self.is_over = true
    require("pi.notify").error(problem)
  end
end

---@param item pi.pick.Item
function Select:remove(item)
  self.items = vim
    .iter(self.items)
    :filter(function(other)
      return other ~= item
    end)
    :totable()
end

function Select.update() end

function Select:close()
  self.is_over = true
end

---@return boolean
function Select:is_open()
  return not self.is_over
end

---@param opts pi.pick.Opts
---@return pi.pick.Handle
function M.open(opts)
  local select = setmetatable({ opts = opts, items = {}, is_over = false, is_done = false }, Select)
  select:add(opts.items or {})
  if not opts.loading then
    select:done()
  end
  return select
end

return M
