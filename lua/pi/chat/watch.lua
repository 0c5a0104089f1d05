--- What happens to a chat's windows from outside: closed, quit, given another buffer, resized.
local M = {}

local api = vim.api

local function layout()
  return require("pi.chat.layout")
end

--- The other window goes with the one that was closed. `:only` in it closes this one from there: then it stays.
---@param pair pi.chat.Pair
---@param was_current boolean
local function close_partner(pair, was_current)
  local win = layout().window(pair, "transcript") or layout().window(pair, "prompt")
  if win == nil or was_current or not require("pi.chat.window").is_alone(win) then
    layout().close(pair)
  end
end

---@param closed integer window
local function on_closed(closed)
  local pair, kind = layout().owner(closed)
  if pair == nil then
    return
  end
  local was_ours = layout().window(pair, kind) ~= nil
  local was_current = closed == api.nvim_get_current_win()
  pair[kind] = nil
  if was_ours then
    vim.schedule(function()
      if layout().window(pair, kind) == nil then -- nobody has opened it again meanwhile
        close_partner(pair, was_current)
      end
    end)
  end
end

--- Another buffer in one of our windows: it is the user's from now on.
local function on_other_buffer()
  local win = api.nvim_get_current_win()
  local pair, kind = layout().owner(win)
  if pair and layout().window(pair, kind) == nil then
    pair[kind] = nil
    require("pi.chat.window").undress(win)
  end
end

--- `:quit` closes the other window at once, so that quitting twice, quickly typed, means what it says.
local function on_quit()
  local pair, kind = layout().owner(api.nvim_get_current_win())
  if pair == nil or layout().window(pair, kind) == nil then
    return
  end
  local partner = kind == "prompt" and "transcript" or "prompt"
  local win = layout().window(pair, partner)
  pair[partner] = nil
  pcall(api.nvim_win_close, win or -1, true)
  vim.schedule(function()
    if layout().window(pair, kind) then -- Neovim refused to quit
      layout().open(pair.agent, pair.place)
    end
  end)
end

local refit = vim.schedule_wrap(function()
  local transcript = require("pi.chat.transcript")
  for _, agent in ipairs(transcript.agents()) do
    local buf = transcript.buf(agent)
    if buf then
      require("pi.chat.room").refit(buf)
    end
  end
end)

--- Watches the windows. Safe to call again.
M.setup = require("pi.once")(function()
  local group = api.nvim_create_augroup("pi.layout", { clear = true })
  local function on(events, pattern, desc, callback)
    api.nvim_create_autocmd(
      events,
      { group = group, pattern = pattern, desc = "pi: " .. desc, callback = callback }
    )
  end
  on("WinClosed", "*", "close the chat's other window", function(args)
    on_closed(tonumber(args.match) --[[@as integer]])
  end)
  on({ "BufEnter", "BufWinEnter" }, "*", "give a window back", on_other_buffer)
  on("QuitPre", "*", "quit with the chat", on_quit)
  on(
    { "TabEnter", "BufWinEnter", "WinClosed", "BufWinLeave" },
    "*",
    "tell who sees which transcript",
    function()
      vim.schedule(require("pi.chat.watching").tell_all)
      require("pi.chat.spinner").spin()
    end
  )
  on("DirChanged", "*", "say where an agent works", require("pi.chat.kept").drop_all)
  on({ "WinResized", "BufWinEnter", "WinClosed" }, "*", "fit what is drawn by the room it has", refit)
  on("OptionSet", "wrap", "fit what is drawn by the room it has", refit)
  on("VimResized", "*", "keep the chat's share of the screen", function()
    vim.iter(layout().pairs()):each(require("pi.chat.size").apply)
  end)
  on("OptionSet", { "laststatus", "winbar", "cmdheight" }, "move the chat's bar", function(args)
    if args.match == "winbar" and vim.v.option_type ~= "global" then
      return -- of one window
    end
    for _, pair in ipairs(layout().pairs()) do
      pair.prompt_rows = nil -- Neovim has changed them
      layout().refresh(pair)
    end
  end)
end)

return M
