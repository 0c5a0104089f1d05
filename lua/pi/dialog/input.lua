--- Input in a window of ours: the question, and a line to type in below it.
local M = {}

local api = vim.api

--- Rows that the line grows to when its text is longer.
local MOST_ROWS = 5

local HINTS = {
  { " <CR> ", "PiDialogKey" },
  { "send ", "PiDialogHint" },
  { " <Esc> ", "PiDialogKey" },
  { "cancel ", "PiDialogHint" },
}

--- The rows that the text needs; the frame grows with it.
---@param frame pi.dialog.Frame
---@param entry pi.dialog.Entry
local function fit(frame, entry)
  local rows = math.min(api.nvim_win_text_height(entry.win, {}).all, MOST_ROWS)
  if rows ~= entry.rows then
    entry.rows, frame.reserve = rows, rows
    frame:set_text(require("pi.dialog.text").question_above(frame.dialog))
    frame:layout()
  end
end

--- Shows the dialog without taking the cursor.
---@param dialog pi.event.Dialog
---@param reply fun(reply: table)
---@return pi.dialog.View
function M.open(dialog, reply)
  local frame = require("pi.dialog.frame").open(
    dialog,
    require("pi.dialog.text").question_above(dialog),
    { reserve = 1, hints = HINTS }
  )
  local entry = require("pi.dialog.entry").open(frame, {
    rows = 1,
    sign = "❯",
    placeholder = dialog.placeholder,
  })
  frame.on_layout = function()
    entry:layout()
  end
  local view = require("pi.dialog.view").new(frame, {
    wins = { entry.win },
    target = entry.win,
    reply = reply,
    on_focus = function()
      vim.cmd("startinsert!")
    end,
  })
  entry:watch(function()
    fit(frame, entry)
  end)
  entry:map_line({
    on_done = function()
      view:answer({ text = entry:text() })
    end,
    on_cancel = function()
      view:answer({ cancelled = true })
    end,
  })
  local map = require("pi.dialog.view").map
  for key, is_down in pairs({ ["<PageDown>"] = true, ["<PageUp>"] = false }) do
    map(entry.buf, { "i", "n" }, key, function()
      frame:scroll(is_down)
    end)
  end
  view:map_clicks(entry.buf, function()
    return entry:text() ~= ""
  end)
  require("pi.chat.buffer").set_filetype(frame.buf, "pi-dialog")
  require("pi.chat.buffer").set_filetype(entry.buf, "pi-dialog")
  return view
end

return M
