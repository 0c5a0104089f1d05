--- A window to type in, laid over a dialog's frame: the line of an input, the filter of a select, the text of an editor.
local M = {}
M.__index = M

local api = vim.api
local ns = api.nvim_create_namespace("pi.dialog.entry")

---@class pi.dialog.Entry
---@field view? pi.dialog.View
---@field frame pi.dialog.Frame
---@field buf integer
---@field win integer
---@field rows integer
---@field sign? string
---@field placeholder? string
---@field is_over_border boolean

---@param self pi.dialog.Entry
---@return vim.api.keyset.win_config
local function config_of(self)
  local box = self.frame.box
  local edge = box.border and 1 or 0
  local bottom = box.row + edge + box.height
  local is_on_edge = self.is_over_border and box.border
  return {
    relative = "editor",
    row = is_on_edge and bottom or math.max(0, bottom - self.rows),
    col = box.col + edge,
    width = box.width,
    height = self.rows,
    zindex = 151,
  }
end

--- Puts it where its frame is now.
function M:layout()
  if api.nvim_win_is_valid(self.win) then
    self.rows = math.max(1, math.min(self.rows, self.frame.box.height))
    api.nvim_win_set_config(self.win, config_of(self))
  end
end

---@return string
function M:text()
  return table.concat(api.nvim_buf_get_lines(self.buf, 0, -1, false), "\n")
end

--- The sign before the text, and the hint in an empty one.
---@param self pi.dialog.Entry
local function decorate(self)
  api.nvim_buf_clear_namespace(self.buf, ns, 0, -1)
  if self.sign then
    api.nvim_buf_set_extmark(self.buf, ns, 0, 0, {
      virt_text = { { self.sign .. " ", "PiDialogKey" } },
      virt_text_pos = "inline",
      right_gravity = false,
    })
  end
  if self.placeholder and self:text() == "" then
    api.nvim_buf_set_extmark(self.buf, ns, 0, 0, {
      virt_text = { { self.placeholder, "PiPlaceholder" } },
      virt_text_pos = "inline",
    })
  end
end

--- Opens it without taking the cursor.
---@param frame pi.dialog.Frame
---@param opts { rows: integer, lines?: string[], sign?: string, placeholder?: string, is_over_border?: boolean }
---@return pi.dialog.Entry
function M.open(frame, opts)
  local self = setmetatable({
    frame = frame,
    buf = require("pi.dialog.frame").create_buffer(frame.dialog),
    rows = opts.rows,
    sign = opts.sign,
    placeholder = opts.placeholder,
    is_over_border = opts.is_over_border or false,
  }, M)
  require("pi.chat.quiet").run(function()
    api.nvim_buf_set_lines(self.buf, 0, -1, false, opts.lines or { "" })
    self.win =
      api.nvim_open_win(self.buf, false, vim.tbl_extend("force", config_of(self), { style = "minimal" }))
    require("pi.dialog.frame").dress(self.win)
  end)
  decorate(self)
  return self
end

--- Takes the window away.
function M:close()
  if api.nvim_win_is_valid(self.win) then
    pcall(api.nvim_win_close, self.win, true)
  end
end

--- Calls back after every change of the text.
---@param on_change fun()
function M:watch(on_change)
  api.nvim_create_autocmd({ "TextChanged", "TextChangedI", "TextChangedP" }, {
    group = self.frame.group,
    buffer = self.buf,
    desc = "pi: text of a dialog",
    callback = function()
      decorate(self)
      on_change()
    end,
  })
end

--- Keys of a text on one line: sent by <CR>, given up by <Esc>, also in the middle of an insertion.
---@param keys { on_done: fun(), on_cancel: fun() }
function M:map_line(keys)
  local map = require("pi.dialog.view").map
  vim.keymap.set("i", "<CR>", function()
    -- With a completion menu open, Enter only picks.
    if vim.fn.pumvisible() == 1 then
      api.nvim_feedkeys(vim.keycode("<C-y>"), "int", false)
    else
      keys.on_done()
    end
  end, { buffer = self.buf, nowait = true })
  map(self.buf, "n", "<CR>", keys.on_done)
  map(self.buf, { "i", "n" }, { "<Esc>", "<C-c>" }, keys.on_cancel)
  map(self.buf, "n", "q", keys.on_cancel)
  vim.b[self.buf].completion = false -- of blink.cmp; nvim-cmp and mini.completion leave such buffers alone
end

--- A line over the lower border of a view, in insert mode, for as long as the view lives.
---@param view pi.dialog.View
---@param opts { sign: string, text: string, placeholder?: string, on_change: fun(text: string), on_done: fun(), on_cancel: fun(), on_step: fun(step: integer) }
---@return pi.dialog.Entry
function M.over_border(view, opts)
  local frame = view.frame
  local self = M.open(frame, {
    rows = 1,
    lines = { opts.text },
    sign = opts.sign,
    placeholder = opts.placeholder,
    is_over_border = true,
  })
  frame.on_layout = function()
    self:layout()
  end
  table.insert(view.wins, self.win)
  view.target = self.win
  local function back(run)
    return function()
      frame.on_layout = nil
      view.target = frame.win
      view.wins = { frame.win }
      vim.cmd.stopinsert()
      api.nvim_set_current_win(frame.win)
      run()
    end
  end
  local seen = opts.text
  local function catch_up()
    -- Keys that came all at once have fired no TextChangedI yet.
    local text = self:text()
    if text ~= seen then
      seen = text
      opts.on_change(text)
    end
  end
  local function done()
    catch_up()
    opts.on_done()
  end
  self:watch(catch_up)
  self:map_line({ on_done = back(done), on_cancel = back(opts.on_cancel) })
  local map = require("pi.dialog.view").map
  for step, keys in pairs({ [1] = { "<Down>", "<C-n>", "<Tab>" }, [-1] = { "<Up>", "<C-p>", "<S-Tab>" } }) do
    map(self.buf, "i", keys, function()
      catch_up()
      opts.on_step(step)
    end)
  end
  view:map_clicks(self.buf)
  api.nvim_set_current_win(self.win)
  vim.cmd("startinsert!")
  return self
end

return M
