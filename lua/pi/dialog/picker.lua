--- Select, confirm and input through `vim.ui`, where the user has replaced Neovim's own. A picker may call back late,
--- twice, never, or raise: its windows tell when it is gone.
local M = {}

local api = vim.api

--- A picker whose windows are gone has this long to call back.
local AFTERTHOUGHT_MS = 500
--- One that shows nothing for so long is given up.
local NOTHING_SHOWN_MS = 1500
local POLL_MS = 50

--- Cells of a question that pickers have room for in one line.
local MOST_CELLS = 120

---@alias pi.dialog.UiFunction "select"|"input"

---@type table<string, pi.dialog.UiFunction>
local functions = { select = "select", confirm = "select", input = "input" }

--- Whether this kind of dialog goes to `vim.ui`.
---@param method string
---@return boolean
function M.is_wanted(method)
  local name = functions[method]
  local choice = name and require("pi.config").get().dialogs[method]
  return choice == "ui" or choice == "auto" and require("pi.pick").is_replaced(name)
end

---@class pi.dialog.Picker
---@field dialog pi.event.Dialog
---@field reply fun(reply: table)
---@field give_up fun() it shows nothing
---@field before table<integer, true> windows from before
---@field panel? pi.dialog.Frame the whole question, where the picker has room for one line only
---@field is_over boolean
---@field is_given_up? boolean
---@field had_focus boolean
---@field timer? uv.uv_timer_t
---@field origin pi.dialog.Origin
local Picker = {}
Picker.__index = Picker

---@return table<integer, true>
local function windows()
  local set = {}
  for _, win in ipairs(api.nvim_list_wins()) do
    set[win] = true
  end
  return set
end

