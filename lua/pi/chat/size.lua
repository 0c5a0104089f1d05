--- How large the chat's windows are, and what that leaves to the user's.
local M = {}

local api = vim.api

---@alias pi.chat.Sizes table<integer, [integer, integer]> window → width and height

--- Cells that the chat takes at least, and leaves at least.
local MIN_WIDTH, MIN_HEIGHT, MIN_REST = 40, 8, 20
local MIN_FLOAT_WIDTH = 72

---@return pi.LayoutConfig
local function config()
  return require("pi.config").get().layout
end

---@param share number part of the whole, or cells when above 1
---@param whole integer
---@return integer
local function wished(share, whole)
  return math.floor(share <= 1 and whole * share or share)
end

---@param share number part of the whole, or cells when above 1
---@param whole integer
---@param least integer
---@return integer
local function cells(share, whole, least)
  local wanted = wished(share, whole)
  local most = math.max(whole - MIN_REST, math.floor(whole / 2))
  return math.max(1, math.min(math.max(wanted, least), most))
end

---@return integer lines that windows can use
local function screen_lines()
  return vim.o.lines - vim.o.cmdheight - (vim.o.laststatus > 0 and 1 or 0)
end

---@return integer rows of the whole chat
local function chat_height()
  local whole = screen_lines()
  return math.max(1, math.min(math.max(wished(config().height, whole), MIN_HEIGHT), whole - 3))
end

---@param rows integer rows of the prompt
---@return { row: integer, col: integer, width: integer, height: integer } of the transcript, without its border
local function float_box(rows)
  local width, whole =
    wished(config().float_width, vim.o.columns), wished(config().float_height, screen_lines())
  -- A share of a narrow screen would be too narrow to read in.
  width = config().float_width <= 1 and math.max(MIN_FLOAT_WIDTH, width) or width
  width = math.max(20, math.min(vim.o.columns - 4, width))
  whole = math.max(8, math.min(screen_lines() - 2, whole))
  return {
    width = width,
    height = math.max(2, whole - rows - 4), -- two borders of two lines; the bar needs a line below it
    row = math.max(0, math.floor((screen_lines() - whole) / 2)),
    col = math.max(0, math.floor((vim.o.columns - width) / 2) - 1),
  }
end

---@param rows integer rows of the prompt
---@param kind "transcript"|"prompt"
---@return vim.api.keyset.win_config
local function float_config(rows, kind)
  local box = float_box(rows)
  local is_prompt = kind == "prompt"
  return {
    relative = "editor",
    border = "rounded",
    width = box.width,
    height = is_prompt and rows or box.height,
    row = is_prompt and box.row + box.height + 2 or box.row,
    col = box.col,
  }
end

---@param place pi.Place
---@return vim.api.keyset.win_config
function M.transcript_config(place)
  if place == "float" then
    return float_config(2, "transcript")
  end
  local split = { split = place, win = -1 }
  if place == "below" or place == "above" then
    split.height = chat_height()
  else
    split.width = cells(config().width, vim.o.columns, MIN_WIDTH)
  end
  return split
end

---@param place pi.Place
---@param transcript integer window
---@return vim.api.keyset.win_config
function M.prompt_config(place, transcript)
  if place == "float" then
    return float_config(2, "prompt")
  end
  return { split = "below", win = transcript, height = 1 }
end

--- Rows for the text, plus one for the bar when it stands in the prompt's window.
---@param win integer
---@return integer rows
---@return boolean is_whole whether all of the text has room in them
local function rows_needed(win)
  local height = api.nvim_win_text_height(win, {})
  local shown = require("pi.loaded")("chat.widgets")
  local widgets = shown and shown.rows(vim.b[api.nvim_win_get_buf(win)].pi_agent) or 0
  local text = height.all - height.fill + widgets
  local most = math.max(1, config().prompt_height) + widgets
  local bar = vim.wo[win].winbar ~= "" and 1 or 0
  return math.max(1, math.min(text, most)) + bar, text <= most
end

--- A window of one row that gets a second line scrolls before it grows.
---@param win integer
local function show_first_line(win)
  api.nvim_win_call(win, function()
    if vim.fn.line("w0") > 1 then
      vim.fn.winrestview({ topline = 1 })
    end
  end)
end

