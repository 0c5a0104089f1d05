--- The file of a line in netrw's window, in each of its styles.
local M = {}

local TREE_STYLE = 3

--- What of a line can be a name, the longest first: behind it a long listing has size and time, and a link its target.
---@param text string
---@return string[]
local function names_in(text)
  local names = { text }
  for at in text:gmatch("()%s+%S") do
    table.insert(names, 2, text:sub(1, at - 1))
  end
  return names
end

--- The longest name that exists, with or without the sign of its kind behind it.
---@param folder string
---@param text string
---@return string?
local function existing(folder, text)
  for _, name in ipairs(names_in(text)) do
    for _, tried in ipairs({ name, (name:gsub("[*@=|/]$", "")) }) do
      local path = vim.fs.joinpath(folder, tried)
      if tried ~= "" and vim.uv.fs_lstat(path) then
        return path
      end
    end
  end
end

--- How deep a line of the tree is, and what is behind its rails.
---@param lnum integer
---@return integer depth
---@return string text
local function tree_line(lnum)
  local depth, text = 0, vim.fn.getline(lnum)
  local function rail()
    return vim.iter({ vim.g.netrw_treedepthstring or "", "| ", "│ " }):find(function(one)
      return one ~= "" and vim.startswith(text, one)
    end)
  end
  for found in rail do
    depth, text = depth + 1, text:sub(#found + 1)
  end
  return depth, text
end

--- The folder that a line of the tree is in: those above it that are less deep lead there from the top.
---@param lnum integer
---@param depth integer
---@return string
local function tree_folder(lnum, depth)
  local names = {}
  for above = lnum - 1, 1, -1 do
    local its_depth, text = tree_line(above)
    if its_depth < depth then
      depth = its_depth
      if depth == 0 then
        break
      end
      table.insert(names, 1, (text:gsub("/$", "")))
    end
  end
  return vim.fs.joinpath(vim.w.netrw_treetop, unpack(names))
end

---@param lnum integer
---@return string?
function M.path(lnum)
  local depth, text = tree_line(lnum)
  if vim.startswith(text, '"') then
    return nil -- its own head
  elseif vim.w.netrw_liststyle ~= TREE_STYLE then
    return existing(vim.b.netrw_curdir, vim.fn.getline(lnum))
  elseif depth > 0 then
    return existing(tree_folder(lnum, depth), text)
  end
  local top = vim.w.netrw_treetop
  return text == "../" and vim.fs.dirname(top) or top
end

return M