---@param self pi.dialog.Picker
---@return integer[] windows that the picker has opened
local function own_windows(self)
  local own = {}
  for win in pairs(windows()) do
    if not self.before[win] and not (self.panel and self.panel.win == win) then
      own[#own + 1] = win
    end
  end
  return own
end

function Picker.is_focused()
  return true
end

function Picker:focus()
  local win = own_windows(self)[1]
  if win and not vim.list_contains(own_windows(self), api.nvim_get_current_win()) then
    api.nvim_set_current_win(win)
  end
end

function Picker:redraw()
  if self.panel then
    self.panel:redraw()
  end
end

--- Stops watching; what the picker says from now on is not heard.
---@param self pi.dialog.Picker
local function finish(self)
  self.is_over = true
  if self.timer then
    self.timer:stop()
    self.timer:close()
    self.timer = nil
    api.nvim_create_augroup("pi.dialog.picker", { clear = true })
  end
  if self.panel then
    self.panel:close()
    self.panel = nil
  end
end

--- Takes the picker's windows away: the question is over.
function Picker:close()
  if self.is_over then
    return
  end
  local own = own_windows(self)
  local is_in_it = vim.list_contains(own, api.nvim_get_current_win())
  finish(self)
  require("pi.dialog.moment").outside_cmdwin(function()
    for _, win in ipairs(own) do
      if api.nvim_win_is_valid(win) then
        pcall(api.nvim_win_close, win, true)
      end
    end
    if is_in_it then
      require("pi.dialog.origin").go_back(self.origin)
    end
  end)
end

---@param reply table
function Picker:answer(reply)
  if not self.is_over then
    finish(self)
    self.reply(reply)
  end
end

---@param self pi.dialog.Picker
local function watch(self)
  local started, gone_since, has_shown = vim.uv.now(), nil, false
  local is_due = false
  api.nvim_create_autocmd("WinNew", {
    group = api.nvim_create_augroup("pi.dialog.picker", { clear = true }),
    desc = "pi: a picker shows itself, be it for a moment only",
    callback = function()
      has_shown = true
    end,
  })
  local function look()
    is_due = false
    if self.is_over then
      return
    end
    local now = vim.uv.now()
    if #own_windows(self) > 0 or api.nvim_get_mode().mode:find("^[cr]") then
      has_shown, gone_since = true, nil
    elseif has_shown then
      gone_since = gone_since or now
      if now - gone_since >= AFTERTHOUGHT_MS then
        self:answer({ cancelled = true })
      end
    elseif now - started >= NOTHING_SHOWN_MS and not self.is_given_up then
      self.is_given_up = true
      self.give_up()
    end
  end
  self.timer = assert(vim.uv.new_timer())
  self.timer:start(POLL_MS, POLL_MS, function()
    if not is_due then
      is_due = true
      vim.schedule(look)
    end
  end)
end

---@param dialog pi.event.Dialog
---@return string prompt
---@return boolean is_whole all of the question is in it
local function prompt_of(dialog)
  local summary = require("pi.dialog.text").summary(dialog)
  local lines = #dialog.title.lines + (dialog.message and #dialog.message.lines or 0)
  local more = dialog.waiting > 0 and (" (%d more)"):format(dialog.waiting) or ""
  local prompt = require("pi.chat.bar").cut(summary, MOST_CELLS) .. more
  local is_one = lines == 1 or (lines == 2 and dialog.method == "confirm")
  return prompt, is_one and api.nvim_strwidth(summary) <= MOST_CELLS
end

--- The whole question at the top of the screen: the picker is somewhere below it.
---@param dialog pi.event.Dialog
---@return pi.dialog.Frame
local function open_panel(dialog)
  local text = require("pi.dialog.text").question(dialog)
  local frame = require("pi.dialog.frame").open(dialog, text, { reserve = 0, hints = {} })
  frame:move_to_top()
  return frame
end

---@class pi.dialog.Item
---@field label string
---@field reply table

---@param dialog pi.event.Dialog
---@return pi.dialog.Item[]
local function items_of(dialog)
  if dialog.method == "confirm" then
    return {
      { label = "Yes", reply = { confirmed = true } },
      { label = "No", reply = { confirmed = false } },
    }
  end
  local items = {}
  for i, option in ipairs(dialog.options or {}) do
    items[i] = { label = option.lines[1], reply = { index = i - 1 } }
  end
  return items
end

---@param self pi.dialog.Picker
---@param prompt string
local function call_select(self, prompt)
  local items = items_of(self.dialog)
  vim.ui.select(items, {
    prompt = prompt,
    kind = "pi." .. self.dialog.method,
    format_item = function(item)
      return type(item) == "table" and item.label or tostring(item)
    end,
  }, function(item, index)
    -- The index counts what is listed at the end of a search, in some pickers; the item is the item.
    local chosen = type(item) == "table" and item.reply and item or item ~= nil and items[index] or nil
    self:answer(chosen and chosen.reply or { cancelled = true })
  end)
end

---@param self pi.dialog.Picker
---@param prompt string
local function call_input(self, prompt)
  vim.ui.input({ prompt = prompt .. ": ", kind = "pi.input" }, function(text)
    self:answer(type(text) == "string" and { text = text } or { cancelled = true })
  end)
end

--- Asks by `vim.ui`, which takes the cursor.
---@param dialog pi.event.Dialog
---@param reply fun(reply: table)
---@param give_up fun()
---@return pi.dialog.Picker
function M.open(dialog, reply, give_up)
  local self = setmetatable({
    dialog = dialog,
    reply = reply,
    give_up = give_up,
    before = windows(),
    is_over = false,
    had_focus = true,
    origin = require("pi.dialog.origin").leave(),
  }, Picker)
  local prompt, is_whole = prompt_of(dialog)
  if not is_whole then
    self.panel = open_panel(dialog)
  end
  watch(self)
  local is_own = not require("pi.pick").is_replaced(functions[dialog.method])
  -- Out of here: one that waits for keys would keep the host waiting.
  vim.schedule(function()
    if self.is_over then
      return
    end
    local ok, message =
      pcall(functions[dialog.method] == "select" and call_select or call_input, self, prompt)
    if not ok and not self.is_over then
      require("pi.log").warn("vim.ui failed: " .. tostring(message))
      self:answer({ cancelled = true })
      require("pi.notify").warn("the picker failed (:PiLog says how): the question was cancelled")
    elseif is_own then
      self:answer({ cancelled = true }) -- Neovim's own returns when it is done, and forgets Ctrl-C
    end
  end)
  return self
end

return M