---@param pair pi.chat.Pair
local function set_float_sizes(pair)
  local rows = pair.prompt_rows or 1
  for _, kind in ipairs({ "transcript", "prompt" }) do
    if pair[kind] and api.nvim_win_is_valid(pair[kind]) then
      api.nvim_win_set_config(pair[kind], float_config(rows, kind))
    end
  end
end

--- The prompt takes its rows from the transcript and from nobody else.
---@param pair pi.chat.Pair
---@param rows integer
local function set_split_sizes(pair, rows)
  local both = api.nvim_win_get_height(pair.transcript) + api.nvim_win_get_height(pair.prompt)
  rows = math.max(1, math.min(rows, both - 2))
  api.nvim_win_set_height(pair.prompt, rows)
  if api.nvim_win_get_height(pair.transcript) ~= both - rows then
    api.nvim_win_set_height(pair.transcript, both - rows)
  end
end

--- Gives the prompt the rows that its text needs, up to `layout.prompt_height`. What the transcript shows stays.
---@param pair pi.chat.Pair
function M.fit_prompt(pair)
  local rows, is_whole = rows_needed(pair.prompt)
  if rows == pair.prompt_rows then
    return
  end
  pair.prompt_rows = rows
  local view = require("pi.chat.view")
  local views = view.save(api.nvim_win_get_buf(pair.transcript))
  if pair.place == "float" then
    set_float_sizes(pair)
  else
    set_split_sizes(pair, rows)
  end
  if is_whole and api.nvim_win_get_height(pair.prompt) >= rows then
    show_first_line(pair.prompt)
  end
  view.restore(views, {})
end

--- Gives the pair its share of the screen again.
---@param pair pi.chat.Pair
function M.apply(pair)
  local transcript, prompt = pair.transcript, pair.prompt
  local is_whole = transcript
    and prompt
    and api.nvim_win_is_valid(transcript)
    and api.nvim_win_is_valid(prompt)
  if not is_whole or pair.place == "tab" then
    return
  end
  if pair.place == "float" then
    set_float_sizes(pair)
  elseif pair.place == "right" or pair.place == "left" then
    api.nvim_win_set_width(transcript, cells(config().width, vim.o.columns, MIN_WIDTH))
  else
    api.nvim_win_set_height(transcript, chat_height() - (pair.prompt_rows or 1) - 1)
  end
end

--- The sizes of the windows in this tab page, floating ones apart.
---@return pi.chat.Sizes
function M.measure()
  local sizes = {}
  for _, win in ipairs(api.nvim_tabpage_list_wins(0)) do
    if api.nvim_win_get_config(win).relative == "" then
      sizes[win] = { api.nvim_win_get_width(win), api.nvim_win_get_height(win) }
    end
  end
  return sizes
end

--- Twice, in the order of the layout: with nested rows and columns the first pass sets what the second divides.
---@param sizes pi.chat.Sizes
---@param factor [number, number] for width and height
local function set_sizes(sizes, factor)
  for _ = 1, 2 do
    for _, win in ipairs(api.nvim_tabpage_list_wins(0)) do
      local size = sizes[win]
      if size and not vim.wo[win].winfixwidth then
        api.nvim_win_set_width(win, math.max(1, math.floor(size[1] * factor[1] + 0.5)))
      end
      if size and not vim.wo[win].winfixheight then
        api.nvim_win_set_height(win, math.max(1, math.floor(size[2] * factor[2] + 0.5)))
      end
    end
  end
end

--- The user's windows keep their proportions in what the chat leaves, whatever 'equalalways' made of them.
---@param pair pi.chat.Pair
function M.share(pair)
  local is_beside = pair.place == "right" or pair.place == "left"
  local factor = { 1, 1 }
  if is_beside then
    factor[1] = 1 - (api.nvim_win_get_width(pair.transcript) + 1) / vim.o.columns
  else
    factor[2] = 1 - (chat_height() + 1) / screen_lines()
  end
  set_sizes(pair.sizes, factor)
  M.apply(pair)
end

--- After the chat is gone: the sizes from before, if the same windows are there.
---@param sizes pi.chat.Sizes
function M.give_back(sizes)
  local now = M.measure()
  for win in pairs(now) do
    if sizes[win] == nil then
      return
    end
  end
  for win in pairs(sizes) do
    if now[win] == nil then
      return
    end
  end
  set_sizes(sizes, { 1, 1 })
end

return M
