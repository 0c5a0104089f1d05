--- The windows of a chat: a transcript and the prompt below it, side by side with the user's own windows.
--- A pair belongs to one tab page. Each of its windows may be closed, moved or given another buffer at any time;
--- what is true is asked of Neovim each time.
local M = {}

local api = vim.api

---@class pi.chat.Pair
---@field agent integer
---@field place pi.Place
---@field transcript? integer window
---@field prompt? integer window
---@field from integer window that was current when it was opened
---@field prompt_rows? integer rows the prompt was last given
---@field sizes? pi.chat.Sizes of the user's windows before it was opened

---@type pi.chat.Pair[]
local pairs_open = {}

---@param agent_id integer
---@param kind "transcript"|"prompt"
---@return integer? buf
local function buf_of(agent_id, kind)
  return require("pi.chat." .. kind).buf(agent_id)
end

--- The window, as long as it exists and shows our buffer.
---@param pair pi.chat.Pair
---@param kind "transcript"|"prompt"
---@return integer?
function M.window(pair, kind)
  local win = pair[kind]
  local is_ours = win and api.nvim_win_is_valid(win) and api.nvim_win_get_buf(win) == buf_of(pair.agent, kind)
  return is_ours and win or nil
end

--- Pairs that still have a window.
---@return pi.chat.Pair[]
function M.pairs()
  pairs_open = vim.tbl_filter(function(pair)
    return M.window(pair, "transcript") ~= nil or M.window(pair, "prompt") ~= nil
  end, pairs_open)
  return pairs_open
end

---@param pair pi.chat.Pair
---@return integer tabpage
local function tab_of(pair)
  return api.nvim_win_get_tabpage(M.window(pair, "transcript") or M.window(pair, "prompt"))
end

--- An agent's pair in the current tab page.
---@param agent_id integer
---@return pi.chat.Pair?
function M.find(agent_id)
  local tab = api.nvim_get_current_tabpage()
  for _, pair in ipairs(M.pairs()) do
    if pair.agent == agent_id and tab_of(pair) == tab then
      return pair
    end
  end
end

--- An agent's pair that has a tab page to itself, whichever is current.
---@param agent_id integer
---@return pi.chat.Pair?
function M.find_in_own_tab(agent_id)
  for _, pair in ipairs(M.pairs()) do
    if pair.agent == agent_id and pair.place == "tab" then
      return pair
    end
  end
end

---@param win integer
---@return pi.chat.Pair?
---@return "transcript"|"prompt"|nil
function M.owner(win)
  for _, pair in ipairs(pairs_open) do
    if pair.transcript == win or pair.prompt == win then
      return pair, pair.transcript == win and "transcript" or "prompt"
    end
  end
end

---@param pair pi.chat.Pair
---@return table<integer, boolean>
local function windows_of(pair)
  local wins = {}
  for _, kind in ipairs({ "transcript", "prompt" }) do
    local win = M.window(pair, kind)
    if win then
      wins[win] = true
    end
  end
  return wins
end

---@param pair pi.chat.Pair
---@param kind "transcript"|"prompt"
---@param config vim.api.keyset.win_config
local function open_window(pair, kind, config)
  local buf = assert(buf_of(pair.agent, kind))
  require("pi.chat.quiet").run(function()
    pair[kind] = api.nvim_open_win(buf, false, config)
    require("pi.chat.window").dress(pair[kind], kind, pair.place)
  end)
end

---@param pair pi.chat.Pair
local function open_tab(pair)
  require("pi.chat.quiet").guard(function()
    vim.cmd("tab split")
  end)
  pair.transcript = api.nvim_get_current_win()
  require("pi.chat.quiet").run(function()
    api.nvim_win_set_buf(pair.transcript, buf_of(pair.agent, "transcript"))
    require("pi.chat.window").dress(pair.transcript, "transcript", pair.place)
  end)
end

---@param pair pi.chat.Pair
---@param place pi.Place
local function open_transcript(pair, place)
  local prompt = M.window(pair, "prompt")
  if prompt and place ~= "float" then
    open_window(pair, "transcript", { split = "above", win = prompt })
    require("pi.chat.size").apply(pair)
  elseif place == "tab" then
    open_tab(pair)
  else
    open_window(pair, "transcript", require("pi.chat.size").transcript_config(place))
  end
end

--- Neovim knows where the cursor was in a window that has gone; in one more, it would be in the first line.
---@param win integer
local function show_end(win)
  if #vim.fn.win_findbuf(api.nvim_win_get_buf(win)) > 1 then
    require("pi.chat.view").follow(win)
  end
end

