--- Diagnostics and error lists as text, one line each, with paths as pi knows them.
local M = {}

--- More entries than these are left out, with a sentence.
local MOST = 500

local SEVERITIES = { "error", "warning", "info", "hint" }
local TYPES = { E = "error", W = "warning", I = "info", N = "note" }

--- A path as pi's tools take it: relative below pi's folder.
---@param agent pi.Agent
---@param path string
---@return string
local function shown(agent, path)
  local real = vim.uv.fs_realpath(path) or path
  local root = agent.cwd .. "/"
  return vim.startswith(real, root) and real:sub(#root + 1) or real
end

---@param agent pi.Agent
---@param buf integer
---@return string
function M.path(agent, buf)
  local context = require("pi.context")
  local path = buf > 0 and vim.api.nvim_buf_is_valid(buf) and context.path(buf)
  return path and shown(agent, path) or buf > 0 and context.name(buf) or ""
end

--- A message may have several lines: the further ones are indented.
---@param text string
---@return string
local function indented(text)
  return (vim.trim(text):gsub("\n", "\n    "))
end

---@param name string
---@param lines string[]
---@param count integer how many there are in all
---@return pi.ContextItem
local function item(name, lines, count)
  local text, notes = require("pi.cut").text(table.concat(lines, "\n"))
  if count == 0 then
    notes = { "There are none." }
  elseif count > #lines then
    notes = notes or {}
    table.insert(notes, 1, ("Cut: %d of %d are here."):format(#lines, count))
  end
  return { kind = "text", name = name, filetype = "", text = text, notes = notes }
end

---@param agent pi.Agent
---@param found vim.Diagnostic[]
---@param name string
---@return pi.ContextItem
function M.diagnostics(agent, found, name)
  table.sort(found, function(a, b)
    if a.bufnr ~= b.bufnr then
      return a.bufnr < b.bufnr
    end
    return a.lnum < b.lnum or (a.lnum == b.lnum and a.col < b.col)
  end)
  local lines, paths = {}, {}
  for i = 1, math.min(#found, MOST) do
    local one = found[i]
    paths[one.bufnr] = paths[one.bufnr] or M.path(agent, one.bufnr)
    local origin = table.concat({ one.source, one.code and tostring(one.code) }, " ")
    lines[i] = ("%s:%d:%d: %s: %s%s"):format(
      paths[one.bufnr],
      one.lnum + 1,
      one.col + 1,
      SEVERITIES[one.severity] or "note",
      indented(one.message),
      origin ~= "" and (" [%s]"):format(origin) or ""
    )
  end
  return item(name, lines, #found)
end

---@param agent pi.Agent
---@param list { title?: string, items: table[] } as getqflist() gives it
---@param name string
---@param first? integer entries, from 1
---@param last? integer
---@return pi.ContextItem
function M.entries(agent, list, name, first, last)
  local lines, count = {}, 0
  first, last = math.max(first or 1, 1), math.min(last or #list.items, #list.items)
  for i = first, last do
    local entry = list.items[i]
    count = count + 1
    if count <= MOST then
      local path = M.path(agent, entry.bufnr)
      local place = path ~= "" and entry.lnum > 0 and ("%s:%d:%d: "):format(path, entry.lnum, entry.col)
        or path ~= "" and path .. ": "
        or ""
      local kind = TYPES[entry.type:upper()]
      lines[count] = place .. (kind and kind .. ": " or "") .. indented(entry.text)
    end
  end
  local title = list.title and list.title ~= "" and (": " .. list.title) or ""
  return item(name .. title, lines, count)
end

return M
