--- A choice in a window of ours: the question, and below it numbered options with one key each.
local M = {}

local api = vim.api

--- Keys of options, in their order: those that move, search and yank are left out.
local KEYS = vim.split("123456789acdfimoprstux", "")
--- Keys that would complain about a buffer which cannot be changed.
local IDLE_KEYS = vim.split("aAcCdDiIJoOpPrRsSuUxX.=~><", "")

---@class pi.dialog.Option
---@field text pi.ShownText
---@field reply? table
---@field run? fun(view: pi.dialog.View) in place of a reply
---@field key? string one that is always its own

---@class pi.dialog.Choice
---@field view pi.dialog.View
---@field frame pi.dialog.Frame
---@field question pi.ShownText
---@field options pi.dialog.Option[]
---@field shown pi.dialog.Option[] those that the filter lets through
---@field rows integer[] line of each of them
---@field at integer index of the one that <CR> takes
---@field filter string
---@field has_filter boolean
---@field entry? pi.dialog.Entry

--- The key of the option at this place of the list, or nil.
---@param option pi.dialog.Option
---@param place integer
---@return string?
local function key_of(option, place)
  return option.key or KEYS[place]
end

--- Question and options as lines; where the options begin is kept in `self.rows`.
---@param self pi.dialog.Choice
---@return pi.ShownText
local function compose(self)
  local lines, marks = vim.list_slice(self.question.lines), vim.list_slice(self.question.marks)
  if #lines > 0 then
    table.insert(lines, "")
  end
  self.rows = {}
  for place, option in ipairs(self.shown) do
    local key = ("%s  "):format(key_of(option, place) or " ")
    lines[#lines + 1] = key .. option.text.lines[1]
    local row = #lines - 1
    self.rows[place] = row + 1
    vim.list_extend(marks, { row, 0, 1, "PiDialogKey" })
    for i = 1, #option.text.marks, 4 do
      local col, end_col = option.text.marks[i + 1], option.text.marks[i + 2]
      vim.list_extend(marks, { row, col + #key, end_col + #key, option.text.marks[i + 3] })
    end
  end
  if #self.shown == 0 then
    lines[#lines + 1] = #self.options == 0 and "There is nothing to choose from."
      or "No option has this in it."
    vim.list_extend(marks, { #lines - 1, 0, #lines[#lines], "PiDialogHint" })
  end
  return { lines = lines, marks = marks, rows = self.question.rows }
end

local ns = api.nvim_create_namespace("pi.dialog.selected")

---@param self pi.dialog.Choice
local function mark_selected(self)
  api.nvim_buf_clear_namespace(self.frame.buf, ns, 0, -1)
  local row = self.rows[self.at]
  if row then
    api.nvim_buf_set_extmark(self.frame.buf, ns, row - 1, 0, { line_hl_group = "PiDialogSelected" })
  end
end

--- Goes to an option, from the last to the first and back.
---@param self pi.dialog.Choice
---@param place integer
local function select(self, place)
  if #self.shown == 0 then
    return
  end
  self.at = (place - 1) % #self.shown + 1
  pcall(api.nvim_win_set_cursor, self.frame.win, { self.rows[self.at], 0 })
  mark_selected(self)
  self.frame:redraw()
end

--- The option follows the cursor; above the options there is none yet.
---@param self pi.dialog.Choice
local function follow_cursor(self)
  local row = api.nvim_win_get_cursor(self.frame.win)[1]
  local first = self.rows[1]
  self.at = first and row >= first and row - first + 1 or 0
  mark_selected(self)
end

---@param self pi.dialog.Choice
---@param option pi.dialog.Option
local function choose(self, option)
  if option.run then
    option.run(self.view)
  else
    self.view:answer(option.reply)
  end
end

---@param self pi.dialog.Choice
local function take(self)
  local option = self.shown[self.at]
  if option then
    choose(self, option)
  else
    select(self, 1)
  end
end

--- All words of the filter are in the label, whatever their order; capitals count when there are any.
---@param label string
---@param filter string
---@return boolean
local function passes(label, filter)
  local is_exact = filter:find("%u") ~= nil
  local text = is_exact and label or vim.fn.tolower(label)
  return vim.iter(vim.split(filter, "%s+", { trimempty = true })):all(function(word)
    return text:find(is_exact and word or vim.fn.tolower(word), 1, true) ~= nil
  end)
end

---@param self pi.dialog.Choice
---@param filter string
local function apply_filter(self, filter)
  self.filter = filter
  self.shown = vim
    .iter(self.options)
    :filter(function(option)
      return passes(option.text.lines[1], filter)
    end)
    :totable()
  self.frame:set_text(compose(self))
  self.frame.min_height = self.frame.box.height
  select(self, 1)
  mark_selected(self)
  self.frame:layout()
end

---@param self pi.dialog.Choice
local function open_filter(self)
  if not self.has_filter or self.entry then
    return
  end
  local function leave()
    local entry = self.entry
    self.entry = nil
    entry:close()
  end
  self.entry = require("pi.dialog.entry").over_border(self.view, {
    sign = "/",
    text = self.filter,
    on_change = function(text)
      apply_filter(self, text)
    end,
    on_done = function()
      leave()
      take(self)
    end,
    on_cancel = function()
      leave()
      apply_filter(self, "")
    end,
    on_step = function(step)
      select(self, self.at + step)
    end,
  })
end

---@param self pi.dialog.Choice
local function map_keys(self)
  local buf, map = self.frame.buf, require("pi.dialog.view").map
  map(buf, "n", IDLE_KEYS, "<Nop>")
  for place, key in ipairs(KEYS) do
    map(buf, "n", key, function()
      local option = self.shown[place]
      if option and option.key == nil then
        choose(self, option)
      elseif option then
        select(self, place)
      end
    end)
  end
  for _, option in ipairs(self.options) do
    if option.key then
      map(buf, "n", { option.key, option.key:upper() }, function()
        choose(self, option)
      end)
    end
  end
  map(buf, "n", { "q", "<Esc>", "<C-c>" }, function()
    self.view:answer({ cancelled = true })
  end)
  map(buf, "n", { "<CR>", "<2-LeftMouse>" }, function()
    take(self)
  end)
  map(buf, "n", { "j", "<Down>" }, "gj")
  map(buf, "n", { "k", "<Up>" }, "gk")
  map(buf, "n", { "<Tab>", "<C-n>" }, function()
    select(self, self.at + 1)
  end)
  map(buf, "n", { "<S-Tab>", "<C-p>" }, function()
    select(self, math.max(self.at, 1) - 1)
  end)
  map(buf, "n", "/", function()
    open_filter(self)
  end)
  self.view:map_clicks(buf)
end

--- A question that fits is read at a glance: its first option is ready. Of a longer one the beginning is shown.
---@param self pi.dialog.Choice
local function start_cursor(self)
  local frame = self.frame
  local is_whole = api.nvim_win_text_height(frame.win, {}).all <= frame.box.height
  local first = self.rows[1]
  local is_question_seen = first
    and api.nvim_win_text_height(frame.win, { end_row = first - 1 }).all <= frame.box.height
  if is_whole or is_question_seen then
    select(self, 1)
  else
    follow_cursor(self)
  end
end

--- Shows the dialog without taking the cursor.
---@param dialog pi.event.Dialog
---@param reply fun(reply: table)
---@param own { options: pi.dialog.Option[], has_filter: boolean, hints: pi.chat.Segment[] }
---@return pi.dialog.View
function M.open(dialog, reply, own)
  local self = {
    has_filter = own.has_filter,
    question = require("pi.dialog.text").question(dialog),
    options = own.options,
    shown = own.options,
    rows = {},
    at = 1,
    filter = "",
  }
  self.frame = require("pi.dialog.frame").open(dialog, compose(self), { reserve = 0, hints = own.hints })
  self.view = require("pi.dialog.view").new(self.frame, { reply = reply })
  map_keys(self)
  require("pi.chat.buffer").set_filetype(self.frame.buf, "pi-dialog")
  start_cursor(self)
  api.nvim_create_autocmd("CursorMoved", {
    group = self.frame.group,
    buffer = self.frame.buf,
    desc = "pi: the option at the cursor",
    callback = function()
      follow_cursor(self)
    end,
  })
  return self.view
end

return M
