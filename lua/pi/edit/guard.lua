--- Neovim's own check whether a file has changed, without its questions.
local M = {}

local api = vim.api

--- Runs something that has Neovim look at a buffer's file. What it may do about a change: nothing (it takes the buffer
--- for up to date from then on), or reload the buffer.
---@param buf integer
---@param choice ""|"reload"
---@param run fun()
function M.unasked(buf, choice, run)
  -- Neovim asks only where nobody handles this event; the handler made last has the last word.
  local id = api.nvim_create_autocmd("FileChangedShell", {
    buffer = buf,
    desc = "pi: no question about a file that pi has changed",
    callback = function()
      vim.api.nvim_set_vvar("fcs_choice", choice)
    end,
  })
  require("pi.chat.quiet").guard(run)
  pcall(api.nvim_del_autocmd, id)
end

--- Has Neovim look at a buffer's file now. Not where there was none: whether to load it is asked in any case.
---@param buf integer
---@param choice ""|"reload"
function M.check(buf, choice)
  if require("pi.edit.stamps").is_new(buf) then
    return
  end
  M.unasked(buf, choice, function()
    vim.cmd.checktime({ args = { tostring(buf) }, mods = { silent = true, emsg_silent = true } })
  end)
end

--- Has Neovim take a buffer for up to date with its file, whatever that is by now. With 'autoread' it would read it
--- otherwise, and wait forever where that is a pipe.
---@param buf integer
function M.accept(buf)
  local quiet, was_modified = require("pi.chat.quiet"), vim.bo[buf].modified
  quiet.run(function()
    vim.bo[buf].modified = true
  end)
  M.check(buf, "")
  quiet.run(function()
    vim.bo[buf].modified = was_modified
  end)
end

--- Reads a buffer's file again, whatever Neovim thinks of it. One undo brings the old text back.
---@param buf integer
function M.read_again(buf)
  require("pi.chat.quiet").guard(function()
    api.nvim_buf_call(buf, function()
      local view = vim.fn.winsaveview()
      vim.cmd("silent! edit!")
      vim.fn.winrestview(view)
    end)
  end)
end

return M
