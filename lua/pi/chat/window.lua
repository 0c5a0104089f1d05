--- Options of the chat's windows. All are set for our buffer in the window only (`scope = "local"`): Neovim itself
--- brings the user's values back when another buffer is shown there.
local M = {}

local api = vim.api

---@type table<string, any>
local common = {
  number = false,
  relativenumber = false,
  signcolumn = "yes:1",
  foldcolumn = "0",
  statuscolumn = "",
  colorcolumn = "",
  list = false,
  wrap = true,
  linebreak = true,
  breakindent = true,
  -- Below the text of a list's item, see 'formatlistpat' of our buffers.
  breakindentopt = "list:-1",
  scrollbind = false,
  cursorbind = false,
  diff = false,
}

---@type table<string, any>
local transcript = {
  -- Folds by expression or syntax are computed again for all lines at every change.
  foldmethod = "manual",
  foldenable = false,
  spell = false,
  concealcursor = "",
  -- More would move what a window shows when lines come in above it.
  scrolloff = 0,
}

---@param win integer
---@param options table<string, any>
local function set(win, options)
  local scope = { win = win, scope = "local" }
  for name, value in pairs(options) do
    api.nvim_set_option_value(name, value, scope)
  end
end

--- For one who reads, by screen lines. A window that follows goes by whole lines: to show half a wrapped line at its
--- top Neovim draws all of it anew.
---@param win integer of a transcript
---@param is_smooth boolean
function M.scroll_smoothly(win, is_smooth)
  require("pi.chat.quiet").run(function()
    set(win, { smoothscroll = is_smooth })
  end)
end

---@return string 'fillchars' without the signs of lines after the end
local function fillchars()
  local own = vim.go.fillchars
  return (own == "" and "" or own .. ",") .. "eob: "
end

---@param win integer
---@param place pi.Place
local function dress_transcript(win, place)
  local config = require("pi.config").get()
  set(win, transcript)
  set(win, {
    winbar = require("pi.chat.winbar").TRANSCRIPT,
    wrap = config.layout.wrap,
    conceallevel = require("pi.chat.treesitter").conceal_level(),
    winfixwidth = place == "right" or place == "left",
    winfixheight = place == "below" or place == "above",
    smoothscroll = require("pi.chat.view").is_detached(win),
  })
end

---@param win integer
local function dress_prompt(win)
  set(win, { winfixheight = true, winfixwidth = vim.wo[win].winfixwidth })
end

--- Sets the options of a window that has just got one of our buffers.
---@param win integer
---@param kind "transcript"|"prompt"
---@param place pi.Place
function M.dress(win, kind, place)
  set(win, common)
  set(win, { fillchars = fillchars() })
  if kind == "transcript" then
    dress_transcript(win, place)
  else
    dress_prompt(win)
  end
  M.set_highlights(win, false)
end

--- For a window that shows another buffer now. Neovim keeps these two whatever a window shows, and it brings the
--- user's values of all others back by itself.
---@param win integer
function M.undress(win)
  set(win, { winfixheight = false, winfixwidth = false })
end

--- The bars are drawn on the window's own background.
---@param win integer
---@param is_rule boolean the status line of the window is our rule
function M.set_highlights(win, is_rule)
  local map = "WinBar:PiWinbar,WinBarNC:PiWinbar"
  if is_rule then
    map = map .. ",StatusLine:PiRule,StatusLineNC:PiRule"
  end
  if vim.wo[win].winhighlight ~= map then
    set(win, { winhighlight = map })
  end
end

---@param win integer
---@return boolean
local function is_float(win)
  return api.nvim_win_get_config(win).relative ~= ""
end

---@param win integer
---@return boolean alone the only window of its tab page, apart from floating ones
function M.is_alone(win)
  return vim.iter(api.nvim_tabpage_list_wins(api.nvim_win_get_tabpage(win))):all(function(other)
    return other == win or is_float(other)
  end)
end

---@type table<integer, boolean> transcript windows whose 'statusline' somebody else wants
local taken = {}

--- The line between transcript and prompt is the transcript's status line where windows have one, else the prompt's
--- 'winbar'. A plugin that sets the status line of every window keeps it.
---@param win? integer transcript's window
---@param prompt? integer prompt's window
---@param place pi.Place
function M.place_bar(win, prompt, place)
  local bar = require("pi.chat.winbar").PROMPT
  local has_statusline = win and prompt and place ~= "float" and vim.o.laststatus ~= 3
  if win then
    local now = vim.wo[win].statusline
    if vim.w[win].pi_bar and now ~= bar then
      taken[win] = true
    end
    has_statusline = has_statusline and not taken[win]
    if has_statusline and now ~= bar then
      set(win, { statusline = bar })
    elseif not has_statusline and now == bar then
      set(win, { statusline = "" }) -- the global one again
    end
    if (vim.w[win].pi_bar or false) ~= has_statusline then
      vim.w[win].pi_bar = has_statusline or nil
      require("pi.chat.kept").drop(win)
    end
    M.set_highlights(win, has_statusline or false)
  end
  -- A window without a bar of its own shows the one that is set for all: not in ours.
  local blank = vim.go.winbar ~= "" and " " or ""
  local winbar = has_statusline and blank or bar
  if prompt and vim.wo[prompt].winbar ~= winbar then
    set(prompt, { winbar = winbar })
  end
end

return M
