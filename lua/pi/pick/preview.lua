--- What a picker shows of the selected item.
local M = {}

local api = vim.api

---@param picker pi.pick.Picker
---@param text string
local function write(picker, text)
  local windows = picker.windows
  local lines = vim.tbl_map(function(line)
    return " " .. require("pi.status").clean(line)
  end, vim.split(text, "\r?\n"))
  require("pi.pick.draw").lines(windows.preview_buf, lines)
  if picker.in_preview ~= picker.previewed then
    api.nvim_win_set_cursor(windows.preview, { 1, 0 })
  end
  picker.in_preview = picker.previewed
end

--- Shows the selected item's preview, once for as long as it is selected.
---@param picker pi.pick.Picker
function M.show(picker)
  local item = picker.list:current()
  if picker.windows.preview == nil or item == picker.previewed then
    return
  end
  picker.previewed = item
  local preview = item and item.preview or ""
  if type(preview) == "string" then
    write(picker, preview)
    return
  end
  local function show(text)
    if picker:is_open() and picker.previewed == item and picker.windows.preview then
      write(picker, text)
    end
  end
  if picker.in_preview ~= item then -- else what it shows stays until there is something newer
    write(picker, "")
  end
  local text = preview(item, show)
  if text then
    show(text)
  end
end

---@param picker pi.pick.Picker
---@param pages 1|-1
function M.scroll(picker, pages)
  if picker.windows.preview then
    api.nvim_win_call(picker.windows.preview, function()
      vim.cmd.normal({ vim.keycode(pages > 0 and "<C-d>" or "<C-u>"), bang = true })
    end)
  end
end

return M
