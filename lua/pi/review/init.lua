--- `:PiReview`: what pi has changed, file by file in a tab page of its own, to accept or reject.
local M = {}

local api = vim.api

---@class pi.review.File: pi.review.Row
---@field name string below the agent's folder
---@field left integer changes that wait to be judged
---@field accepted integer
---@field rejected integer
---@field notes integer
---@field is_whole boolean there are no lines to compare
---@field verdict? "accepted"|"rejected" of all of it
---@field put_back? string names what rejecting all of it has done, to undo that
---@field put_back_count? integer changes that it has judged
---@field is_unsaved? boolean the buffer has changes that are neither in the file nor merged with it
---@field has_news? boolean what was accepted is not with the host yet

---@class pi.review.State
---@field agent pi.Agent
---@field span table
---@field only? string the one file that is reviewed
---@field title string
---@field files pi.review.File[]
---@field index integer of the file that is shown
---@field wanted integer of the one that is asked for
---@field asked_from? integer window where that was
---@field origin integer window
---@field tab integer
---@field list_buf integer
---@field list_win integer
---@field panes pi.review.Pane[]
---@field file_pane? pi.review.Pane of the file, where there are changes to judge
---@field before_buf? integer
---@field decisions pi.review.Decision[]
---@field conflicts table<integer, { mine: string[], theirs: string[] }>
---@field notes table<string, string>
---@field loaded table<integer, boolean> buffers that were not there before
---@field group integer
---@field is_moving boolean windows are opened and closed by us
---@field is_remembering? boolean what was accepted goes to the host soon

---@type pi.review.State?
local current

--- The review that is open.
---@return pi.review.State?
function M.current()
  return current
end

