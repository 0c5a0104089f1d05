--- Hands the highlighting of markdown to Neovim's treesitter, and to plugins that draw with it, when the user wants
--- that: for replies only, each parsed by itself, and up to a length. Beyond that the host's marks show, which are there
--- all the time with a lower priority.
local M = {}

local api = vim.api

--- Below that of treesitter's highlights, which is 100.
local PRIORITY = 90

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
local function draw_soon(state, by)
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

---@return "treesitter"|"render-markdown"|"markview"|nil
local function chosen()
  local by = require("pi.config").get().markdown.by
  return by ~= "host" and by or nil
end

--- What the host's marks are set with.
---@return integer?
function M.mark_priority()
  return chosen() and PRIORITY or nil
end

--- For 'conceallevel' of a transcript's window. markview.nvim sets it only of windows that are there when it begins.
---@return integer
function M.conceal_level()
  if drawers[chosen()] then
    return 3
  end
  return require("pi.config").get().conceal and 2 or 0
end

--- Before a transcript gets its filetype, at which such plugins look at it.
function M.prepare()
  if chosen() then
    vim.treesitter.language.register("markdown", "pi")
  end
end

---@param buf integer
---@return vim.treesitter.LanguageTree?
local function parser_of(buf)
  local ok, parser = pcall(vim.treesitter.get_parser, buf, "markdown")
  if ok and parser then
    return parser
  end
  local hint = "install it, or set the option `markdown.by` to `host`"
  require("pi.notify").error_once("Neovim has no treesitter parser for markdown: " .. hint)
end

--- The lines of each reply: a fence that is open in one, or in a tool's output, ends there.
---@param buf integer
---@return Range4[][]
local function replies(buf)
  local patch = require("pi.chat.patch")
  local blocks = api.nvim_buf_get_extmarks(buf, patch.ns_block, 0, -1, {})
  local is_message = {}
  for _, mark in ipairs(api.nvim_buf_get_extmarks(buf, patch.ns_message, 0, -1, {})) do
    is_message[mark[1]] = true
  end
  local regions = {}
  for i, mark in ipairs(blocks) do
    local stop = blocks[i + 1] and blocks[i + 1][2] or api.nvim_buf_line_count(buf)
    if is_message[mark[1]] and not require("pi.chat.blocks").marked(mark[2], "PiUser", buf) then
      regions[#regions + 1] = { { mark[2], 0, stop, 0 } }
    end
  end
  return regions
end

---@param state pi.chat.TranscriptState
---@param by "treesitter"|"render-markdown"|"markview"
---@param is_on boolean
local function switch(state, by, is_on)
  if (state.is_parsed or false) == is_on then
    return
  end
  state.is_parsed = is_on
  if is_on then
    vim.treesitter.start(state.buf, "markdown")
  end
  if drawers[by] then
    tell(state.buf, by, is_on and drawers[by].on or { drawers[by].off })
  end
  if not is_on then
    vim.treesitter.stop(state.buf)
  end
end

--- The text changed: says which lines are replies, and stops where there are too many lines.
---@param state pi.chat.TranscriptState
function M.on_patch(state)
  local by = chosen()
  if by == nil then
    return
  end
  local regions = state.count <= require("pi.config").get().markdown.most_lines and replies(state.buf) or {}
  local parser = #regions > 0 and parser_of(state.buf)
  if parser then
    parser:set_included_regions(regions)
  end
  switch(state, by, parser ~= nil and parser ~= false)
  if state.is_parsed and drawers[by] then
    draw_soon(state, by)
  end
end

return M
