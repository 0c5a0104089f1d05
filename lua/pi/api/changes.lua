--- What pi has changed in files, and what it has found in them.
---@class pi.api.Changes
local M = {}

--- Lists what pi has changed in files, in the quickfix list.
---@param span? "run"|"prompt"|"session" default: the last run
function M.changes(span)
  require("pi.edit.list").open(span or "run")
end

--- Shows what pi has changed in a tab page of its own, file by file, to accept or reject.
---@param span? "prompt"|"run"|"session"|"file"|"message" default: since the last prompt
---@param opts? { fresh?: boolean } `fresh`: also what was accepted in an earlier review
function M.review(span, opts)
  require("pi.review").command(span or "prompt", opts or {})
end

--- Puts back what pi has changed, where nobody has changed it since.
---@param span? "prompt"|"run"|"session"|"message"|"undo" default: since the last prompt; `undo`: what was put back last
function M.revert(span)
  require("pi.edit.revert").run(span or "prompt")
end

--- Goes to the next change of the last run, through all its files.
function M.next_change()
  require("pi.edit.walk").go(1)
end

--- Goes to the change before.
function M.prev_change()
  require("pi.edit.walk").go(-1)
end

--- Lists what pi has shown as findings, or takes it away.
---@param opts? { clear?: boolean }
function M.findings(opts)
  require("pi.see.findings")[opts and opts.clear and "clear" or "list"]()
end

return M
