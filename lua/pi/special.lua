--- What buffers that are no files stand for when they are added: entries of a list, problems, files under the cursor.
local M = {}

local api = vim.api

---@alias pi.special.Range { [1]: integer, [2]: integer }

--- Whether a mention of this name is none of a file: one may be called `diff`.
---@param name string
---@return boolean
local function is_source(name)
  local of_host = require("pi.mention.sources").of_host
  return require("pi.mention").find(name) ~= nil
    or vim.iter(of_host):any(function(source)
      return source.name == name
    end)
end

--- A file or folder as a mention would give it, but for its content: that is read when the prompt is sent.
---@param agent pi.Agent
---@param path string
---@return boolean
local function mention_path(agent, path)
  if vim.uv.fs_stat(path) == nil then
    return false
  end
  local root = agent.cwd .. "/"
  local real = vim.uv.fs_realpath(path) or path
  local name = vim.startswith(real, root) and real:sub(#root + 1) or real
  require("pi.add").mention(agent, is_source(name) and "./" .. name or name)
  return true
end

--- Has each of the lines' files mentioned in the prompt.
---@param agent pi.Agent
---@param range? pi.special.Range
---@param path_of fun(lnum: integer): string?
---@return pi.ContextItem[]? none: they are in the prompt's text; nil when no line names a file
local function mention_lines(agent, range, path_of)
  local first = range and range[1] or api.nvim_win_get_cursor(0)[1]
  local found = false
  for lnum = first, range and range[2] or first do
    local ok, path = pcall(path_of, lnum)
    if ok and type(path) == "string" and path ~= "" then
      found = mention_path(agent, path) or found
    end
  end
  return found and {} or nil
end

---@param agent pi.Agent
---@param range? pi.special.Range
---@return pi.ContextItem[]
local function quickfix(agent, range)
  local lists, what = require("pi.mention.lists"), { items = 0, title = 0 }
  local is_local = vim.fn.getwininfo(api.nvim_get_current_win())[1].loclist == 1
  local list = is_local and vim.fn.getloclist(0, what) or vim.fn.getqflist(what)
  local name = is_local and "location list" or "quickfix list"
  return { lists.entries(agent, list, name, range and range[1], range and range[2]) }
end

--- The window that a float of diagnostics belongs to is where the cursor was: its problems are those of that line.
---@param agent pi.Agent
---@return pi.ContextItem[]?
local function diagnostics_float(agent)
  local win = api.nvim_get_current_win()
  for _, owner in ipairs(api.nvim_tabpage_list_wins(0)) do
    local buf = api.nvim_win_get_buf(owner)
    local ok, float = pcall(api.nvim_buf_get_var, buf, "lsp_floating_preview")
    if ok and float == win then
      local lnum = api.nvim_win_get_cursor(owner)[1]
      local found = vim.diagnostic.get(buf, { lnum = lnum - 1 })
      if #found > 0 then
        local name = ("diagnostics of %s:%d"):format(require("pi.mention.lists").path(agent, buf), lnum)
        return { require("pi.mention.lists").diagnostics(agent, found, name) }
      end
    end
  end
end

---@param lnum integer
---@return string?
local function oil_path(lnum)
  local oil = require("oil")
  local entry = oil.get_entry_on_line(0, lnum)
  return entry and vim.fs.joinpath(oil.get_current_dir(), entry.name)
end

---@param lnum integer
---@return string?
local function neo_tree_path(lnum)
  local state = require("neo-tree.sources.manager").get_state_for_window()
  local node = state and state.tree:get_node(lnum)
  return node and node.path
end

--- A file in fugitive's status window: `M src/pump.ts`.
---@param lnum integer
---@return string?
local function fugitive_path(lnum)
  local name = vim.fn.getline(lnum):match("^[MADRCU?]%s+(.+)$")
  return name and vim.fs.joinpath(vim.fn.FugitiveWorkTree(), (name:gsub("^.* %-> ", "")))
end

---@type table<string, fun(lnum: integer): string?>
local paths = {
  oil = oil_path,
  netrw = require("pi.special.netrw").path,
  ["neo-tree"] = neo_tree_path,
  fugitive = fugitive_path,
}

--- What the current buffer stands for; nil for one whose lines are meant as they are. Paths go into the prompt's text
--- and give an empty list.
---@param agent pi.Agent
---@param range? pi.special.Range
---@return pi.ContextItem[]?
function M.items(agent, range)
  local buf = api.nvim_get_current_buf()
  if vim.bo[buf].buftype == "quickfix" then
    return quickfix(agent, range)
  elseif vim.bo[buf].buftype == "terminal" and range == nil then
    return { require("pi.mention.sources").terminal_output(buf) }
  elseif paths[vim.bo[buf].filetype] then
    return mention_lines(agent, range, paths[vim.bo[buf].filetype])
  elseif api.nvim_win_get_config(0).relative ~= "" and range == nil then
    return diagnostics_float(agent)
  end
end

return M
