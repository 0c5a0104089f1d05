--- The floating window of a dialog: the question in it, as much of it as the screen takes, scrollable; what waits and
--- how long is left in its border. What is answered with comes from choice.lua or entry.lua.
local M = {}
M.__index = M

local api = vim.api

--- Cells: what a dialog takes at least where there is room, and at most.
local MIN_WIDTH, MAX_WIDTH = 44, 100
--- Screen lines that a border needs to leave room for anything.
local MIN_LINES_WITH_BORDER = 4

---@class pi.dialog.Frame
---@field dialog pi.event.Dialog
---@field buf integer
---@field win integer
---@field box { row: integer, col: integer, width: integer, height: integer, border: boolean } its inside
---@field reserve integer rows at the bottom that something else covers
---@field hints pi.chat.Segment[] keys, for the border
---@field min_width? integer
---@field min_height? integer it does not become lower than this
---@field timer? uv.uv_timer_t
---@field drawn? string what the border was last given
---@field group integer
---@field on_layout? fun() the box changed

---@type table<string, any>
local window_options = {
  wrap = true,
  linebreak = true,
  breakindent = true,
  breakindentopt = "list:-1", -- the rest of an option stands below its text
  smoothscroll = true,
  scrolloff = 0,
  statuscolumn = " ", -- one cell between the border and the text
  list = false,
  spell = false,
  cursorline = false,
  conceallevel = 0,
  foldenable = false,
  winblend = 0,
  winfixbuf = true,
  winhighlight = "NormalFloat:PiDialog,FloatBorder:PiDialogBorder,FloatTitle:PiDialogBorder,FloatFooter:PiDialogBorder,EndOfBuffer:PiDialog",
}

--- Gives a window of a dialog its options, for our buffer in it only.
---@param win integer
function M.dress(win)
  for name, value in pairs(window_options) do
    vim.wo[win][0][name] = value
  end
end

--- A scratch buffer of the dialog.
---@param dialog pi.event.Dialog
---@return integer buf
function M.create_buffer(dialog)
  return require("pi.chat.quiet").run(function()
    local buf = api.nvim_create_buf(false, true)
    vim.bo[buf].bufhidden = "wipe"
    vim.bo[buf].modeline = false
    vim.bo[buf].formatlistpat = "^\\S  "
    vim.b[buf].pi_dialog = dialog.dialog
    return buf
  end)
end

---@return integer lines above the command line
local function screen_lines()
  return vim.o.lines - vim.o.cmdheight
end

---@param lines string[]
---@return integer
local function widest(lines)
  local width = 0
  for _, line in ipairs(lines) do
    width = math.max(width, api.nvim_strwidth(line))
  end
  return width
end

--- What the border may have to say below.
local MORE, LONGEST_TIME = " ↓ more ", " 99 min "

