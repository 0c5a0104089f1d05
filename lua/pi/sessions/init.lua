--- Going from one session to another: resume, continue, fork, clone. The draft in the prompt stays what it is.
local M = {}

--- Shows the chat once something has come of a command; the cursor goes there unless the user has gone elsewhere.
---@param agent pi.Agent
---@param win integer where the user was
function M.show(agent, win)
  local is_here = vim.api.nvim_get_current_win() == win and vim.api.nvim_get_mode().mode == "n"
  require("pi.chat").open(agent, { focus = is_here })
end

---@param agent pi.Agent
---@param answer pi.Arrival
---@param done string
---@param win integer where the user was
local function report(agent, answer, done, win)
  if answer.cancelled then
    require("pi.notify").info("an extension of pi refused: nothing has changed")
    return
  end
  if answer.text then
    require("pi.chat.prompt").give_back(agent, answer.text, answer.context or {})
  end
  M.show(agent, win)
  require("pi.notify").info(done)
end

--- Asks the host for a change of session and says what came of it.
---@param agent pi.Agent
---@param method string
---@param params table
---@param done string what to say
function M.change(agent, method, params, done)
  local problem = require("pi.agents.launch").ensure_started(agent)
  if problem then
    require("pi.notify").error(problem)
    return
  end
  params.agent = agent.id
  local win = vim.api.nvim_get_current_win()
  require("pi.host").send(method, params, function(err, answer)
    if err then
      require("pi.notify").error(err)
    else
      report(agent, answer, done, win)
    end
  end)
end

---@param row pi.SessionRow
---@return string
local function said(row)
  return ("this is “%s”, in %s"):format(
    require("pi.sessions.row").title(row),
    vim.fn.fnamemodify(row.cwd, ":~")
  )
end

---@param row pi.SessionRow
---@return boolean
local function has_folder(row)
  local stat = vim.uv.fs_stat(row.cwd)
  return stat ~= nil and stat.type == "directory"
end

--- The folder is gone: pi cannot go on there, but take the conversation along to another folder.
---@param agent pi.Agent
---@param row pi.SessionRow
local function offer_fork(agent, row)
  require("pi.pick").open({
    title = ("The folder %s is not there any more"):format(vim.fn.fnamemodify(row.cwd, ":~")),
    items = { { text = "fork the session into " .. vim.fn.fnamemodify(agent.cwd, ":~"), value = true } },
    on_choice = function()
      M.fork_file(agent, row)
    end,
  })
end

--- A new session of this agent's folder that begins with all of another one.
---@param agent pi.Agent
---@param row pi.SessionRow
function M.fork_file(agent, row)
  local done = "this is a fork of " .. require("pi.sessions.row").title(row)
  M.begin(agent, { cwd = agent.cwd, session = row.path, begin = "fork" }, done)
end

--- Starts the agent's pi anew, on another session.
---@param agent pi.Agent
---@param change { cwd: string, session?: string, begin: pi.Begin }
---@param done string what to say
function M.begin(agent, change, done)
  require("pi.agents.launch").move(agent, change, function(err)
    if err then
      require("pi.notify").error(err)
    elseif agent.status == nil or agent.status.running or agent.status.reading then
      require("pi.notify").info(done)
    end
  end)
  require("pi.chat").open(agent)
end

--- The agent of ours that has a session open already.
---@param row pi.SessionRow
---@return pi.Agent?
local function owner_of(row)
  return vim.iter(require("pi.agents").list()):find(function(agent)
    return agent.session == row.path and agent.status ~= nil and agent.status.running
  end)
end

--- Goes on with a session in place of the present one: in the folder where it belongs.
---@param agent pi.Agent
---@param row pi.SessionRow
function M.resume(agent, row)
  local owner = owner_of(row)
  if owner then
    require("pi.agents.pick").go(owner)
    return
  end
  if not has_folder(row) then
    offer_fork(agent, row)
    return
  end
  require("pi.sessions.claim").ask(row, function(begin)
    local is_same = agent.status and agent.status.running and agent.cwd == row.cwd
    if begin == "fork" then
      M.fork_file(agent, row)
    elseif begin == "open" and is_same then
      M.change(agent, "session.switch", { path = row.path }, said(row))
    else
      M.begin(agent, { cwd = row.cwd, session = row.path, begin = begin }, said(row))
    end
  end)
end

--- Goes on with a session in a new tab page, with an agent of its own.
---@param row pi.SessionRow
function M.resume_in_tab(row)
  vim.cmd.tabnew()
  if has_folder(row) then
    vim.cmd.tcd({ args = { row.cwd }, magic = { file = false, bar = false } })
  end
  M.resume(require("pi.agents").create(), row)
end

--- Nothing is found here: a pi elsewhere may have sessions that only it can find.
---@param agent pi.Agent
local function continue_elsewhere(agent)
  if require("pi.remote").root(agent.cwd) then
    local done = "pi was told to go on with the last session it has of this folder"
    M.begin(agent, { cwd = agent.cwd, begin = "last" }, done)
  else
    require("pi.notify").info("this folder has no session yet: :PiResume! shows all others")
  end
end

--- Goes on with the session of this folder that was last written to.
---@param agent pi.Agent
function M.continue(agent)
  local stop, is_found
  stop = require("pi.sessions.list").start(agent, false, {
    on_rows = function(rows)
      if rows[1] and not is_found then
        is_found = true
        vim.schedule(stop)
        M.resume(agent, rows[1])
      end
    end,
    on_done = function()
      if not is_found then
        continue_elsewhere(agent)
      end
    end,
    on_problem = require("pi.notify").error,
  })
end

---@param text string
---@return string first line
local function headline(text)
  return vim.trim(text):match("^[^\r\n]*")
end

--- Lets the user pick one of their messages, and forks before it: its text comes into the prompt.
---@param agent pi.Agent
function M.fork(agent)
  local picker = require("pi.pick").open({
    title = "Fork before",
    loading = true,
    preview = true,
    kind = "pi.message",
    empty = "you have not said anything yet: there is nothing to fork",
    on_choice = function(entry)
      M.change(agent, "session.fork", { entry = entry }, "this is a fork: your message is in the prompt")
    end,
  })
  local problem = require("pi.agents.launch").ensure_started(agent)
  if picker == nil or problem then
    return picker and picker:fail(problem)
  end
  require("pi.host").send("session.messages", { agent = agent.id }, function(err, answer)
    if err then
      picker:fail(err)
      return
    end
    local items = {}
    for _, message in ipairs(answer.messages) do -- the newest first
      table.insert(items, 1, { text = headline(message.text), preview = message.text, value = message.entry })
    end
    picker:add(items)
    picker:done()
  end)
end

--- A copy of the session goes on; the old one stays as it is.
---@param agent pi.Agent
function M.clone(agent)
  M.change(agent, "session.clone", {}, "this is a copy of the session")
end

return M
