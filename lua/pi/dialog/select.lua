--- Select and confirm: their options and what the border says of the keys.
local M = {}

---@param dialog pi.event.Dialog
---@return pi.dialog.Option[]
local function options_of(dialog)
  if dialog.method == "confirm" then
    return {
      { text = { lines = { "Yes" }, marks = {} }, reply = { confirmed = true }, key = "y" },
      { text = { lines = { "No" }, marks = {} }, reply = { confirmed = false }, key = "n" },
    }
  end
  local options = {}
  for i, text in ipairs(dialog.options or {}) do
    options[i] = { text = text, reply = { index = i - 1 } }
  end
  return options
end

---@param has_filter boolean
---@return pi.chat.Segment[]
local function hints_of(has_filter)
  local hints = { { " <CR> ", "PiDialogKey" }, { "choose ", "PiDialogHint" } }
  if has_filter then
    vim.list_extend(hints, { { " / ", "PiDialogKey" }, { "filter ", "PiDialogHint" } })
  end
  return vim.list_extend(hints, { { " <Esc> ", "PiDialogKey" }, { "cancel ", "PiDialogHint" } })
end

--- Shows the dialog without taking the cursor.
---@param dialog pi.event.Dialog
---@param reply fun(reply: table)
---@return pi.dialog.View
function M.open(dialog, reply)
  local options = options_of(dialog)
  local has_filter = dialog.method == "select" and #options > 1
  local own = { options = options, has_filter = has_filter, hints = hints_of(has_filter) }
  return require("pi.dialog.choice").open(dialog, reply, own)
end

return M
