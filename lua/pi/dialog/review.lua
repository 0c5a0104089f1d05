--- A proposed change as two windows in diff mode, in a tab page of their own: the file as it is, and as it would be.
--- What is written is accepted; closing a window leads back to the dialog.
local M = {}
M.__index = M

local api = vim.api

---@class pi.ChangeTexts
---@field path string
---@field before string[]
---@field after string[]

---@class pi.dialog.Review
---@field dialog pi.event.Dialog
---@field texts pi.ChangeTexts
---@field on { accept: fun(lines: string[]), back: fun() }
---@field origin pi.dialog.Origin
---@field wins { before: integer, after: integer }
---@field bufs { before: integer, after: integer }
---@field group integer
---@field had_focus boolean
---@field is_over boolean
---@field is_kept? boolean the user's version is in good hands

--- Longer texts are not highlighted: on 0.10 that takes long.
local MOST_HIGHLIGHTED_LINES = 5000

--- In the colours of its language, and without what else a filetype brings.
---@param buf integer
---@param path string
local function highlight(buf, path)
  local filetype = vim.filetype.match({ filename = path, buf = buf })
  if filetype == nil or api.nvim_buf_line_count(buf) > MOST_HIGHLIGHTED_LINES then
    return
  end
  require("pi.chat.quiet").guard(function()
    local language = vim.treesitter.language.get_lang(filetype)
    if not (language and pcall(vim.treesitter.start, buf, language)) then
      vim.bo[buf].syntax = filetype
    end
  end)
end

---@param self pi.dialog.Review
---@param side "before"|"after"
---@param lines string[]
---@return integer buf
local function create_buffer(self, side, lines)
  local buf = require("pi.dialog.frame").create_buffer(self.dialog)
  require("pi.chat.quiet").run(function()
    vim.bo[buf].bufhidden = "hide"
    vim.bo[buf].swapfile = false
    vim.bo[buf].undofile = false
    vim.bo[buf].undolevels = -1 -- the first text cannot be undone
    api.nvim_buf_set_lines(buf, 0, -1, false, lines)
    vim.bo[buf].undolevels = vim.go.undolevels
    api.nvim_buf_set_name(buf, ("pi://approval/%d/%s"):format(self.dialog.dialog, side))
    vim.bo[buf].buftype = side == "after" and "acwrite" or "nofile"
    vim.bo[buf].modifiable = side == "after"
    vim.bo[buf].modified = false
    vim.bo[buf].buflisted = false
  end)
  highlight(buf, self.texts.path)
  return buf
end

---@param win integer
---@param segments pi.chat.Segment[]
local function dress(win, segments)
  local chat_bar = require("pi.chat.bar")
  local bar = chat_bar.line(segments, {}, chat_bar.width_of(segments), { " ", "PiWinbar" }) .. "%<"
  for name, value in pairs({ number = true, list = false, spell = false, winbar = bar }) do
    vim.wo[win][0][name] = value
  end
  api.nvim_win_call(win, function()
    vim.cmd("diffthis")
  end)
end

---@param self pi.dialog.Review
local function open_windows(self)
  require("pi.chat.quiet").guard(function()
    vim.cmd("tab split")
  end)
  local agent = require("pi.agents").get(self.dialog.agent)
  if agent then
    require("pi.agents.scope").lend(agent)
  end
  local before = api.nvim_get_current_win()
  if vim.fn.exists("+winfixbuf") == 1 then
    vim.wo[before].winfixbuf = false
  end
  local path = require("pi.status").clean(self.texts.path)
  require("pi.chat.quiet").run(function()
    api.nvim_win_set_buf(before, self.bufs.before)
    local after = api.nvim_open_win(self.bufs.after, true, { split = "right", win = before })
    self.wins = { before = before, after = after }
    dress(before, { { (" %s as it is"):format(path), "PiWinbar" } })
    dress(after, {
      { " proposed", "PiWinbarAccent" },
      { "  :w", "PiDialogKey" },
      { " accept", "PiWinbar" },
      { "  do", "PiDialogKey" },
      { " drop", "PiWinbar" },
      { "  q", "PiDialogKey" },
      { " back", "PiWinbar" },
    })
  end)
end

--- Where the first change is.
---@param win integer
local function go_to_change(win)
  api.nvim_win_call(win, function()
    vim.cmd("normal! gg")
    if vim.fn.diff_hlID(1, 1) == 0 then
      vim.cmd("silent! normal! ]c")
    end
  end)
