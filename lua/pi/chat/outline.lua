--- The outline of a conversation as a location list: what was said, headings, tool calls.
local M = {}

local api = vim.api

---@class pi.chat.OutlineItem
---@field block integer
---@field line integer
---@field depth integer
---@field text string

---@param buf integer
---@param item pi.chat.OutlineItem
---@return integer? lnum where the item is loaded
local function lnum_of(buf, item)
  local row = require("pi.chat.blocks").row_of(buf, item.block)
  return row and row + item.line + 1
end

--- How Neovim shows the entries: as the outline's text alone.
---@param info { id: integer, winid: integer, start_idx: integer, end_idx: integer }
---@return string[]
function M.text(info)
  local items = vim.fn.getloclist(info.winid, { id = info.id, items = 0 }).items
  local lines = {}
  for i = info.start_idx, info.end_idx do
    local item = items[i]
    local depth = type(item.user_data) == "table" and item.user_data.depth or 0
    lines[#lines + 1] = ("  "):rep(depth) .. item.text
  end
  return lines
end

--- Goes to the entry under the cursor of the list, also where it is not loaded.
---@param win integer the transcript's
local function jump(win)
  local entry = vim.fn.getloclist(win)[vim.fn.line(".")]
  local item = entry and entry.user_data
  local state = api.nvim_win_is_valid(win)
    and require("pi.chat.transcript").state_of(api.nvim_win_get_buf(win))
  if not state or type(item) ~= "table" then
    require("pi.notify").info("the transcript of this list is not shown any more")
    return
  end
  vim.fn.setloclist(win, {}, "a", { idx = vim.fn.line(".") })
  api.nvim_set_current_win(win)
  local goal, lnum = { win = win }, lnum_of(state.buf, item)
  if lnum then
    require("pi.chat.goal").go(goal, math.min(lnum, api.nvim_buf_line_count(state.buf)) - 1)
    return
  end
  local params = { block = item.block, line = item.line }
  require("pi.chat.goal").ask(state, goal, "transcript.reveal", params, function()
    require("pi.notify").info("this part of the conversation is gone")
  end)
end

---@param win integer the transcript's
---@param count integer
local function open_list(win, count)
  local height = math.max(1, math.min(count, math.floor(api.nvim_win_get_height(win) / 2)))
  vim.cmd(("lopen %d"):format(height))
  vim.keymap.set("n", "<CR>", function()
    jump(win)
  end, { buffer = true, desc = "pi: go to this place" })
  vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = true, nowait = true, desc = "pi: close the outline" })
  vim.wo[0][0].wrap = false
  local list = api.nvim_get_current_win()
  api.nvim_create_autocmd("WinClosed", {
    pattern = tostring(win),
    once = true,
    desc = "pi: the outline goes with its transcript",
    callback = function()
      vim.schedule(function()
        pcall(api.nvim_win_close, list, true)
      end)
    end,
  })
end

---@param win integer
---@param items pi.chat.OutlineItem[]
local function show(win, items)
  local buf = api.nvim_win_get_buf(win)
  local cursor = api.nvim_win_get_cursor(win)[1]
  local here = 1
  local entries = vim.tbl_map(function(item)
    -- The list holds lines of the buffer; Neovim moves them along with it.
    return { bufnr = buf, lnum = lnum_of(buf, item) or 0, text = item.text, user_data = item, valid = 1 }
  end, items)
  for i, entry in ipairs(entries) do
    here = entry.lnum > 0 and entry.lnum <= cursor and i or here
  end
  vim.fn.setloclist(win, {}, " ", {
    title = "Outline",
    items = entries,
    idx = here,
    quickfixtextfunc = "v:lua.require'pi.chat.outline'.text",
  })
  open_list(win, #entries)
end

--- Opens the outline of the transcript in the current window.
function M.open()
  local win, buf = api.nvim_get_current_win(), api.nvim_get_current_buf()
  require("pi.host").send("outline.get", { agent = vim.b.pi_agent }, function(err, value)
    if err then
      require("pi.notify").error(err)
    elseif api.nvim_get_current_win() ~= win or api.nvim_win_get_buf(win) ~= buf then
      return -- the user went on
    elseif #value.items == 0 then
      require("pi.notify").info("nothing has been said yet")
    else
      show(win, value.items)
    end
  end)
end

return M
