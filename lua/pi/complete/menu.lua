--- Completion for users without a plugin for it: asks as one types, and shows the answer when it comes. Neovim's own for
--- language servers opens by itself from 0.11 on, but not when one types faster than the answer comes.
local M = {}

local api = vim.api
local offer = require("pi.complete.offer")

--- Every item is shown whatever has been typed: the host has matched already.
---@param items pi.Completion[]
---@param place pi.complete.Place
---@return table[] as complete() takes them
local function as_words(items, place)
  return vim.tbl_map(function(item)
    return {
      word = offer.inserted(item, place),
      abbr = item.name,
      kind = item.source or "",
      menu = item.description or "",
      icase = 1,
      equal = 1,
    }
  end, items)
end

--- Asks what can be completed at the cursor, and calls `show` if the cursor is still there by then.
---@param show fun(place: pi.complete.Place, words: table[])
local function ask(show)
  local buf = api.nvim_get_current_buf()
  local row, col = unpack(api.nvim_win_get_cursor(0))
  offer.at(
    buf,
    row - 1,
    col,
    -- Who asks may hold the text locked.
    vim.schedule_wrap(function(items, place)
      local cursor = api.nvim_win_get_cursor(0)
      local is_still_there = api.nvim_get_current_buf() == buf and cursor[1] == row and cursor[2] == col
      if is_still_there and api.nvim_get_mode().mode:find("^i") then
        show(place, as_words(items, place))
      end
    end)
  )
end

--- For 'omnifunc': that of Neovim 0.10 keeps only what begins with the typed text.
---@param findstart integer
---@return integer|table
function M.omnifunc(findstart)
  if findstart == 0 then
    return {}
  end
  ask(function(place, words)
    vim.fn.complete(place.from + 1, words)
  end)
  return -2 -- leave completion mode: the answer starts it again
end

--- Shows the menu with nothing selected, whatever the user's 'completeopt' is.
---@param place pi.complete.Place
---@param words table[]
local function show_unselected(place, words)
  if #words == 0 and vim.fn.pumvisible() == 0 then
    return
  end
  local options = vim.fn.has("nvim-0.11") == 1 and vim.bo or vim.o -- in 0.10 no buffer has its own
  local own = options.completeopt
  require("pi.chat.quiet").run(function()
    options.completeopt = "menuone,noselect"
    pcall(vim.fn.complete, place.from + 1, words)
    options.completeopt = own
  end)
end

--- Whether the menu, if there is one, is ours and the user has not begun to pick from it.
---@return boolean
local function is_ours_to_change()
  local info = vim.fn.complete_info({ "mode", "selected" })
  return info.mode == "" or info.mode == "eval" and info.selected == -1
end

--- Opens the menu by itself in a prompt, and keeps it up to date.
---@param buf integer
function M.open_by_itself(buf)
  local is_typed = false
  api.nvim_create_autocmd("InsertCharPre", {
    buffer = buf,
    desc = "pi: a letter is typed, not put in by a completion",
    callback = function()
      is_typed = true
    end,
  })
  api.nvim_create_autocmd({ "TextChangedI", "TextChangedP" }, {
    buffer = buf,
    desc = "pi: complete what is typed",
    callback = function()
      local is_due = is_typed or vim.fn.pumvisible() == 1
      is_typed = false
      local row, col = unpack(api.nvim_win_get_cursor(0))
      local before = api.nvim_get_current_line():sub(1, col)
      if is_due and is_ours_to_change() and offer.place_at(row - 1, before) then
        ask(show_unselected)
      end
    end,
  })
end

return M
