--- What every dialog of ours has: windows that belong together, one of which takes the cursor; however they go away
--- the question is answered once.
local M = {}
M.__index = M

local api = vim.api

---@class pi.dialog.View
---@field frame pi.dialog.Frame
---@field wins integer[]
---@field bufs integer[] they go with it
---@field target integer window that takes the cursor
---@field on_focus fun() the cursor has come
---@field reply fun(reply: table)
---@field on_close? table the answer when its windows are closed, in place of a cancel
---@field had_focus boolean
---@field origin? pi.dialog.Origin
---@field was_focused? boolean when one of its windows was closed
---@field is_over boolean

---@param self pi.dialog.View
local function watch(self)
  local group = self.frame.group
  api.nvim_create_autocmd("WinClosed", {
    group = group,
    desc = "pi: a dialog that is closed is cancelled",
    callback = function(args)
      if vim.list_contains(self.wins, tonumber(args.match)) then
        self.was_focused = self.was_focused or self:is_focused()
        -- Within the event windows cannot be closed, and what `:wq` writes comes first.
        vim.schedule(function()
          self:answer(self.on_close or { cancelled = true })
        end)
      end
    end,
  })
  api.nvim_create_autocmd("WinEnter", {
    group = group,
    desc = "pi: the cursor belongs where the dialog is answered",
    callback = function()
      local win = api.nvim_get_current_win()
      if win == self.target then
        self.had_focus = true
        self.on_focus()
      elseif win == self.frame.win and api.nvim_win_is_valid(self.target) then
        api.nvim_set_current_win(self.target)
      end
    end,
  })
end

---@param frame pi.dialog.Frame
---@param opts { wins?: integer[], target?: integer, on_focus?: fun(), reply: fun(reply: table) }
---@return pi.dialog.View
function M.new(frame, opts)
  local self = setmetatable({
    frame = frame,
    wins = vim.list_extend({ frame.win }, opts.wins or {}),
    target = opts.target or frame.win,
    on_focus = opts.on_focus or function() end,
    reply = opts.reply,
    had_focus = false,
    is_over = false,
  }, M)
  self.bufs = vim.tbl_map(api.nvim_win_get_buf, self.wins)
  watch(self)
  return self
end

--- Whether the cursor is in it.
---@return boolean
function M:is_focused()
  return vim.list_contains(self.wins, api.nvim_get_current_win())
end

--- Whether it is in the tab page that the user looks at.
---@return boolean
function M:is_here()
  local win = self.target
  return api.nvim_win_is_valid(win) and api.nvim_win_get_tabpage(win) == api.nvim_get_current_tabpage()
end

--- Puts the cursor into it.
function M:focus()
  if self:is_focused() or self.is_over or not api.nvim_win_is_valid(self.target) then
    return
  end
  self.origin = require("pi.dialog.origin").leave()
  require("pi.chat.quiet").guard(function()
    api.nvim_set_current_win(self.target)
  end)
  -- Whoever came by another way than WinEnter ('eventignore') is here all the same.
  if not self.had_focus then
    self.had_focus = true
    self.on_focus()
  end
end

--- The first answer counts, and takes the windows away.
---@param reply table
function M:answer(reply)
  if self.is_over then
    return
  end
  self:close()
  self.reply(reply)
end

--- Takes the windows away and brings the user back to where he was.
function M:close()
  if self.is_over then
    return
  end
  self.is_over = true
  local is_here = self:is_focused() or self.was_focused
  require("pi.dialog.moment").outside_cmdwin(function()
    self.frame:close()
    for _, win in ipairs(self.wins) do
      if api.nvim_win_is_valid(win) then
        pcall(api.nvim_win_close, win, true)
      end
    end
    for _, buf in ipairs(self.bufs) do
      pcall(api.nvim_buf_delete, buf, { force = true })
    end
    if self.origin and is_here then
      require("pi.dialog.origin").go_back(self.origin)
    end
  end)
end

--- Waiting count or time changed.
function M:redraw()
  self.frame:redraw()
end

--- Maps a key in a buffer of the dialog.
---@param buf integer
---@param modes string|string[]
---@param keys string|string[]
---@param run string|fun()
function M.map(buf, modes, keys, run)
  for _, key in ipairs(type(keys) == "table" and keys or { keys }) do
    vim.keymap.set(modes, key, run, { buffer = buf, nowait = true, silent = true })
  end
end

--- A click beside the dialog cancels it, unless that would lose something; one in it does what clicks do.
---@param buf integer
---@param would_lose? fun(): boolean
function M:map_clicks(buf, would_lose)
  M.map(buf, { "n", "i" }, "<LeftMouse>", function()
    local clicked = vim.fn.getmousepos().winid
    if vim.list_contains(self.wins, clicked) or (would_lose and would_lose()) then
      api.nvim_feedkeys(vim.keycode("<LeftMouse>"), "int", false)
    else
      self:answer({ cancelled = true })
    end
  end)
end

return M
