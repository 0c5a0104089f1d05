--- A session that another Neovim has open: the user chooses what to do.
local M = {}

local WAYS = {
  { text = "read along: it is shown as it grows", value = "read" },
  { text = "fork: go on with a copy", value = "fork" },
  { text = "take over: the other Neovim's pi ends", value = "take" },
}

--- Calls `go` with how the session is to be opened; not at all when the user would rather not.
---@param row pi.SessionRow
---@param go fun(begin: pi.Begin)
function M.ask(row, go)
  local params = { path = row.path, locks = require("pi.state_dir").path("locks") }
  require("pi.host").send("sessions.holder", params, function(err, answer)
    if err then
      require("pi.notify").error(err)
    elseif answer.pid == nil then
      go("open")
    else
      require("pi.pick").open({
        title = ("This session is open in another Neovim (process %d)"):format(answer.pid),
        kind = "pi.claim",
        items = vim.deepcopy(WAYS),
        on_choice = go,
      })
    end
  end)
end

return M
