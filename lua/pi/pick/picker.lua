--- Our own picker: joins the list, its windows and its keys.
local api = vim.api
local window = require("pi.pick.window")
local draw = require("pi.pick.draw")

--- Where the user was.
---@class pi.pick.Origin
---@field win integer
---@field cursor integer[]
---@field insert boolean

---@class pi.pick.Picker: pi.pick.Handle
---@field list pi.pick.List
---@field windows pi.pick.Windows
---@field rows integer as many rows as the list has ever had
---@field loading boolean
---@field problem? string
---@field origin pi.pick.Origin
---@field is_over boolean
---@field with_preview? boolean an item has one
---@field previewed? pi.pick.Item
---@field is_touched? boolean it is drawn anew soon
local Picker = {}
Picker.__index = Picker

local M = {}

---@param picker pi.pick.Picker
---@return string
local function footer_of(picker)
  local parts = { "<CR> " .. (picker.opts.choice_desc or "choose"):match("^[^:]+") }
  for _, action in ipairs(picker.opts.actions or {}) do
    parts[#parts + 1] = ("%s %s"):format(action.key, action.desc)
  end
  return table.concat(parts, " · ")
end

---@param items pi.pick.Item[]
---@return boolean
local function has_preview(items)
  return items[1] ~= nil and items[1].preview ~= nil
end

---@return pi.pick.Box
function Picker:_box()
  local opts = self.opts
  local with_preview = opts.preview == true or has_preview(opts.items or {}) or self.with_preview
  return window.box(self.loading and math.max(self.rows, 10) or self.rows, with_preview or false)
end

function Picker:_arrange()
  window.arrange(self.windows, self:_box(), self.opts.title, footer_of(self))
  self:_draw()
end

---@return string
function Picker:_count()
  local list = self.list
  if self.loading then
    return ("%d …"):format(#list.shown)
  end
  return #list.shown == #list.all and tostring(#list.all) or ("%d of %d"):format(#list.shown, #list.all)
end

function Picker:_draw()
  local windows, list = self.windows, self.list
  draw.input(windows.input_buf, self:_count())
  local config = api.nvim_win_get_config(windows.list)
  if self.problem then
    draw.sentence(windows.list_buf, self.problem)
  elseif #list.shown == 0 then
    local empty = #list.all > 0 and "nothing fits" or self.opts.empty or "there is nothing to pick"
    draw.sentence(windows.list_buf, self.loading and "…" or empty)
  else
    draw.rows(windows.list_buf, list, { width = config.width, height = config.height }, self.opts.current)
  end
  require("pi.pick.preview").show(self)
end

--- Draws once for all that happens in this moment.
function Picker:_touch()
  if self.is_touched or self.is_over then
    return
  end
  self.is_touched = true
  vim.schedule(function()
    self.is_touched = false
    if self:is_open() then
      self.rows = math.max(self.rows, #self.list.all)
      self:_arrange()
    end
  end)
end

---@return boolean
function Picker:is_open()
  return not self.is_over
end

---@param items pi.pick.Item[]
function Picker:add(items)
  if not self.is_over then
    self.with_preview = self.with_preview or has_preview(items)
    self.list:add(items, self.opts.current)
    self:_touch()
  end
end

function Picker:done()
  self.loading = false
  self:_touch()
end

--- Shows a sentence in place of the list.
---@param problem string
function Picker:fail(problem)
  self.loading, self.problem = false, problem
  self:_touch()
end

---@param item pi.pick.Item
function Picker:remove(item)
  self.list:remove(item)
  self:_touch()
end

---@param ... pi.pick.Item
function Picker:update(...)
  self.list:update({ ... })
  self.previewed = nil
  self:_touch()
end

--- Takes in what has been typed so far: while more keys wait Neovim does not tell. It is one line, whatever was pasted.
function Picker:_typed()
  local lines = api.nvim_buf_get_lines(self.windows.input_buf, 0, -1, false)
  if #lines > 1 then
    api.nvim_buf_set_lines(self.windows.input_buf, 0, -1, false, { table.concat(lines, " ") })
  end
  self.list:filter(table.concat(lines, " "))
  self:_draw()
end

---@param step 1|-1
function Picker:step(step)
  self:_typed()
  self.list:step(step)
  self:_draw()
end

---@param pages number
function Picker:page(pages)
  local height = api.nvim_win_get_height(self.windows.list)
  local rows = math.max(1, math.floor(math.abs(pages) * height))
  self.list:move(pages > 0 and rows or -rows)
  self:_draw()
end

---@param index number
function Picker:go(index)
  self.list:go(index)
  self:_draw()
end

---@param pages 1|-1
function Picker:scroll_preview(pages)
  require("pi.pick.preview").scroll(self, pages)
end

--- Goes back to where the user was, in the mode they were in.
---@return boolean is_done false: it was over already
function Picker:_end()
  if self.is_over then
    return false
  end
  self.is_over = true
  local origin = self.origin
  local is_inserting = api.nvim_get_mode().mode:find("^[iR]") ~= nil
  local is_here = api.nvim_get_current_win() == self.windows.input
  window.close(self.windows)
  if not is_here then
    return true
  end
  if api.nvim_win_is_valid(origin.win) then
    api.nvim_set_current_win(origin.win)
  end
  if not origin.insert then
    vim.cmd.stopinsert() -- also of an insertion that has not begun yet
  elseif api.nvim_get_current_win() == origin.win then
    pcall(api.nvim_win_set_cursor, origin.win, origin.cursor)
    if not is_inserting then
      vim.cmd(origin.cursor[2] >= vim.fn.col("$") - 1 and "startinsert!" or "startinsert")
    end
  end
  return true
end

function Picker:cancel()
  if self:_end() and self.opts.on_cancel then
    self.opts.on_cancel()
  end
end

function Picker:close()
  self:cancel()
end

function Picker:choose()
  self:_typed()
  local item = self.list:current()
  if item and self:_end() then
    -- The mode changes after this key.
    vim.schedule(function()
      self.opts.on_choice(item.value, item)
    end)
  end
end

---@param action pi.pick.Action
function Picker:act(action)
  self:_typed()
  local item = self.list:current()
  if item then
    action.run(item, self)
  end
end

function Picker:_watch()
  local buf = self.windows.input_buf
  local group = api.nvim_create_augroup("pi.pick." .. buf, { clear = true })
  local function on(events, pattern, run)
    api.nvim_create_autocmd(events, {
      group = group,
      buffer = pattern and buf or nil,
      desc = "pi: the list to pick from",
      callback = function()
        if self:is_open() then
          run()
        end
      end,
    })
  end
  on({ "TextChanged", "TextChangedI" }, true, function()
    self:_typed()
  end)
  on("VimResized", false, function()
    self:_touch()
  end)
  on({ "WinLeave", "BufLeave" }, true, function()
    vim.schedule(function()
      self:cancel()
    end)
  end)
  api.nvim_create_autocmd("BufWipeout", {
    buffer = buf,
    once = true,
    callback = function()
      pcall(api.nvim_del_augroup_by_id, group)
    end,
  })
end

--- A picker that is opened from within another takes its place: it leads back to where that one would.
---@param mode string
---@return pi.pick.Origin
local function origin_of(mode)
  local win = api.nvim_get_current_win()
  return vim.w[win].pi_pick_origin
    or { win = win, insert = mode:find("^[iR]") ~= nil, cursor = api.nvim_win_get_cursor(win) }
end

---@param opts pi.pick.Opts
---@return pi.pick.Handle
function M.open(opts)
  local mode = api.nvim_get_mode().mode
  local origin = origin_of(mode)
  if mode:find("^[vV\22sS\19]") then
    vim.cmd.normal({ vim.keycode("<Esc>"), bang = true })
  end
  local items = opts.items or {}
  local picker = setmetatable({
    opts = opts,
    list = require("pi.pick.list").new(),
    loading = opts.loading or false,
    rows = #items,
    origin = origin,
    is_over = false,
  }, Picker)
  picker.list:add(items, opts.current)
  picker.windows = window.open(picker:_box(), opts.title, footer_of(picker))
  vim.w[picker.windows.input].pi_pick_origin = origin
  require("pi.pick.keys").attach(picker.windows.input_buf, picker)
  picker:_watch()
  picker:_draw()
  vim.cmd.startinsert()
  return picker
end

return M
