--- Editor: several lines with normal editing. `:w`, `:wq`, `ZZ` send; `:q!`, `ZQ` cancel, and `:q` where nothing was changed.
local M = {}

local api = vim.api

local HINTS = {
  { " :w ", "PiDialogKey" },
  { "send ", "PiDialogHint" },
  { " :q! ", "PiDialogKey" },
  { "cancel ", "PiDialogHint" },
}

--- Rows that the text gets at least, where there is room.
local MIN_ROWS = 10

---@param frame pi.dialog.Frame
---@param prefill string[]
---@return integer rows of the text
local function rows_for(frame, prefill)
  local question = #require("pi.dialog.text").question_above(frame.dialog).lines
  local room = vim.o.lines - vim.o.cmdheight - 2
  return math.max(
    1,
    math.min(math.max(#prefill + 1, MIN_ROWS), room - math.min(question, math.floor(room / 3)))
  )
end

---@param entry pi.dialog.Entry
---@param prefill string[]
local function watch_quitting(entry, prefill)
  local function set_modified(is_modified)
    if api.nvim_buf_is_valid(entry.buf) then
      vim.bo[entry.buf].modified = is_modified
    end
  end
  local function on(events, callback, desc, buf)
    local opts = { group = entry.frame.group, buffer = buf, desc = "pi: " .. desc, callback = callback }
    api.nvim_create_autocmd(events, opts)
  end
  -- As if always changed, so that `:x` and `ZZ` write; away from here it never keeps Neovim from quitting.
  on({ "BufEnter", "WinEnter" }, function()
    set_modified(true)
  end, "an editor dialog can be written", entry.buf)
  on({ "BufLeave", "WinLeave" }, function()
    set_modified(false)
  end, "an editor dialog does not hold back quitting", entry.buf)
  on("QuitPre", function()
    if vim.deep_equal(api.nvim_buf_get_lines(entry.buf, 0, -1, false), prefill) then
      set_modified(false)
    else
      vim.bo[entry.buf].bufhidden = "wipe" -- then `:q` minds the changes, and `:q!` does not
      vim.schedule(function()
        if api.nvim_buf_is_valid(entry.buf) then
          vim.bo[entry.buf].bufhidden = "hide"
        end
      end)
    end
  end, "an unchanged editor dialog is cancelled by :q", entry.buf)
end

---@param entry pi.dialog.Entry
---@param view pi.dialog.View
local function write_sends(entry, view)
  local name = ("pi://dialog/%d"):format(entry.frame.dialog.dialog)
  require("pi.chat.quiet").run(function()
    vim.bo[entry.buf].buftype = "acwrite"
    -- `:tabclose` never ends when the current window floats and its buffer is changed and cannot be hidden (0.10, 0.12).
    vim.bo[entry.buf].bufhidden = "hide"
    api.nvim_buf_set_name(entry.buf, name)
    vim.bo[entry.buf].buflisted = false
    vim.bo[entry.buf].swapfile = false
    vim.bo[entry.buf].undofile = false
  end)
  api.nvim_create_autocmd("BufWriteCmd", {
    group = entry.frame.group,
    pattern = name,
    desc = "pi: send an editor dialog",
    callback = function()
      local text = entry:text()
      vim.bo[entry.buf].modified = false
      view.on_close = { text = text } -- what `:wq` closes now was sent
      vim.schedule(function()
        view:answer({ text = text })
      end)
    end,
  })
  require("pi.dialog.view").map(entry.buf, "n", "<C-c>", function()
    view:answer({ cancelled = true })
  end)
end

--- Shows the dialog without taking the cursor.
---@param dialog pi.event.Dialog
---@param reply fun(reply: table)
---@return pi.dialog.View
function M.open(dialog, reply)
  local question = require("pi.dialog.text").question_above(dialog)
  local prefill = dialog.prefill or { "" }
  local frame =
    require("pi.dialog.frame").open(dialog, question, { reserve = 1, hints = HINTS, min_width = 72 })
  local function fit()
    frame.reserve = rows_for(frame, prefill)
    frame:set_text(question)
  end
  fit()
  frame:layout()
  local entry = require("pi.dialog.entry").open(frame, { rows = frame.reserve, lines = prefill })
  frame.on_layout = function()
    entry.rows = rows_for(frame, prefill)
    entry:layout()
  end
  local view =
    require("pi.dialog.view").new(frame, { wins = { entry.win }, target = entry.win, reply = reply })
  write_sends(entry, view)
  watch_quitting(entry, prefill)
  require("pi.chat.buffer").set_filetype(frame.buf, "pi-dialog")
  require("pi.chat.buffer").set_filetype(entry.buf, "pi-dialog")
  return view
end

return M
