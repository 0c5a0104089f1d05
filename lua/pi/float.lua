--- A floating window with a text to read, closed by `q`, `<Esc>`, `<CR>` or by leaving it.
local M = {}

local api = vim.api

---@param lines string[]
---@param title string
---@return vim.api.keyset.win_config
local function window_config(lines, title)
  local width = api.nvim_strwidth(title) + 4
  for _, line in ipairs(lines) do
    width = math.max(width, api.nvim_strwidth(line))
  end
  width = math.min(width, vim.o.columns - 4)
  local height = math.max(1, math.min(#lines, vim.o.lines - 4))
  local more = height < #lines and " more below " or nil
  return {
    relative = "editor",
    style = "minimal",
    border = "rounded",
    title = (" %s "):format(title),
    footer = more,
    footer_pos = more and "right",
    width = width,
    height = height,
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.max(0, math.floor((vim.o.columns - width) / 2) - 1),
    zindex = 100,
  }
end

---@param buf integer
---@param lines string[]
local function write(buf, lines)
  vim.bo[buf].modifiable = true
  api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.bo[buf].modifiable = false
end

--- Long lines wrap: the window is as high as they need.
---@param win integer
local function fit_height(win)
  local needed = api.nvim_win_text_height(win, {}).all
  api.nvim_win_set_height(win, math.max(1, math.min(needed, vim.o.lines - 4)))
end

--- Opens the window and goes to it.
---@param lines string[]
---@param opts { title: string, keys?: string[] } `keys` close it too
---@return integer buf, integer win
function M.open(lines, opts)
  local buf = api.nvim_create_buf(false, true)
  write(buf, lines)
  vim.bo[buf].bufhidden = "wipe"
  local win = api.nvim_open_win(buf, true, window_config(lines, opts.title))
  fit_height(win)
  local function close()
    if api.nvim_win_is_valid(win) then
      api.nvim_win_close(win, true)
    end
  end
  for _, key in ipairs(vim.list_extend({ "q", "<Esc>", "<CR>" }, opts.keys or {})) do
    vim.keymap.set("n", key, close, { buffer = buf, nowait = true })
  end
  api.nvim_create_autocmd("WinLeave", { buffer = buf, once = true, callback = vim.schedule_wrap(close) })
  return buf, win
end

--- Replaces the text of a window that is still open, which takes the size of it.
---@param win integer
---@param lines string[]
---@param opts { title: string, indent?: integer } `indent`: of what wraps
---@return integer? buf
function M.update(win, lines, opts)
  if not api.nvim_win_is_valid(win) then
    return nil
  end
  api.nvim_set_option_value("breakindent", true, { win = win, scope = "local" })
  api.nvim_set_option_value("breakindentopt", "shift:" .. (opts.indent or 0), { win = win, scope = "local" })
  local buf = api.nvim_win_get_buf(win)
  write(buf, lines)
  api.nvim_win_set_config(win, window_config(lines, opts.title))
  fit_height(win)
  return buf
end

return M
