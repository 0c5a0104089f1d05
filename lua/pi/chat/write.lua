--- `:w` in the prompt: as typed it sends. Any other write (a map, a plugin that saves by itself) must not send half a
--- prompt.
local M = {}

local api = vim.api

--- Buffers in whose window `:w` was typed in the command line a moment ago.
---@type table<integer, boolean>
local typed = {}

---@param buf integer
function M.on_write(buf)
  vim.bo[buf].modified = false
  if typed[buf] then
    typed[buf] = nil
    vim.schedule(function()
      require("pi").send("auto")
    end)
  else
    require("pi.notify").info(
      "the prompt is not a file: type :w or press " .. require("pi.chat.keys").send_key() .. " to send it"
    )
  end
end

--- A command line is left.
---@param buf integer
function M.on_command_line(buf)
  local line = vim.fn.getcmdline()
  local is_write = line:find("^%s*wq?!?%s*$") or line:find("^%s*write!?%s*$")
  typed[buf] = is_write and not vim.v.event.abort and api.nvim_get_current_buf() == buf or nil
end

return M
