--- Which buffers show a file, under whatever name they were opened.
local M = {}

local api = vim.api

---@type table<integer, { name: string, path: string }>
local known = {}

--- The one name of a file that the host uses too: without links, also where the file itself is gone.
---@param name string absolute
---@return string
local function real_path(name)
  local real = vim.uv.fs_realpath(name)
  if real then
    return real
  end
  local parent = vim.fs.dirname(name)
  return parent == name and name or vim.fs.joinpath(real_path(parent), vim.fs.basename(name))
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
    entry = { name = name, path = real_path(name) }
    known[buf] = entry
  end
  return entry.path
end

---@type table<string, integer[]>? loaded buffers by their file, for this turn of the main loop
local by_path

---@return table<string, integer[]>
local function collect()
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

--- Loaded buffers of a file.
---@param path string without links
---@return integer[]
function M.of(path)
  if by_path == nil then
    by_path = collect()
    vim.schedule(function()
      by_path = nil
    end)
  end
  return by_path[path] or {}
end

---@param buf integer
function M.forget(buf)
  known[buf] = nil
end

return M
