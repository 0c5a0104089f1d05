--- `:tab` before a command that opens a chat: a new tab page, which has an agent of its own.
local api = vim.api

--- What the new tab page shows beside the chat: what the user looks at, or else the file that was looked at last.
---@return integer? buf
local function buffer_to_show()
  if vim.b.pi_agent == nil then
    return api.nvim_get_current_buf()
  end
  local win = require("pi.chat.last_file").last()
  return win and api.nvim_win_get_buf(win)
end

--- Runs `:sbuffer` where it always makes a window: 'switchbuf' may have it go to one that shows the buffer already.
---@param command fun()
local function without_switchbuf(command)
  local quiet, before = require("pi.chat.quiet"), vim.go.switchbuf
  quiet.set("switchbuf", "")
  quiet.guard(command)
  quiet.set("switchbuf", before)
end

--- Opens the tab page.
---@param tab integer behind which, as `smods.tab` of a command has it
---@return boolean ok false when there cannot be one: that is said
return function(tab)
  if require("pi.config").get().scope ~= "tab" then
    require("pi.notify").error("a tab page has no agent of its own: that takes scope = 'tab'")
    return false
  end
  local buf = buffer_to_show()
  without_switchbuf(function()
    if buf then
      vim.cmd.sbuffer({ args = { tostring(buf) }, mods = { tab = tab } })
    else
      vim.cmd.new({ mods = { tab = tab } })
    end
  end)
  return true
end
