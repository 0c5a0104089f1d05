--- What stands at the right edge of a line: a time, how a tool call went. Where the text leaves no room beside it, it
--- stands behind the text, or in a row of its own below: never over it, and never broken where it need not be.
local M = {}

local api = vim.api

M.ns = api.nvim_create_namespace("pi.edge")

--- Between the text and what stands behind it.
local GAP = { "  " }
--- On both sides of what stands at the edge: where lines do not wrap, a long one goes on under it.
local MARGIN = { " " }

---@param chunks [string, string?][]
---@return integer
local function cells_of(chunks)
  return vim.iter(chunks):fold(0, function(cells, chunk)
    return cells + api.nvim_strwidth(chunk[1])
  end)
end

---@param text string
---@param chunks [string, string?][]
---@param room number
---@return boolean
local function fits(text, chunks, room)
  return api.nvim_strwidth(text) + cells_of({ MARGIN, MARGIN, MARGIN }) + cells_of(chunks) <= room
end

--- What stands between the text and what is behind it: all that is left of the row where that would be broken.
---@param buf integer
---@param row integer
---@param chunks [string, string?][]
---@return [string]
local function gap_before(buf, row, chunks)
  local left = require("pi.chat.room").left_behind(buf, row)
  return cells_of({ GAP }) + cells_of(chunks) <= left and GAP or { (" "):rep(left) }
end

---@param buf integer
---@param row integer
---@param text string of that line
---@param chunks [string, string?][]
---@param is_beside boolean
local function place(buf, row, text, chunks, is_beside)
  local shown = vim.list_extend({ is_beside and MARGIN or gap_before(buf, row, chunks) }, chunks)
  if is_beside then
    shown[#shown + 1] = MARGIN
  end
  api.nvim_buf_set_extmark(buf, M.ns, row, is_beside and 0 or #text, {
    virt_text = shown,
    virt_text_pos = is_beside and "right_align" or "inline",
    hl_mode = "combine",
  })
end

--- The chunks that a mark was made of, and whether they stand beside the text.
---@param details vim.api.keyset.extmark_details
---@return [string, string?][] chunks, boolean is_beside
local function chunks_of(details)
  local shown, is_beside = details.virt_text or {}, details.virt_text_pos == "right_align"
  return vim.list_slice(shown, 2, is_beside and #shown - 1 or #shown), is_beside
end

--- Puts chunks at the edge of a line.
---@param buf integer
---@param row integer
---@param chunks [string, string?][]
function M.put(buf, row, chunks)
  local text = api.nvim_buf_get_lines(buf, row, row + 1, true)[1]
  place(buf, row, text, chunks, fits(text, chunks, require("pi.chat.room").of(buf)))
end

--- Moves what stands beside the text now, or no longer does.
---@param buf integer
function M.refit(buf)
  local room = require("pi.chat.room").of(buf)
  for _, mark in ipairs(api.nvim_buf_get_extmarks(buf, M.ns, 0, -1, { details = true })) do
    local row, text = mark[2], api.nvim_buf_get_lines(buf, mark[2], mark[2] + 1, true)[1]
    local chunks, was_beside = chunks_of(mark[4])
    local is_beside = fits(text, chunks, room)
    if not (is_beside and was_beside) then
      api.nvim_buf_del_extmark(buf, M.ns, mark[1]) -- what stands behind the text counts as its length
      place(buf, row, text, chunks, is_beside)
    end
  end
end

return M
