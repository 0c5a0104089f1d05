--- The buffers that a tool may be about: those of files, and those without a name that hold text of the user's.
local M = {}

--- Whether it is text that the user edits, which pi could read as well once it is saved: no terminal, no chat, nothing
--- from another machine or that a plugin reads and writes in its own way, as one that decrypts files.
---@param buf integer
---@return boolean
function M.is_text(buf)
  local is_address = vim.api.nvim_buf_get_name(buf):find("^%a[%w+.-]+://") ~= nil
  return vim.bo[buf].buftype == "" and not is_address and vim.b[buf].pi_agent == nil
end

--- The loaded buffer of a file; of several one that has changes.
---@param path string absolute, without links
---@return integer?
function M.one(path)
  local found = require("pi.edit.buffers").of(path)
  return vim.iter(found):find(function(buf)
    return vim.bo[buf].modified
  end) or found[1]
end

--- How a file is called in a sentence.
---@param path string
---@return string
function M.shown(path)
  return vim.fn.fnamemodify(path, ":~:.")
end

---@param path string
---@return string
function M.not_open(path)
  return ("no buffer of the editor holds %s: nvim_buffers lists those that are open"):format(M.shown(path))
end

---@param path string
---@param done pi.see.Done
---@return integer? buf nil: `done` was told why
function M.changeable(path, done)
  local buf = M.one(path)
  if buf == nil then
    done(M.not_open(path))
  elseif vim.bo[buf].readonly or not vim.bo[buf].modifiable then
    done(("%s is read-only in the editor"):format(M.shown(path)))
  else
    return buf
  end
end

return M
