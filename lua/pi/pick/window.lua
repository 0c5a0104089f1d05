--- The floating windows of a picker: a line to type in, the rows below it in the same frame, and a preview.
local M = {}

local api = vim.api

--- Cells: a picker is not wider than it can be read, and its preview stands beside it from this width on.
local MOST_WIDTH, LEAST_WIDTH, BESIDE_FROM = 110, 50, 120
local ROUNDED = { "╭", "─", "╮", "│", "╯", "─", "╰", "│" }
local MOST_ROWS, LEAST_ROWS, LEAST_BESIDE = 20, 3, 9

---@class pi.pick.Box
---@field input vim.api.keyset.win_config
---@field list vim.api.keyset.win_config
---@field preview? vim.api.keyset.win_config

---@class pi.pick.Windows
---@field input integer
---@field list integer
---@field preview? integer
---@field input_buf integer
---@field list_buf integer
---@field preview_buf integer

---@return integer columns, integer lines
local function screen()
  return vim.o.columns, vim.o.lines - vim.o.cmdheight - (vim.o.laststatus > 0 and 1 or 0)
end

---@param row integer
---@param col integer
---@param width integer
---@param height integer
---@param border string[]
---@return vim.api.keyset.win_config
local function float(row, col, width, height, border)
  return {
    relative = "editor",
    row = row,
    col = col,
    width = width,
    height = height,
    border = border,
    style = "minimal",
    zindex = 60,
    focusable = false,
  }
end

---@param rows integer as many as there are items to show
---@param has_preview boolean
---@return pi.pick.Box
function M.box(rows, has_preview)
  local columns, lines = screen()
  local is_beside = has_preview and columns >= BESIDE_FROM
  local is_below = has_preview and not is_beside and lines >= 20
  local whole = math.min(columns - 2, is_beside and columns - 8 or MOST_WIDTH)
  local width =
    math.max(math.min(LEAST_WIDTH, columns - 2), is_beside and math.floor(whole * 0.55) or whole - 2)
  -- The frame takes three lines and the typed line one.
  local room = lines - 5
  local preview_rows = is_below and math.max(5, math.floor(room / 3)) or 0
  local most = math.max(1, math.min(MOST_ROWS, room - (is_below and preview_rows + 2 or 0)))
  local height = math.min(math.max(rows, is_beside and LEAST_BESIDE or LEAST_ROWS), most)
  local total = height + 4 + (is_below and preview_rows + 2 or 0)
  local row = math.max(0, math.floor((lines - total) / 2))
  local col = math.max(0, math.floor((columns - (is_beside and whole or width + 2)) / 2))
  local box = {
    input = float(row, col, width, 1, { "╭", "─", "╮", "│", "", "", "", "│" }),
    list = float(row + 2, col, width, height, { "├", "─", "┤", "│", "╯", "─", "╰", "│" }),
  }
  box.input.focusable = true
  if is_beside then
    box.preview = float(row, col + width + 2, whole - width - 4, height + 2, ROUNDED)
  elseif is_below then
    box.preview = float(row + height + 4, col, width, preview_rows, ROUNDED)
  end
  return box
end

---@param filetype string
---@return integer buf
local function scratch(filetype)
  local buf = api.nvim_create_buf(false, true)
  vim.bo[buf].bufhidden = "wipe"
  vim.b[buf].completion = false
  require("pi.chat.quiet").guard(function()
    vim.bo[buf].filetype = filetype
  end)
  return buf
end

---@param win integer
---@param wrap boolean
local function dress(win, wrap)
  local options = {
    winhighlight = "NormalFloat:Normal,FloatBorder:PiRule,FloatTitle:PiAccent,FloatFooter:PiPickDetail",
    wrap = wrap,
    linebreak = wrap,
    breakindent = wrap,
    cursorline = false,
    scrolloff = 0,
    sidescrolloff = 0,
    winfixbuf = true,
  }
  for name, value in pairs(options) do
    api.nvim_set_option_value(name, value, { win = win, scope = "local" })
  end
end

---@param buf integer
---@param config vim.api.keyset.win_config
---@param wrap boolean
---@return integer win
local function open_unfocused(buf, config, wrap)
  local win = api.nvim_open_win(buf, false, vim.tbl_extend("force", config, { noautocmd = true }))
  dress(win, wrap)
  return win
end

---@param box pi.pick.Box
---@param title string
---@param footer string
local function decorate(box, title, footer)
  box.input.title = (" %s "):format(title)
  box.list.footer = footer ~= "" and (" %s "):format(footer) or nil
end

--- Opens the windows, and goes to the line to type in.
---@param box pi.pick.Box
---@param title string
---@param footer string
---@return pi.pick.Windows
function M.open(box, title, footer)
  decorate(box, title, footer)
  local windows = {
    input_buf = scratch("pi-pick"),
    list_buf = scratch("pi-pick-list"),
    preview_buf = scratch("pi-pick-preview"),
  }
  vim.bo[windows.preview_buf].bufhidden = "hide"
  windows.list = open_unfocused(windows.list_buf, box.list, false)
  windows.preview = box.preview and open_unfocused(windows.preview_buf, box.preview, true)
  windows.input = api.nvim_open_win(windows.input_buf, true, box.input)
  dress(windows.input, false)
  return windows
end

--- Gives the windows another size and place.
---@param windows pi.pick.Windows
---@param box pi.pick.Box
---@param title string
---@param footer string
function M.arrange(windows, box, title, footer)
  decorate(box, title, footer)
  api.nvim_win_set_config(windows.input, box.input)
  api.nvim_win_set_config(windows.list, box.list)
  if windows.preview and box.preview then
    api.nvim_win_set_config(windows.preview, box.preview)
  elseif windows.preview then
    pcall(api.nvim_win_close, windows.preview, true)
    windows.preview = nil
  elseif box.preview then
    windows.preview = open_unfocused(windows.preview_buf, box.preview, true)
  end
end

---@param windows pi.pick.Windows
function M.close(windows)
  for _, name in ipairs({ "input", "list", "preview" }) do
    if windows[name] and api.nvim_win_is_valid(windows[name]) then
      pcall(api.nvim_win_close, windows[name], true)
    end
  end
  pcall(api.nvim_buf_delete, windows.preview_buf, { force = true })
end

return M
