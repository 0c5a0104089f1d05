--- Buffers of a review: the real one of a file, and texts to compare it with.
local M = {}

local api = vim.api

--- Loads a buffer without the message about a swap file of another Neovim, which would wait for <CR>.
---@param buf integer
local function load(buf)
  local shortmess = vim.o.shortmess
  vim.o.shortmess = shortmess .. "A"
  require("pi.chat.quiet").guard(function()
    vim.fn.bufload(buf)
  end)
  vim.o.shortmess = shortmess
end

--- The buffer of a file. Nothing in the path is evaluated.
---@param path string absolute
---@return integer buf
---@return boolean is_new it was not loaded before
function M.of_file(path)
  local open = require("pi.edit.buffers").of(path)[1]
  if open then
    return open, false
  end
  local buf = vim.fn.bufadd(require("pi.chat.file_window").buffer_name(path))
  local was_loaded = api.nvim_buf_is_loaded(buf)
  load(buf)
  return buf, not was_loaded
end

--- Highlights a text as a file of the user's is, without what else a filetype starts.
---@param buf integer
---@param like integer
local function highlight_as(buf, like)
  local filetype = vim.bo[like].filetype
  if filetype == "" then
    return
  end
  local has_parser = vim.treesitter.highlighter.active[like] ~= nil
    and pcall(vim.treesitter.start, buf, vim.treesitter.language.get_lang(filetype))
  if not has_parser and vim.g.syntax_on then
    vim.bo[buf].syntax = filetype
  end
end

--- A text to look at.
---@param agent pi.Agent
---@param name string what it is, in its name
---@param lines string[]
---@param like? integer buffer whose highlighting it gets
---@return integer buf
function M.text(agent, name, lines, like)
  local full_name = ("pi://%d/review/%s"):format(agent.id, name)
  local buf = require("pi.chat.buffer").create(full_name, agent.id, function(buf)
    local options = vim.bo[buf]
    options.swapfile, options.modeline, options.undolevels = false, false, -1
    api.nvim_buf_set_lines(buf, 0, -1, false, lines)
    options.undolevels = vim.go.undolevels -- what is accepted from here on can be undone
    options.modifiable, options.modified, options.bufhidden = false, false, "wipe"
  end)
  if like then
    highlight_as(buf, like)
  end
  return buf
end

--- What the host has to know of a buffer to merge it.
---@param buf integer
---@param path string
---@return table
function M.params(buf, path)
  local described = require("pi.edit.stamps").describe(buf, path)
  return vim.tbl_extend("error", described, { lines = require("pi.review.hunks").lines(buf) })
end

--- Drops a buffer that only the review has loaded, unless it is in use by now.
---@param buf integer
function M.drop(buf)
  local is_free = api.nvim_buf_is_valid(buf)
    and not vim.bo[buf].modified
    and not vim.bo[buf].buflisted
    and #vim.fn.win_findbuf(buf) == 0
  if is_free then
    pcall(api.nvim_buf_delete, buf, {})
  end
end

--- Writes a buffer that held what is on disk, as `:w` does. What is on disk may be another text by now: never over that.
---@param buf integer
---@return string? problem
function M.save(buf)
  local stamps, path = require("pi.edit.stamps"), require("pi.edit.buffers").path(buf)
  if path == nil or not stamps.same(stamps.of_file(path), stamps.get(buf)) then
    return "it has changed on disk meanwhile: it is not written"
  end
  local ok, message = true, nil
  require("pi.chat.quiet").guard(function()
    api.nvim_buf_call(buf, function()
      ok, message = pcall(vim.cmd, "silent lockmarks write")
    end)
  end)
  return not ok and ("it could not be written (%s)"):format(tostring(message):gsub("^Vim[^:]*:", "")) or nil
end

return M
