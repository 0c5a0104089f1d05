--- The session: going to another one, its tree, its name, what it has used, what becomes of it.
---@class pi.api.Session
local M = {}

--- Begins a new session in place of the present one; the draft stays.
function M.new()
  require("pi.control.session").new()
end

--- Lets the user pick a session to go on with, of this folder or of all.
---@param opts? { all?: boolean }
function M.resume(opts)
  require("pi.sessions.pick").open(require("pi.agents").current(true), opts and opts.all or false)
end

--- Goes on with the session of this folder that was last written to.
function M.continue()
  require("pi.sessions").continue(require("pi.agents").current(true))
end

--- Lets the user pick one of their messages; a new session begins before it, and its text is in the prompt.
function M.fork()
  require("pi.sessions").fork(require("pi.agents").current(true))
end

--- Goes on with a copy of the session.
function M.clone()
  require("pi.sessions").clone(require("pi.agents").current(true))
end

--- Shows the session as a tree.
function M.tree()
  require("pi.tree").open(require("pi.agents").current(true))
end

--- Names the session; without a name asks for it.
---@param name? string
function M.name(name)
  require("pi.control.session").name(name)
end

--- Shows what the session has used: tokens, cost, context.
function M.stats()
  require("pi.control.session").stats()
end

--- Has pi put a summary in the place of older messages.
---@param instructions? string what the summary should keep
function M.compact(instructions)
  require("pi.control.behaviour").compact(instructions)
end

--- Exports the session as HTML.
---@param path? string a file or a folder
---@param opts? { open?: boolean } `open`: show it with `vim.ui.open`
function M.export(path, opts)
  require("pi.control.export").run(path, opts)
end

return M
