--- Completion plugins that show what language servers offer: which of them is at work in a prompt, and what they need.
local M = {}

local api = vim.api

--- Neovim's own completion, where the user has enabled it for every server.
---@param buf integer
---@return boolean
local function is_own_on(buf)
  return vim.iter(api.nvim_get_autocmds({ buffer = buf, event = "InsertCharPre" })):any(function(autocmd)
    return (autocmd.group_name or ""):find("lsp[./]completion") ~= nil
  end)
end

--- mini.completion, which shows its items in Neovim's own menu.
---@param buf integer
---@return boolean
local function is_mini_on(buf)
  return _G.MiniCompletion ~= nil
    and vim.g.minicompletion_disable ~= true
    and vim.b[buf].minicompletion_disable ~= true
end

--- What a plugin's option says, which may be a function of the current buffer. In a macro most are off for a while.
---@param enabled any
---@return boolean
local function is_enabled(enabled)
  if type(enabled) ~= "function" then
    return enabled ~= false
  elseif vim.fn.reg_recording() ~= "" or vim.fn.reg_executing() ~= "" then
    return true
  end
  local ok, answer = pcall(enabled)
  return not ok or answer ~= nil and answer ~= false
end

---@return boolean
local function is_blink_on()
  local blink = package.loaded["blink.cmp"]
  local config = package.loaded["blink.cmp.config"] or {}
  return blink ~= nil and is_enabled(blink.is_enabled or config.enabled) -- of version 2, and of those before
end

--- nvim-cmp, but not where it is there for the command line or for words alone.
---@return boolean
local function is_cmp_on()
  local cmp = package.loaded["cmp"]
  local ok, config = pcall(function()
    return cmp.get_config()
  end)
  return ok
    and is_enabled(config.enabled)
    and vim.iter(config.sources or {}):any(function(source)
      return source.name == "nvim_lsp"
    end)
end

---@alias pi.complete.Engine "blink"|"cmp"|"menu" the last: what uses Neovim's own menu

--- What opens completions of language servers by itself in this buffer, which is the current one.
---@param buf integer
---@return pi.complete.Engine?
function M.at_work(buf)
  if is_blink_on() then
    return "blink"
  elseif is_cmp_on() then
    return "cmp"
  end
  return (is_mini_on(buf) or is_own_on(buf)) and "menu" or nil
end

--- nvim-cmp does not look at a server's order unless it is told to, and to it all our items are equally good.
---@param cmp table
---@param comparators function[] of nvim-cmp's options
---@return table? sorting of nvim-cmp's options, where they need another
local function sorted_by_server(cmp, comparators)
  local compare = cmp.config.compare
  if not compare.sort_text or vim.list_contains(comparators, compare.sort_text) then
    return nil
  end
  local sorted = vim.list_extend({}, comparators)
  local score = vim.iter(ipairs(comparators)):find(function(_, comparator)
    return comparator == compare.score
  end)
  table.insert(sorted, (score or 0) + 1, compare.sort_text)
  return { comparators = sorted }
end

--- Has nvim-cmp take the server's order, and go on asking behind letters like `ü` and `日`, which are part of no word to
--- it. What the user has set for prompts stays.
---@param buf integer the current one
function M.adapt_cmp(buf)
  local cmp, options, config = require("cmp"), require("cmp").get_config(), require("cmp.config")
  local own = vim.tbl_extend("keep", config.buffers[buf] or {}, config.filetypes[vim.bo[buf].filetype] or {})
  cmp.setup.buffer(vim.tbl_extend("keep", own, {
    sorting = sorted_by_server(cmp, options.sorting.comparators),
    completion = { keyword_pattern = ([[\%%(%s\m\|\k\+\)]]):format(options.completion.keyword_pattern) },
  }))
end

return M
