--- Writes the hunks of a patch into a transcript's buffer. Called by `chat/transcript.lua` only.
local M = {}

local api = vim.api

--- Highlights and decoration; where blocks begin (mark id = block id); where messages begin.
M.ns = api.nvim_create_namespace("pi")
M.ns_block = api.nvim_create_namespace("pi.block")
M.ns_message = api.nvim_create_namespace("pi.message")

local edge = require("pi.chat.edge")

local namespaces = { M.ns, M.ns_block, M.ns_message, edge.ns, api.nvim_create_namespace("pi.table") }

local highlight_opts = { end_row = 0, end_col = 0, hl_group = 0, strict = false }

---@param buf integer
---@param hunk pi.event.Hunk
local function set_marks(buf, hunk)
  local set, ns, opts = api.nvim_buf_set_extmark, M.ns, highlight_opts
  local marks, first = hunk.marks, hunk.first
  local ids = require("pi.highlight").ids
  opts.priority = require("pi.chat.treesitter").mark_priority()
  local hidden = require("pi.config").get().conceal and "PiMarkupInline" or nil
  for i = 1, #marks, 4 do
    local row = first + marks[i]
    opts.end_row, opts.end_col, opts.hl_group = row, marks[i + 2], ids[marks[i + 3]]
    opts.conceal = marks[i + 3] == hidden and "" or nil
    set(buf, ns, row, marks[i + 1], opts)
  end
end

---@param buf integer
---@param row integer
---@param decor table
local function set_decor(buf, row, decor)
  local opts, icon = { hl_mode = "combine" }, require("pi.icons").of
  if decor.sign then
    opts.sign_text, opts.sign_hl_group = icon(decor.sign[1]), decor.sign[2]
  end
  opts.line_hl_group = decor.lineGroup
  if decor.right then
    for _, chunk in ipairs(decor.right) do
      chunk[1] = icon(chunk[1])
    end
    edge.put(buf, row, decor.right)
  end
  api.nvim_buf_set_extmark(buf, M.ns, row, 0, opts)
  if decor.eol then
    local eol = { virt_text = decor.eol, virt_text_pos = "eol", hl_mode = "combine" }
    api.nvim_buf_set_extmark(buf, M.ns, row, 0, eol)
  end
end

---@param buf integer
---@param hunk pi.event.Hunk
local function set_anchors(buf, hunk)
  local anchors, first = hunk.anchors, hunk.first
  for i = 1, #anchors, 3 do
    local row, id = first + anchors[i], anchors[i + 1]
    api.nvim_buf_set_extmark(buf, M.ns_block, row, 0, { id = id })
    if anchors[i + 2] == 1 then
      api.nvim_buf_set_extmark(buf, M.ns_message, row, 0, { id = id })
    end
  end
end

---@param buf integer
---@param hunk pi.event.Hunk
local function align_tables(buf, hunk)
  for _, text in ipairs(hunk.lines) do
    if text:find("|", 1, true) then
      require("pi.chat.table").align(buf, hunk.first, hunk.lines)
      return
    end
  end
end

---@param state pi.chat.TranscriptState
---@param hunk pi.event.Hunk
local function set_text(state, hunk)
  local buf, first, last, lines = state.buf, hunk.first, hunk.last, hunk.lines
  local removed = last - first
  if state.count == 0 then
    first, last, removed = 0, 1, 0 -- the one line of an empty buffer is none of the host's
  end
  if last > first then
    for _, ns in ipairs(namespaces) do
      api.nvim_buf_clear_namespace(buf, ns, first, last)
    end
  end
  if hunk.col and last > first then
    api.nvim_buf_set_text(buf, first, hunk.col, last - 1, -1, lines)
  else
    api.nvim_buf_set_lines(buf, first, last, true, lines)
  end
  state.count = state.count + #lines - removed
end

--- Brings text, highlights and anchors of the buffer up to date. Must be allowed to write to it.
---@param state pi.chat.TranscriptState
---@param event pi.event.Patched
function M.write(state, event)
  local buf = state.buf
  if event.reset then
    api.nvim_buf_set_lines(buf, 0, -1, false, {})
    for _, ns in ipairs(namespaces) do
      api.nvim_buf_clear_namespace(buf, ns, 0, -1)
    end
    state.count = 0
  end
  for _, hunk in ipairs(event.hunks) do
    set_text(state, hunk)
    set_marks(buf, hunk)
    for i = 1, #hunk.decor, 2 do
      set_decor(buf, hunk.first + hunk.decor[i], hunk.decor[i + 1])
    end
    set_anchors(buf, hunk)
    align_tables(buf, hunk)
  end
end

return M
