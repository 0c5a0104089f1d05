--- The prompt in a large window of its own, for a long message: the same buffer, so nothing is moved or copied.
local M = {}

local api = vim.api

--- Width of the text where 'textwidth' is not set, and cells that stay free around the window.
local TEXT_WIDTH, MARGIN = 80, 4

local GROUP = "pi.zoom"

---@class pi.chat.Zoom
---@field win integer the large window
---@field from integer the window of the prompt

---@type pi.chat.Zoom?
local zoom

---@return vim.api.keyset.win_config
local function window_config()
  local text_width = vim.go.textwidth > 0 and vim.go.textwidth or TEXT_WIDTH
  local width = math.max(20, math.min(text_width + MARGIN, vim.o.columns - MARGIN))
  local height = math.max(3, math.floor((vim.o.lines - vim.o.cmdheight) * 0.8))
  height = math.max(1, math.min(height, vim.o.lines - vim.o.cmdheight - 3))
  return {
    relative = "editor",
    border = "rounded",
    title = " Prompt ",
    title_pos = "center",
    width = width,
    height = height,
    row = math.max(0, math.floor((vim.o.lines - vim.o.cmdheight - height) / 2) - 1),
    col = math.max(0, math.floor((vim.o.columns - width) / 2) - 1),
  }
end

---@param now pi.chat.Zoom
local function is_open(now)
  return zoom == now and api.nvim_win_is_valid(now.win)
end

local function forget()
  zoom = nil
  pcall(api.nvim_del_augroup_by_name, GROUP)
end

--- Goes back to the window that it was opened from, the cursor where it is now.
---@param now pi.chat.Zoom
local function go_back(now)
  if not api.nvim_win_is_valid(now.from) then
    return
  end
  if api.nvim_win_get_buf(now.from) == api.nvim_win_get_buf(now.win) then
    api.nvim_win_set_cursor(now.from, api.nvim_win_get_cursor(now.win))
  end
  if api.nvim_get_current_win() == now.win then
    require("pi.chat.quiet").guard(function()
      api.nvim_set_current_win(now.from)
    end)
  end
end

--- Closes the large window, if it is open.
function M.close()
  local now = zoom
  if now == nil then
    return
  end
  forget()
  if api.nvim_win_is_valid(now.win) then
    go_back(now)
    pcall(api.nvim_win_close, now.win, true)
  end
end

---@param now pi.chat.Zoom
local function on_closed(now)
  if zoom == now and not (api.nvim_win_is_valid(now.win) and api.nvim_win_is_valid(now.from)) then
    M.close()
  end
end

--- Whoever goes to the small window, or to one of the layout, goes on there: the large one would hide it. A list, a
--- dialog or the command-line window is over it; that one lets no other window be closed.
---@param now pi.chat.Zoom
local function on_enter(now)
  local win = api.nvim_get_current_win()
  local is_over = api.nvim_win_get_config(win).relative ~= "" or vim.fn.getcmdwintype() ~= ""
  if is_open(now) and (win == now.from or not is_over) then
    M.close()
  end
end

---@param now pi.chat.Zoom
local function on_resized(now)
  if is_open(now) then
    api.nvim_win_set_config(now.win, window_config())
  end
end

---@param now pi.chat.Zoom
local function watch(now)
  local group = api.nvim_create_augroup(GROUP, { clear = true })
  local function on(event, desc, callback)
    api.nvim_create_autocmd(event, {
      group = group,
      desc = "pi: " .. desc,
      callback = vim.schedule_wrap(function()
        callback(now)
      end),
    })
  end
  on("WinEnter", "leave the large prompt", on_enter)
  on("WinClosed", "the large prompt goes with the small one", on_closed)
  on("VimResized", "fit the large prompt", on_resized)
end

---@param agent pi.Agent
local function open(agent)
  local buf, from = require("pi.chat.prompt").ensure(agent), api.nvim_get_current_win()
  local cursor = api.nvim_win_get_cursor(from)
  local win
  require("pi.chat.quiet").run(function()
    win = api.nvim_open_win(buf, false, window_config())
    local window = require("pi.chat.window")
    window.dress(win, "prompt", "float")
    vim.wo[win].winbar = "" -- a new window has the value of the current one, but no room for it
    window.place_bar(nil, win, "float")
  end)
  zoom = { win = win, from = from }
  watch(zoom)
  api.nvim_win_set_cursor(win, cursor)
  require("pi.chat.quiet").guard(function()
    api.nvim_set_current_win(win)
  end)
end

--- Shows the prompt in a large window, or goes back to the small one.
---@param agent pi.Agent
function M.toggle(agent)
  local is_here = zoom ~= nil and zoom.win == api.nvim_get_current_win()
  M.close() -- it may be open in another tab page
  if not is_here then
    open(agent)
  end
end

return M