end

--- The user's version, or nil when it is what was proposed.
---@param self pi.dialog.Review
---@return string[]?
local function edited(self)
  local buf = self.bufs.after
  local lines = api.nvim_buf_is_valid(buf) and api.nvim_buf_get_lines(buf, 0, -1, false) or self.texts.after
  return not vim.deep_equal(lines, self.texts.after) and lines or nil
end

---@param self pi.dialog.Review
local function accept(self)
  if self.is_over then
    return
  end
  local lines = api.nvim_buf_get_lines(self.bufs.after, 0, -1, false)
  self.is_kept = true
  self:close()
  self.on.accept(lines)
end

--- To the dialog again; what was edited is kept for the next time.
---@param self pi.dialog.Review
local function go_back(self)
  if self.is_over then
    return
  end
  self.dialog.edited = edited(self)
  self.is_kept = true
  self:close()
  self.on.back()
end

---@param self pi.dialog.Review
local function watch(self)
  local function on(event, pattern, desc, callback)
    local opts = { group = self.group, pattern = pattern, desc = "pi: " .. desc, callback = callback }
    api.nvim_create_autocmd(event, opts)
  end
  on("BufWriteCmd", api.nvim_buf_get_name(self.bufs.after), "accept a change", function()
    vim.bo[self.bufs.after].modified = false
    vim.schedule(function()
      accept(self)
    end)
  end)
  for _, win in pairs(self.wins) do
    on("WinClosed", tostring(win), "a diff that is closed leads back to its dialog", function()
      -- Within the event windows cannot be closed, and what `:wq` writes comes first.
      vim.schedule(function()
        go_back(self)
      end)
    end)
  end
  local map = require("pi.dialog.view").map
  for _, buf in pairs(self.bufs) do
    map(buf, "n", "q", function()
      go_back(self)
    end)
  end
  map(self.bufs.after, "n", "ZZ", function()
    accept(self)
  end)
end

--- Opens it and takes the cursor.
---@param dialog pi.event.Dialog
---@param texts pi.ChangeTexts
---@param on { accept: fun(lines: string[]), back: fun() }
---@return pi.dialog.Review
function M.open(dialog, texts, on)
  local self = setmetatable({
    dialog = dialog,
    texts = texts,
    on = on,
    origin = require("pi.dialog.origin").leave(),
    group = api.nvim_create_augroup(("pi.dialog.%d"):format(dialog.dialog), { clear = true }),
    had_focus = true,
    is_over = false,
  }, M)
  self.bufs = {
    before = create_buffer(self, "before", texts.before),
    after = create_buffer(self, "after", dialog.edited or texts.after),
  }
  open_windows(self)
  watch(self)
  go_to_change(self.wins.after)
  return self
end

---@return boolean
function M:is_focused()
  return vim.list_contains({ self.wins.before, self.wins.after }, api.nvim_get_current_win())
end

--- It stays where it is: in the tab page that was opened for it.
---@return boolean
function M.is_here()
  return true
end

function M:focus()
  if not self:is_focused() and api.nvim_win_is_valid(self.wins.after) then
    api.nvim_set_current_win(self.wins.after)
  end
end

function M.redraw() end

--- The call is over, but what the user has typed is not lost.
---@param self pi.dialog.Review
local function keep(self)
  local buf = self.bufs.after
  vim.bo[buf].buftype = "nofile"
  vim.bo[buf].buflisted = true
  vim.b[buf].pi_dialog = nil
  local path = require("pi.status").clean(self.texts.path)
  local name = api.nvim_buf_get_name(buf)
  require("pi.notify").info(("the call is over; your version of %s stays in %s"):format(path, name))
end

--- Takes the windows away and brings the user back to where he was.
function M:close()
  if self.is_over then
    return
  end
  self.is_over = true
  local was_here = self:is_focused()
  local has_text = not self.is_kept and edited(self) ~= nil
  api.nvim_del_augroup_by_id(self.group)
  require("pi.dialog.moment").outside_cmdwin(function()
    for _, win in pairs(self.wins) do
      pcall(api.nvim_win_close, win, true)
    end
    for _, buf in pairs(self.bufs) do
      if has_text and buf == self.bufs.after then
        keep(self)
      else
        pcall(api.nvim_buf_delete, buf, { force = true })
      end
    end
    if was_here then
      require("pi.dialog.origin").go_back(self.origin)
    end
  end)
end

return M
