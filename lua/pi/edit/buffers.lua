--- Which buffers show a file, under whatever name they were opened.
local M = {}

local api = vim.api

---@type table<integer, { name: string, path: string }>
local known = {}

--- The one name of a file that the host uses too: without links, also where the file itself is gone.
---@param name string absolute
---@return string
function M.real(name)
  local real = vim.uv.fs_realpath(name)
  if real then
    return real
  end
  local parent = vim.fs.dirname(name)
  return parent == name and name or vim.fs.joinpath(M.real(parent), vim.fs.basename(name))
end

--- The file of a buffer, or nil when it is none.
---@param buf integer
---@return string?
function M.path(buf)
  local name = api.nvim_buf_get_name(buf)
  if name == "" or vim.bo[buf].buftype ~= "" or name:find("^%a[%w+.-]+://") then
    return nil
  end
  local entry = known[buf]
  if entry == nil or entry.name ~= name then
    entry = { name = name, path = M.real(name) }
    known[buf] = entry
  end
  return entry.path
end

--- Loaded buffers by their file.
---@return table<string, integer[]>
function M.by_path()
  local found = {}
  for _, buf in ipairs(api.nvim_list_bufs()) do
    local path = api.nvim_buf_is_loaded(buf) and M.path(buf)
    if path then
      found[path] = found[path] or {}
      table.insert(found[path], buf)
    end
  end
  return found
end

---@param buf integer
function M.forget(buf)
  known[buf] = nil
end

return M
