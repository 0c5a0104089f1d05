--- Plugins that draw the markdown of a buffer, told of a transcript that changes without the user.
local M = {}

local api = vim.api

--- Milliseconds between drawings of a growing text. A plugin that is asked again within its own pause (100 by default in
--- render-markdown.nvim) drops it.
local PAUSE = 200

---@class pi.chat.Drawer
---@field command string of a plugin that draws what it parses in the current buffer
---@field on string[] its subcommands, one after the other
---@field again string after a change: such plugins see only those that the user makes
---@field off string

--- markview.nvim is never told of the buffer by number: it takes the one it gets for a text and does nothing.
---@type table<string, pi.chat.Drawer>
local drawers = {
  ["render-markdown"] = {
    command = "RenderMarkdown",
    on = { "buf_enable" },
    again = "buf_enable",
    off = "buf_disable",
  },
  markview = {
    command = "Markview",
    on = { "attach", "enable", "render" },
    again = "render",
    off = "disable",
  },
}

---@param buf integer
---@param by string
---@param steps string[]
local function tell(buf, by, steps)
  local ok, message = pcall(api.nvim_buf_call, buf, function()
    for _, step in ipairs(steps) do
      vim.cmd[drawers[by].command](step)
    end
  end)
  if not ok then
    local problem = "%s cannot draw the transcript, see |pi-markdown|: %s"
    require("pi.notify").error_once(problem:format(by, message))
  end
end

--- Has the plugin draw what is new, in a moment, with all that comes until then.
---@param state pi.chat.TranscriptState
---@param by string
function M.draw_soon(state, by)
  if state.is_drawing_due then
    return
  end
  state.is_drawing_due = true
  vim.defer_fn(function()
    state.is_drawing_due = nil
    if state.is_parsed and api.nvim_buf_is_loaded(state.buf) then
      tell(state.buf, by, { drawers[by].again })
    end
  end, PAUSE)
end

---@param by "treesitter"|"render-markdown"|"markview"|nil
---@return boolean
function M.draws(by)
  return drawers[by] ~= nil
end

---@param buf integer
---@param by string
---@param is_on boolean
function M.switch(buf, by, is_on)
  tell(buf, by, is_on and drawers[by].on or { drawers[by].off })
end

return M
