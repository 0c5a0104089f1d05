--- The one dialog that is due: says that it waits, shows it when the moment is right, and sends its answer once.
--- Which dialogs there are and whose turn it is, is the host's.
local M = {}

local moment = require("pi.dialog.moment")

---@class pi.dialog.Due
---@field dialog pi.event.Dialog
---@field view? pi.dialog.View|pi.dialog.Picker|pi.dialog.Review what is on the screen
---@field is_told boolean the user knows that it waits
---@field is_postponed boolean it could not be shown at once: from then on only in a chat window
---@field is_asked_for boolean `:PiAnswer` was called: it comes as soon as it may, wherever the user is
---@field no_picker boolean
---@field since integer milliseconds, of vim.uv.now()

---@type pi.dialog.Due?
local due

--- A picker that waits for a pause in the typing is told of after this long.
local UNTOLD_MS = 2000

--- Loads what must be there before the first dialog comes.
function M.setup()
  moment.setup()
end

---@param this pi.dialog.Due
local function tell(this)
  if this.is_told then
    return
  end
  this.is_told = true
  local question = require("pi.chat.bar").cut(require("pi.dialog.text").summary(this.dialog), 60)
  if not require("pi.agents.background").asking(this.dialog.agent, question) then
    local who = this.dialog.method == "approve" and "pi" or "an extension"
    require("pi.notify").info(("%s asks “%s”: :PiAnswer shows it"):format(who, question))
  end
end

---@param this pi.dialog.Due
---@param reply table
local function send(this, reply)
  if due == this then
    due = nil
    moment.unwatch()
  end
  local params = vim.tbl_extend("force", reply, { dialog = this.dialog.dialog })
  require("pi.host").send_if_running("dialog.answer", params, function(err)
    if err then
      require("pi.notify").error(err)
    end
  end)
end

---@param this pi.dialog.Due
---@return boolean
local function wants_picker(this)
  return not this.no_picker and require("pi.dialog.picker").is_wanted(this.dialog.method)
end

---@type table<string, string>
local modules =
  { select = "select", confirm = "select", input = "input", editor = "editor", approve = "approve" }

---@param this pi.dialog.Due
local function show(this)
  local function reply(answer)
    send(this, answer)
  end
  --- Another view takes the place of the one that was closed; nil: the dialog itself, once more.
  local function replace(view)
    this.view = view
    if due == this and view == nil then
      M.answer()
    end
  end
  local ok, view = pcall(function()
    if wants_picker(this) then
      return require("pi.dialog.picker").open(this.dialog, reply, function()
        this.view, this.no_picker = nil, true
        tell(this)
      end)
    end
    return require("pi.dialog." .. modules[this.dialog.method]).open(this.dialog, reply, replace)
  end)
  if ok then
    this.view = view
  else
    require("pi.log").error("dialog: " .. tostring(view))
    this.is_postponed = true
    tell(this)
  end
end

---@param this pi.dialog.Due
local function withdraw(this)
  this.view:close()
  this.view = nil
  this.is_postponed = true
end

---@return boolean
local function opens_by_itself()
  return require("pi.config").get().dialogs.open == "auto"
end

---@param this pi.dialog.Due
---@return boolean
local function may_show(this)
  local waits_for_chat = this.is_postponed and not this.is_asked_for
  if not moment.is_safe() or (waits_for_chat and not moment.is_in_chat()) then
    return false
  end
  return not wants_picker(this) or moment.is_quiet(moment.QUIET_BEFORE_PICKER_MS)
end

--- Whatever the moment allows: shown without the cursor first, so that keys still go where they were meant to.
local function look()
  local this = due
  if this == nil or not (this.is_asked_for or opens_by_itself()) then
    moment.unwatch()
    return
  end
  local view = this.view
  if view and view.had_focus then
    moment.unwatch()
  elseif view and not moment.is_safe() and not view:is_focused() then
    withdraw(this)
    tell(this)
  elseif view and not view:is_here() then
    view:close() -- the user went to another tab page: it is shown there, if it may
    this.view = nil
  elseif view then
    if moment.is_quiet(moment.QUIET_MS) then
      view:focus()
    end
  elseif may_show(this) then
    show(this)
  elseif not moment.is_safe() or vim.uv.now() - this.since > UNTOLD_MS then
    this.is_postponed = this.is_postponed or not moment.is_safe()
    tell(this)
  end
end

---@param dialog pi.event.Dialog
function M.opened(dialog)
  M.setup()
  if due and due.view then
    due.view:close()
  end
  due = {
    dialog = dialog,
    is_told = false,
    is_postponed = false,
    is_asked_for = false,
    no_picker = false,
    since = vim.uv.now(),
  }
  require("pi.status").emit("PiDialog", {
    agent = dialog.agent,
    method = dialog.method,
    title = table.concat(dialog.title.lines, "\n"),
  })
  if not opens_by_itself() then
    tell(due)
    return
  elseif require("pi.agents.background").is_away(dialog.agent) then
    tell(due) -- also where it is shown at once: which of the agents asks is news
  end
  moment.watch(look)
  look()
end

--- More or fewer wait behind it.
---@param event { dialog: integer, waiting: integer }
function M.counted(event)
  if due and due.dialog.dialog == event.dialog then
    due.dialog.waiting = event.waiting
    if due.view then
      due.view:redraw()
    end
  end
end

---@type table<string, string>
local ends = {
  expired = "the time for “%s” is over: nothing was answered",
  settled = "“%s” was cancelled: the run is over",
  session = "“%s” was cancelled: the session is another one",
  exited = "“%s” is void: pi has ended",
}

--- It is over in the host: nothing is sent any more.
---@param event { dialog: integer, agent: integer, reason: string, title: string }
function M.closed(event)
  local this = due and due.dialog.dialog == event.dialog and due or nil
  if this then
    due = nil
    moment.unwatch()
    if this.view then
      this.view:close()
    end
  end
  if ends[event.reason] then
    local title = require("pi.chat.bar").cut(event.title, 60)
    require("pi.notify").info(ends[event.reason]:format(title))
  end
end

---@param this pi.dialog.Due
local function await_moment(this)
  this.is_asked_for = true
  moment.watch(look)
end

--- `:PiAnswer`: shows the dialog and puts the cursor into it, wherever the user is.
function M.answer()
  local this = due
  if this == nil then
    require("pi.notify").info("no extension asks anything")
    return
  elseif vim.fn.getcmdwintype() ~= "" then
    require("pi.notify").warn("close the command-line window first: nothing opens from it")
    return
  end
  this.is_told = true
  if moment.is_in_cmdline() then
    await_moment(this)
    return
  end
  if this.view == nil then
    show(this)
  end
  if this.view == nil then
    return
  end
  vim.cmd.redraw()
  -- What was typed ahead was not meant for it: with that the cursor comes when the typing stops.
  if moment.has_no_typeahead() then
    this.view:focus()
  else
    await_moment(this)
  end
end

--- The user closes the chat of an agent, and with it the dialog on the screen.
---@param agent_id integer
function M.chat_closed(agent_id)
  local view = due and due.dialog.agent == agent_id and due.view
  if view then
    view:close()
    send(due, { cancelled = true })
  end
end

--- The host is gone, and every question with it.
function M.host_ended()
  local this = due
  due = nil
  moment.unwatch()
  if this and this.view then
    this.view:close()
  end
end

return M
