--- When a dialog may take the keys: never in the middle of something that the user types.
local M = {}

local api = vim.api
local uv = vim.uv

--- Milliseconds without a key after which a dialog on the screen may take the next one.
M.QUIET_MS = 250
--- The same for a picker of the user's, which takes keys as soon as it opens, before anybody has seen it.
M.QUIET_BEFORE_PICKER_MS = 500

local last_key = 0

--- Takes note of when keys come. Must run before the first dialog may come.
M.setup = require("pi.once")(function()
  vim.on_key(function()
    last_key = uv.now()
  end, api.nvim_create_namespace("pi.dialog.keys"))
end)

--- A floating window of somebody else's has the cursor: it asks something, and our dialog must not cover it.
---@return boolean
local function is_in_foreign_float()
  local is_float = api.nvim_win_get_config(0).relative ~= ""
  return is_float and vim.b.pi_agent == nil and vim.b.pi_dialog == nil
end

---@return boolean
local function is_recording()
  return vim.fn.reg_recording() ~= "" or vim.fn.reg_executing() ~= ""
end

--- Whether the user is in normal mode and in the middle of nothing.
---@return boolean
function M.is_safe()
  local mode = api.nvim_get_mode()
  if mode.blocking or not (mode.mode == "n" or mode.mode == "nt") then
    return false
  end
  -- m: within a mapping or a macro, o: an operator waits, s: messages wait for <CR>
  local is_amid = vim.fn.state("mos") ~= "" or vim.fn.getcmdwintype() ~= "" or is_recording()
  return not is_amid and not is_in_foreign_float()
end

--- Whether the user has typed nothing for so long, and nothing waits to be read.
---@param ms integer
---@return boolean
function M.is_quiet(ms)
  return uv.now() - last_key >= ms and M.has_no_typeahead()
end

---@return boolean
function M.has_no_typeahead()
  return vim.fn.getchar(1) == 0
end

--- Whether a command line is being typed, as when a mapping or a script calls in the middle of it.
---@return boolean
function M.is_in_cmdline()
  return vim.startswith(api.nvim_get_mode().mode, "c")
end

---@return boolean
function M.is_in_chat()
  return vim.b.pi_agent ~= nil
end

---@type uv.uv_timer_t?
local timer
local group ---@type integer?

--- How often it is looked whether the moment has come; changes of the mode and the window are seen at once.
M.POLL_MS = 100

--- Calls `look` now and then, and whenever the answer may be another one, until `unwatch`.
---@param look fun()
function M.watch(look)
  if timer then
    return
  end
  local is_due = false
  local function soon()
    -- While Neovim waits for a key, calls must not pile up.
    if not is_due then
      is_due = true
      vim.schedule(function()
        is_due = false
        if timer then
          look()
        end
      end)
    end
  end
  timer = assert(uv.new_timer())
  timer:start(M.POLL_MS, M.POLL_MS, soon)
  group = api.nvim_create_augroup("pi.dialog.moment", { clear = true })
  api.nvim_create_autocmd({ "ModeChanged", "WinEnter", "BufEnter", "CmdwinLeave" }, {
    group = group,
    desc = "pi: a dialog may have its moment",
    callback = soon,
  })
end

function M.unwatch()
  if timer then
    timer:stop()
    timer:close()
    timer = nil
    api.nvim_del_augroup_by_id(group)
  end
end

--- Runs it where windows may be closed: in the command-line window none can.
---@param run fun()
function M.outside_cmdwin(run)
  if vim.fn.getcmdwintype() == "" then
    run()
    return
  end
  api.nvim_create_autocmd("CmdwinLeave", {
    once = true,
    desc = "pi: close a dialog",
    callback = vim.schedule_wrap(run),
  })
end

return M