--- Opens the windows that are missing and sets their options.
---@param pair pi.chat.Pair
local function complete(pair)
  if M.window(pair, "transcript") == nil then
    open_transcript(pair, pair.place)
    show_end(pair.transcript)
    pair.prompt_rows = nil -- a prompt that was left alone has all of them
  end
  if M.window(pair, "prompt") == nil then
    open_window(pair, "prompt", require("pi.chat.size").prompt_config(pair.place, pair.transcript))
    pair.prompt_rows = nil
  end
end

--- Opens what is missing of the pair in the current tab page, or of the one in its own. The current window stays, except
--- for a new tab page.
---@param agent_id integer
---@param place pi.Place
---@return pi.chat.Pair
function M.open(agent_id, place)
  local pair = M.find(agent_id) or place == "tab" and M.find_in_own_tab(agent_id) or nil
  if pair then
    complete(pair)
    M.refresh(pair)
    return pair
  end
  local size = require("pi.chat.size")
  pair = { agent = agent_id, place = place, from = api.nvim_get_current_win() }
  pair.sizes = place ~= "float" and place ~= "tab" and size.measure() or nil
  pairs_open[#pairs_open + 1] = pair
  complete(pair)
  M.refresh(pair)
  if pair.sizes then
    size.share(pair)
  end
  return pair
end

--- Brings bars and sizes of a pair up to date.
---@param pair pi.chat.Pair
function M.refresh(pair)
  local transcript, prompt = M.window(pair, "transcript"), M.window(pair, "prompt")
  require("pi.chat.quiet").run(function()
    require("pi.chat.window").place_bar(transcript, prompt, pair.place)
  end)
  if transcript and prompt then
    require("pi.chat.size").fit_prompt(pair)
  end
end

--- The prompt's text or the bars changed: gives the prompt the rows it needs.
---@param agent_id integer
function M.fit(agent_id)
  for _, pair in ipairs(M.pairs()) do
    if pair.agent == agent_id then
      M.refresh(pair)
    end
  end
end

--- What to show in a window that cannot go: the buffer before ours, else the one that was used last.
---@return integer? buf
local function user_buffer()
  local alternate = vim.fn.bufnr("#")
  if alternate > 0 and vim.bo[alternate].buflisted then
    return alternate
  end
  local listed = vim.fn.getbufinfo({ buflisted = 1 })
  table.sort(listed, function(a, b)
    return a.lastused > b.lastused
  end)
  return listed[1] and listed[1].bufnr
end

--- A tab page cannot lose its last window, nor the editor its last tab page: another buffer is shown instead.
---@param win integer
local function close_window(win)
  local is_last = #api.nvim_list_tabpages() == 1 and require("pi.chat.window").is_alone(win)
  if not is_last then
    pcall(api.nvim_win_close, win, true)
    return
  end
  local buf = user_buffer()
  if buf then
    api.nvim_win_set_buf(win, buf)
  else
    api.nvim_win_call(win, vim.cmd.enew)
  end
  require("pi.chat.window").undress(win)
end

--- The window to go back to when the chat closes.
---@param pair pi.chat.Pair
local function leave(pair)
  local ours = windows_of(pair)
  if not ours[api.nvim_get_current_win()] then
    return
  end
  local previous = vim.fn.win_getid(vim.fn.winnr("#"))
  local target = (previous ~= 0 and not ours[previous]) and previous or pair.from
  local is_here = api.nvim_win_is_valid(target) and api.nvim_win_get_tabpage(target) == tab_of(pair)
  if is_here and not ours[target] then
    api.nvim_set_current_win(target)
  end
end

---@param pair pi.chat.Pair
local function give_sizes_back(pair)
  if pair.sizes then
    require("pi.chat.size").give_back(pair.sizes)
    pair.sizes = nil
  end
end

--- Closes a pair; the user's windows get the sizes back that they had.
---@param pair pi.chat.Pair
function M.close(pair)
  leave(pair)
  local transcript, prompt = M.window(pair, "transcript"), M.window(pair, "prompt")
  pair.transcript, pair.prompt = nil, nil -- closing one must not close the other once more
  if prompt then
    pcall(api.nvim_win_close, prompt, true)
  end
  if transcript then
    close_window(transcript)
  end
  if prompt and api.nvim_win_is_valid(prompt) then
    close_window(prompt)
  end
  give_sizes_back(pair)
end

--- Closes an agent's windows in every tab page.
---@param agent_id integer
function M.close_all(agent_id)
  for _, pair in ipairs(vim.list_slice(M.pairs())) do
    if pair.agent == agent_id then
      M.close(pair)
    end
  end
end

return M
