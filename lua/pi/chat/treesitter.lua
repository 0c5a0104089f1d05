--- Hands the highlighting of markdown to Neovim's treesitter, and to plugins that draw with it, when the user wants
--- that: for replies only, each parsed by itself, and up to a length. Beyond that the host's marks show, which are there
--- all the time with a lower priority.
local M = {}

local api = vim.api

--- Below that of treesitter's highlights, which is 100.
local PRIORITY = 90

local function drawers()
  return require("pi.chat.drawers")
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
  if chosen() and drawers().draws(chosen()) then
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
  if drawers().draws(by) then
    drawers().switch(state.buf, by, is_on)
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
  if state.is_parsed and drawers().draws(by) then
    drawers().draw_soon(state, by)
  end
end

return M
