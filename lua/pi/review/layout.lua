--- The tab page of a review: the list of files, and below it the texts beside each other.
local M = {}

local api = vim.api

--- Share of the screen that the list takes at most.
local LIST_SHARE = 0.25

---@class pi.review.Pane
---@field buf integer
---@field title string
---@field win? integer

--- The line above a window.
---@param win integer
---@param title string
function M.set_title(win, title)
  local text = " " .. require("pi.status").literal(title)
  vim.wo[win][0].winbar = "%#PiWinbar#%<" .. text
end

--- A window of a text of ours has a line above; its name below would say less.
---@param win integer
local function set_status(win)
  vim.wo[win][0].statusline = " "
end

--- Opens the tab page with its list.
---@param buf integer of the list
---@return integer win
function M.open(buf)
  local win
  require("pi.chat.quiet").guard(function()
    api.nvim_cmd(
      { cmd = "sbuffer", args = { tostring(buf) }, mods = { tab = api.nvim_tabpage_get_number(0) } },
      {}
    )
  end)
  win = api.nvim_get_current_win()
  local options = vim.wo[win][0]
  options.wrap, options.number, options.relativenumber, options.list = false, false, false, false
  options.cursorline, options.signcolumn, options.foldcolumn, options.spell = true, "no", "0", false
  set_status(win)
  return win
end

--- Gives the list as many lines as it needs, up to its share of the screen.
---@param list_win integer
---@param rows integer
function M.fit_list(list_win, rows)
  local most = math.max(2, math.floor(vim.o.lines * LIST_SHARE))
  api.nvim_win_set_height(list_win, math.min(rows, most) + 1) -- one for the line above
end

--- Takes diff mode and our line off a window before it closes: Neovim would give the buffer both again elsewhere.
---@param win integer
function M.release(win)
  if api.nvim_win_is_valid(win) then
    require("pi.chat.quiet").run(function()
      api.nvim_win_call(win, function()
        vim.cmd("diffoff | setlocal winbar<")
      end)
    end)
  end
end

---@param panes pi.review.Pane[]
function M.close_panes(panes)
  for _, pane in ipairs(panes) do
    if pane.win and api.nvim_win_is_valid(pane.win) then
      M.release(pane.win)
      require("pi.chat.quiet").guard(function()
        pcall(api.nvim_win_close, pane.win, true) -- the buffer is hidden, also with 'nohidden'
      end)
    end
  end
end

--- Shows texts beside each other below the list.
---@param list_win integer
---@param rows integer of the list
---@param panes pi.review.Pane[] get their windows
---@param is_diff boolean
function M.show(list_win, rows, panes, is_diff)
  -- Neovim looks at the file of a buffer that comes into a window: it may just have gone.
  require("pi.edit.guard").unasked(panes[#panes].buf, "", function()
    local beside
    for _, pane in ipairs(panes) do
      local config = { split = beside and "right" or "below", win = beside or list_win }
      pane.win = api.nvim_open_win(pane.buf, false, config)
      beside = pane.win
    end
  end)
  M.fit_list(list_win, rows)
  local width = math.floor((vim.o.columns - #panes + 1) / #panes)
  for i, pane in ipairs(panes) do
    if i < #panes then
      api.nvim_win_set_width(pane.win, width)
    end
    M.set_title(pane.win, pane.title)
    if vim.b[pane.buf].pi_agent then
      set_status(pane.win)
    end
    if is_diff then
      api.nvim_win_call(pane.win, vim.cmd.diffthis)
    end
  end
end

return M
