--- The extension for pi that comes with the plugin: what pi's RPC has no command for.
local M = {}

--- The bundle that pi is to load, or nil when it is switched off, not built, or out of pi's reach.
---@return string? path
function M.path()
  local config = require("pi.config").get()
  if not config.extension or config.remote.root then
    return nil
  end
  local path = vim.fs.joinpath(require("pi.host.bundle").root(), "dist", "pi-extension.js")
  return vim.uv.fs_stat(path) and path or nil
end

return M
