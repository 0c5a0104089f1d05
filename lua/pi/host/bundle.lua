--- Where the plugin and its built host are, and whether the build fits the sources.
local M = {}

--- The folder of this plugin as it is on 'runtimepath', with `/`.
---@return string
function M.root()
  local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p")
  return (vim.fs.normalize(vim.fn.fnamemodify(here, ":h:h:h:h")))
end

--- The built host, also when it is not there.
---@return string
function M.path()
  local path = vim.fs.joinpath(M.root(), "rplugin", "node", "pi.cjs")
  return vim.fs.normalize(vim.uv.fs_realpath(path) or path)
end

---@return boolean
function M.is_built()
  local stat = vim.uv.fs_stat(M.path())
  return stat ~= nil and stat.type == "file"
end

--- What is built beside the host, and what is plain text without it.
---@return { path: string, colours: string }[]
function M.highlighters()
  local dist = vim.fs.joinpath(M.root(), "dist")
  return {
    { path = vim.fs.joinpath(dist, "highlight.cjs"), colours = "code" },
    { path = vim.fs.joinpath(dist, "markdown.cjs"), colours = "markup" },
  }
end

---@param folder string
---@return number seconds when a file in it changed last; 0 when there is none
local function newest(folder)
  local latest = 0
  for name, kind in vim.fs.dir(folder, { depth = 8 }) do
    local stat = kind == "file" and vim.uv.fs_stat(vim.fs.joinpath(folder, name))
    if stat then
      latest = math.max(latest, stat.mtime.sec + stat.mtime.nsec / 1e9)
    end
  end
  return latest
end

--- Whether the sources are here and newer than what was built from them.
---@return boolean
function M.is_stale()
  local stat = vim.uv.fs_stat(M.path())
  return stat ~= nil and newest(vim.fs.joinpath(M.root(), "src")) > stat.mtime.sec + stat.mtime.nsec / 1e9
end

return M