--- Sets the keys in the file's buffer while the cursor is in the review's window of it, and only then.
function M.update_keys()
  local win, keys = api.nvim_get_current_win(), require("pi.review.keys")
  local pane = current and current.panes[#current.panes]
  local is_in_file = pane and pane.win == win and api.nvim_win_get_buf(win) == pane.buf
  if is_in_file and vim.b[pane.buf].pi_agent == nil then
    keys.lend(pane.buf)
  else
    keys.withdraw()
  end
end

---@param state pi.review.State
---@param events string|string[]
---@param desc string
---@param callback fun(args: table)
local function on(state, events, desc, callback)
  api.nvim_create_autocmd(events, { group = state.group, desc = "pi: " .. desc, callback = callback })
end

---@param state pi.review.State
---@param win integer
---@return boolean
local function is_ours(state, win)
  return win == state.list_win or vim.iter(state.panes):any(function(pane)
    return pane.win == win
  end)
end

---@param state pi.review.State
local function watch(state)
  on(state, { "WinEnter", "WinLeave", "BufEnter" }, "keys of a review, in its windows only", function()
    vim.schedule(M.update_keys)
  end)
  on(state, "WinClosed", "a review ends with any of its windows", function(args)
    local win = tonumber(args.match) --[[@as integer]]
    if not state.is_moving and is_ours(state, win) then
      require("pi.review.layout").release(win)
      vim.schedule(function()
        M.close(state)
      end)
    end
  end)
  on(state, { "TextChanged", "InsertLeave" }, "count the changes of a review", function(args)
    if state.file_pane and args.buf == state.file_pane.buf then
      require("pi.review.judge").drop_undone(state)
      require("pi.review.file").recount(state)
    end
  end)
  api.nvim_create_autocmd("User", {
    group = state.group,
    pattern = "PiFileChanged",
    desc = "pi: a file that is reviewed has changed",
    callback = vim.schedule_wrap(function()
      if current == state then
        require("pi.review.file").recount(state)
      end
    end),
  })
  api.nvim_create_autocmd("User", {
    group = state.group,
    pattern = "PiAgentSettled",
    desc = "pi: what a run has changed joins the review",
    callback = function(args)
      if args.data.agent == state.agent.id then
        require("pi.review.rows").refresh(state)
      end
    end,
  })
  on(state, "VimResized", "draw the list of a review anew", function()
    require("pi.review.list").draw(state)
  end)
end

--- Where to begin: at the file the user is in, else at the first that is not judged.
---@param state pi.review.State
---@param path? string
---@return integer
local function first_index(state, path)
  local first
  for i, file in ipairs(state.files) do
    if file.path == path then
      return i
    elseif first == nil and require("pi.review.list").open_changes(file) > 0 then
      first = i
    end
  end
  return first or 1
end

---@param agent pi.Agent
---@param answer { span: table, title: string, files: pi.review.Row[] }
---@param path? string the file the user is in
---@param only? string
local function start(agent, answer, path, only)
  if current then
    M.close(current)
  end
  require("pi.highlight").setup()
  local list_buf = require("pi.review.buffers").text(agent, "files", {})
  local state = {
    agent = agent,
    span = answer.span,
    only = only,
    title = require("pi.status").clean(answer.title),
    files = require("pi.review.rows").make(agent, answer.files),
    index = 0,
    wanted = 0,
    origin = api.nvim_get_current_win(),
    list_buf = list_buf,
    panes = {},
    decisions = {},
    conflicts = {},
    notes = {},
    loaded = {},
    is_moving = false,
    group = api.nvim_create_augroup("pi.review", { clear = true }),
  }
  state.list_win = require("pi.review.layout").open(list_buf)
  state.tab = api.nvim_get_current_tabpage()
  current = state
  require("pi.agents.scope").lend(agent)
  require("pi.review.keys").attach(list_buf)
  require("pi.review.list").draw(state)
  watch(state)
  require("pi.review.file").show(state, first_index(state, path))
end

--- The least screen that three windows fit on.
local LEAST_LINES, LEAST_COLUMNS = 12, 40

--- Words that `:PiReview` takes.
M.WORDS = { "prompt", "run", "session", "file", "message" }

--- Asks for what is to be judged, and shows it.
---@param agent pi.Agent
---@param span string|table
---@param opts { path?: string, fresh?: boolean, what: string }
local function open(agent, span, opts)
  local origin, here = api.nvim_get_current_win(), require("pi.edit.buffers").path(api.nvim_get_current_buf())
  local params = { agent = agent.id, span = span, path = opts.path, fresh = opts.fresh }
  require("pi.host").send("review.list", params, function(err, answer)
    if err then
      require("pi.notify").error(err)
    elseif #answer.files == 0 then
      require("pi.notify").info("pi has changed nothing " .. require("pi.review.span").when(opts.what))
    elseif api.nvim_get_current_win() == origin and api.nvim_get_mode().mode == "n" then
      start(agent, answer, here, opts.path)
    end
  end)
end

--- Opens a review.
---@param word string one of `WORDS`
---@param opts { fresh?: boolean }
function M.command(word, opts)
  if vim.fn.getcmdwintype() ~= "" then
    require("pi.notify").warn("close the command-line window first: nothing opens from it")
    return
  end
  if vim.o.lines < LEAST_LINES or vim.o.columns < LEAST_COLUMNS then
    require("pi.notify").warn(
      ("a review needs a screen of at least %dx%d"):format(LEAST_COLUMNS, LEAST_LINES)
    )
    return
  end
  local path = word == "file" and require("pi.edit.buffers").path(api.nvim_get_current_buf()) or nil
  if word == "file" and path == nil then
    require("pi.notify").info("this buffer is no file: go to one first")
    return
  end
  require("pi.review.span").get(word, M.WORDS, function(agent, span, what)
    -- From a message on, to now.
    local since = type(span) == "table" and { since = span.since } or span
    open(agent, since, { path = path, fresh = opts.fresh, what = what })
  end)
end

---@param state pi.review.State
local function close_tab(state)
  local is_there = api.nvim_tabpage_is_valid(state.tab)
  require("pi.chat.quiet").guard(function()
    if is_there and #api.nvim_list_tabpages() > 1 then
      vim.cmd(("tabclose %d"):format(api.nvim_tabpage_get_number(state.tab)))
    elseif api.nvim_win_is_valid(state.list_win) then
      vim.cmd("enew") -- the last tab page of all
    end
  end)
  if api.nvim_win_is_valid(state.origin) then
    api.nvim_set_current_win(state.origin)
  end
end

--- Closes a review: windows, keys and options are as they were. What was written and noted stays.
---@param state pi.review.State
function M.close(state)
  if current ~= state then
    return
  end
  require("pi.review.file").remember(state)
  require("pi.review.merge").forget(state)
  current = nil
  require("pi.review.keys").withdraw()
  pcall(api.nvim_del_augroup_by_id, state.group)
  require("pi.review.layout").close_panes(state.panes)
  close_tab(state)
  for buf in pairs(state.loaded) do
    require("pi.review.buffers").drop(buf)
  end
  local count = vim.tbl_count(state.notes)
  if count > 0 then
    local text = count == 1 and "your note goes" or ("your %d notes go"):format(count)
    require("pi.notify").info(text .. " with the next prompt")
  end
end

return M
