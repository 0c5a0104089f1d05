--- A tool call that waits for the user's word: yes, no, or no with a reason; a change can be seen as a diff of buffers.
local M = {}

---@param words string
---@return pi.ShownText
local function label(words)
  return { lines = { words }, marks = {} }
end

--- Asks for the reason on the dialog's border.
---@param view pi.dialog.View
local function ask_why(view)
  local entry ---@type pi.dialog.Entry
  entry = require("pi.dialog.entry").over_border(view, {
    sign = "no:",
    text = "",
    placeholder = "why not, or what to do instead",
    on_change = function() end,
    on_step = function() end,
    on_done = function()
      local reason = entry:text()
      entry:close()
      view:answer({ verdict = "no", reason = reason })
    end,
    on_cancel = function()
      entry:close()
    end,
  })
end

--- Shows the file before and after in two windows.
---@param dialog pi.event.Dialog
---@param reply fun(reply: table)
---@param replace fun(view?: pi.dialog.Review)
---@return fun(view: pi.dialog.View)
local function open_review(dialog, reply, replace)
  return function(view)
    require("pi.host").send("approval.texts", { dialog = dialog.dialog }, function(err, texts)
      if err then
        require("pi.notify").error(err)
      elseif texts and not view.is_over and view:is_focused() then
        view:close()
        replace(require("pi.dialog.review").open(dialog, texts, {
          accept = function(lines)
            reply({ verdict = "yes", lines = lines })
          end,
          back = replace,
        }))
      end
    end)
  end
end

---@param dialog pi.event.Dialog
---@param reply fun(reply: table)
---@param replace fun(view?: pi.dialog.Review)
---@return pi.dialog.Option[]
local function options_of(dialog, reply, replace)
  local scope = dialog.approval.scope
  local for_session = scope:find(" ") and ("Yes, and %s for the rest of this session"):format(scope)
    or ("Yes, and every %s for the rest of this session"):format(scope)
  local options = {
    {
      key = "y",
      text = label(dialog.edited and "Yes, as pi has proposed it" or "Yes"),
      reply = { verdict = "yes" },
    },
    { key = "s", text = label(for_session), reply = { verdict = "session" } },
    { key = "n", text = label("No"), reply = { verdict = "no" } },
    { key = "r", text = label("No, for a reason that pi reads"), run = ask_why },
  }
  if dialog.approval.isChange then
    local words = dialog.edited and "Go on with your version of the change"
      or "Look at the change in two windows: drop or edit parts of it"
    options[5] = { key = "d", text = label(words), run = open_review(dialog, reply, replace) }
  end
  return options
end

--- What the keys do, which answer wherever in a long question the cursor is: a narrow border has room for the first.
local HINTS = {
  { "y", "yes" },
  { "n", "no" },
  { "d", "diff" },
  { "r", "no, because" },
  { "s", "session" },
}

---@param is_change boolean
---@return pi.chat.Segment[]
local function hints_of(is_change)
  local segments = {}
  for _, hint in ipairs(HINTS) do
    if hint[1] ~= "d" or is_change then
      segments[#segments + 1] = { (" %s "):format(hint[1]), "PiDialogKey" }
      segments[#segments + 1] = { hint[2] .. " ", "PiDialogHint" }
    end
  end
  return segments
end

--- Shows the dialog without taking the cursor.
---@param dialog pi.event.Dialog
---@param reply fun(reply: table)
---@param replace fun(view?: pi.dialog.Review)
---@return pi.dialog.View
function M.open(dialog, reply, replace)
  local options = options_of(dialog, reply, replace)
  return require("pi.dialog.choice").open(
    dialog,
    reply,
    { options = options, has_filter = false, hints = hints_of(dialog.approval.isChange) }
  )
end

return M