---@param self pi.dialog.Frame
---@return integer
local function footer_width(self)
  local texts = { MORE, self.dialog.deadline and LONGEST_TIME or "" }
  for _, hint in ipairs(self.hints) do
    texts[#texts + 1] = hint[1]
  end
  return api.nvim_strwidth(table.concat(texts))
end

--- How wide the inside is.
---@param self pi.dialog.Frame
---@return integer
local function width_for(self)
  local room = vim.o.columns - (vim.o.columns >= 60 and 6 or 2)
  local text = widest(api.nvim_buf_get_lines(self.buf, 0, -1, false)) + 2
  local wanted = math.max(text, self.min_width or MIN_WIDTH, footer_width(self))
  return math.max(1, math.min(wanted, MAX_WIDTH, room))
end

---@param deadline integer Unix milliseconds
---@return string
local function remaining(deadline)
  local seconds, micros = vim.uv.gettimeofday()
  local left = math.max(0, math.ceil(deadline / 1000 - seconds - micros / 1e6))
  return left < 100 and ("%d s"):format(left) or ("%d min"):format(math.ceil(left / 60))
end

--- Whose question it is: told where there are several agents.
---@param dialog pi.event.Dialog
---@return string
local function asker(dialog)
  local agents = require("pi.agents").list()
  local agent = require("pi.agents").get(dialog.agent)
  if #agents < 2 or agent == nil then
    return "π asks"
  end
  local name = agent.status and agent.status.sessionName or vim.fs.basename(agent.cwd)
  return ("π in %s asks"):format(require("pi.status").clean(name))
end

---@param self pi.dialog.Frame
---@return pi.chat.Segment[] title, pi.chat.Segment[] footer
local function border_texts(self)
  local bar = require("pi.chat.bar")
  local dialog = self.dialog
  local title = { { (" %s "):format(asker(dialog)), "PiDialogHead" } }
  if dialog.waiting > 0 then
    title[#title + 1] = { ("· %d more "):format(dialog.waiting), "PiDialogHint" }
  end
  local footer = {}
  if dialog.deadline then
    footer[1] = { (" %s "):format(remaining(dialog.deadline)), "PiDialogTimer" }
  end
  if vim.fn.line("w$", self.win) < api.nvim_buf_line_count(self.buf) - self.reserve then
    footer[#footer + 1] = { MORE, "PiDialogHead" }
  end
  vim.list_extend(footer, self.hints)
  return bar.cut_segments(title, self.box.width), bar.cut_segments(footer, self.box.width)
end

---@param self pi.dialog.Frame
---@return vim.api.keyset.win_config
local function config_of(self)
  local box = self.box
  return {
    relative = "editor",
    row = box.row,
    col = box.col,
    width = box.width,
    height = box.height,
    border = box.border and "rounded" or "none",
    zindex = 150,
  }
end

--- Leaves the rest of the screen to somebody else's window.
function M:move_to_top()
  self.on_layout = function()
    self.box.height = math.min(self.box.height, math.max(1, math.floor(screen_lines() / 3)))
    self.box.row = 0
    api.nvim_win_set_config(self.win, config_of(self))
  end
  self.on_layout()
end

--- Brings the border's texts up to date.
function M:redraw()
  if not self.box.border or not api.nvim_win_is_valid(self.win) then
    return
  end
  local title, footer = border_texts(self)
  local drawn = vim.inspect({ title, footer })
  if drawn ~= self.drawn then
    self.drawn = drawn
    api.nvim_win_set_config(self.win, { title = title, footer = footer, footer_pos = "left" })
  end
end

--- Fits the window to its text and the screen.
function M:layout()
  if not api.nvim_win_is_valid(self.win) then
    return
  end
  local lines = screen_lines()
  local border = lines >= MIN_LINES_WITH_BORDER
  local edge = border and 2 or 0
  self.box = { row = 0, col = 0, width = width_for(self), height = 1, border = border }
  api.nvim_win_set_config(self.win, config_of(self))
  local needed = api.nvim_win_text_height(self.win, {}).all
  local most = math.max(1, lines - edge)
  self.box.height = math.max(1, math.min(math.max(needed, self.min_height or 1), most))
  self.box.row = math.floor(math.max(0, lines - self.box.height - edge) / 2)
  self.box.col = math.floor(math.max(0, vim.o.columns - self.box.width - edge) / 2)
  api.nvim_win_set_config(self.win, config_of(self))
  self.drawn = nil
  self:redraw()
  if self.on_layout then
    self.on_layout()
  end
end

--- Replaces the text, e.g. when options are filtered.
---@param text pi.ShownText
function M:set_text(text)
  require("pi.chat.quiet").run(function()
    vim.bo[self.buf].modifiable = true
    api.nvim_buf_clear_namespace(self.buf, require("pi.dialog.text").ns, 0, -1)
    local lines = vim.list_extend({}, text.lines)
    for _ = 1, self.reserve do
      lines[#lines + 1] = ""
    end
    api.nvim_buf_set_lines(self.buf, 0, -1, false, lines)
    require("pi.dialog.text").set_marks(self.buf, text)
    vim.bo[self.buf].modifiable = false
  end)
end

--- Moves the text by half a window.
---@param down boolean
function M:scroll(down)
  api.nvim_win_call(self.win, function()
    vim.cmd("normal! " .. (down and "\4" or "\21"))
  end)
  self:redraw()
end

---@param self pi.dialog.Frame
local function watch(self)
  local function on(events, callback, desc, buf)
    local opts = { group = self.group, buffer = buf, desc = "pi: " .. desc, callback = callback }
    api.nvim_create_autocmd(events, opts)
  end
  on("VimResized", function()
    self:layout()
  end, "fit a dialog to the screen")
  on({ "WinScrolled", "CursorMoved" }, function()
    self:redraw()
  end, "say that a question goes on", self.buf)
  if self.dialog.deadline then
    self.timer = assert(vim.uv.new_timer())
    self.timer:start(
      200,
      200,
      vim.schedule_wrap(function()
        self:redraw()
      end)
    )
  end
end

--- Shows a text in a window of its own, without taking the cursor.
---@param dialog pi.event.Dialog
---@param text pi.ShownText
---@param opts { reserve: integer, hints: pi.chat.Segment[], min_width?: integer }
---@return pi.dialog.Frame
function M.open(dialog, text, opts)
  require("pi.highlight").setup()
  local self = setmetatable({
    dialog = dialog,
    buf = M.create_buffer(dialog),
    reserve = opts.reserve,
    hints = opts.hints,
    min_width = opts.min_width,
    group = api.nvim_create_augroup(("pi.dialog.%d"):format(dialog.dialog), { clear = true }),
    box = { row = 0, col = 0, width = 1, height = 1, border = true },
  }, M)
  self:set_text(text)
  self.win = require("pi.chat.quiet").run(function()
    local config = vim.tbl_extend("force", config_of(self), { style = "minimal" })
    local win = api.nvim_open_win(self.buf, false, config)
    M.dress(win)
    return win
  end)
  self:layout()
  watch(self)
  return self
end

--- Takes the window away; nobody is told.
function M:close()
  if self.timer then
    self.timer:stop()
    self.timer:close()
    self.timer = nil
  end
  pcall(api.nvim_del_augroup_by_id, self.group)
  if api.nvim_win_is_valid(self.win) then
    pcall(api.nvim_win_close, self.win, true)
  end
end

return M
