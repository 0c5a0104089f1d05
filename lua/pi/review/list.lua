--- The list of files above a review: what was changed in each, and how much of it is judged.
local M = {}

local api = vim.api
local ns = api.nvim_create_namespace("pi.review.list")

--- Changes of a file that wait to be judged. One without lines to compare is one change.
---@param file pi.review.File
---@return integer
function M.open_changes(file)
  if file.is_whole then
    return file.verdict and 0 or 1
  end
  return file.left
end

---@param file pi.review.File
---@return integer
local function judged_changes(file)
  local count = file.accepted + file.rejected
  return file.is_whole and file.verdict and math.max(count, 1) or count
end

---@param file pi.review.File
---@return [string, string]
local function state_of(file)
  local open, judged = M.open_changes(file), judged_changes(file)
  if file.is_unsaved then
    return { "unsaved changes of yours", "PiWarning" }
  elseif open == 0 then
    return { file.verdict or "judged", "PiToolDone" }
  elseif judged > 0 then
    return { ("%d of %d left"):format(open, open + judged), "PiNotice" }
  end
  return { open == 1 and "1 change" or ("%d changes"):format(open), "PiNotice" }
end

--- What became of a file as a whole.
---@param file pi.review.File
---@return string
function M.what(file)
  local other = file.from or file.to
  if other == nil then
    return file.kind
  end
  local name = require("pi.status").clean(vim.fs.basename(other))
  return file.from and "renamed from " .. name or "renamed to " .. name
end

---@param file pi.review.File
---@return pi.chat.Segment[]
local function facts(file)
  local segments = {}
  if file.kind ~= "changed" then
    segments[#segments + 1] = { M.what(file) .. "  ", "PiNotice" }
  end
  if file.added > 0 then
    segments[#segments + 1] = { ("+%d "):format(file.added), "PiDiffAdd" }
  end
  if file.removed > 0 then
    segments[#segments + 1] = { ("-%d "):format(file.removed), "PiDiffDelete" }
  end
  if file.reason then
    segments[#segments + 1] = { file.reason .. " ", "PiNotice" }
  end
  segments[#segments + 1] = { (" "):rep(#segments > 0 and 1 or 0), "PiNotice" }
  segments[#segments + 1] = state_of(file)
  if file.notes > 0 then
    segments[#segments + 1] =
      { file.notes == 1 and "  1 note" or ("  %d notes"):format(file.notes), "PiChip" }
  end
  return segments
end

---@param state pi.review.State
---@param width integer
---@return pi.chat.Segment[][]
local function rows_of(state, width)
  local bar, names, column = require("pi.chat.bar"), {}, 0
  for i, file in ipairs(state.files) do
    names[i] = bar.cut(require("pi.status").clean(file.name), math.floor(width / 2))
    column = math.max(column, api.nvim_strwidth(names[i]))
  end
  local icons = require("pi.icons")
  local rows = {}
  for i, file in ipairs(state.files) do
    local is_here = i == state.index
    local is_done = M.open_changes(file) == 0 and not file.is_unsaved
    local sign = is_here and icons.get("closed") or is_done and icons.get("done") or " "
    local gap = (" "):rep(column - api.nvim_strwidth(names[i]) + 2)
    rows[i] = {
      { (" %s "):format(sign), is_here and "PiAccent" or "PiToolDone" },
      { names[i] .. gap, is_here and "PiTool" or "Normal" },
    }
    vim.list_extend(rows[i], facts(file))
  end
  return rows
end

--- Draws the list anew.
---@param state pi.review.State
function M.draw(state)
  if not (api.nvim_buf_is_valid(state.list_buf) and api.nvim_win_is_valid(state.list_win)) then
    return
  end
  local lines, marks = {}, {}
  for i, row in ipairs(rows_of(state, api.nvim_win_get_width(state.list_win))) do
    local line = ""
    for _, segment in ipairs(row) do
      marks[#marks + 1] = { i - 1, #line, #line + #segment[1], segment[2] }
      line = line .. segment[1]
    end
    lines[i] = line
  end
  vim.bo[state.list_buf].modifiable = true
  api.nvim_buf_set_lines(state.list_buf, 0, -1, false, lines)
  vim.bo[state.list_buf].modifiable = false
  for _, mark in ipairs(marks) do
    api.nvim_buf_set_extmark(state.list_buf, ns, mark[1], mark[2], { end_col = mark[3], hl_group = mark[4] })
  end
  vim.wo[state.list_win][0].winbar = M.progress(state, api.nvim_win_get_width(state.list_win))
end

--- The line above: what is reviewed, and how far one is.
---@param state pi.review.State
---@param width integer
---@return string
function M.progress(state, width)
  local judged, open, notes = 0, 0, 0
  for _, file in ipairs(state.files) do
    judged, open, notes = judged + judged_changes(file), open + M.open_changes(file), notes + file.notes
  end
  local bar, icons = require("pi.chat.bar"), require("pi.icons")
  local right = ("%d of %d judged"):format(judged, judged + open)
  if notes > 0 then
    right = right .. (notes == 1 and " · 1 note" or (" · %d notes"):format(notes))
  end
  local help = require("pi.review.keys").lhs("help")
  right = right .. (help and (" · %s keys "):format(help) or " ")
  local room = width - api.nvim_strwidth(right) - 12
  local title = bar.cut(state.title, math.max(room, 0))
  local left = {
    { (" %s "):format(icons.get("agent")), "PiWinbarAccent" },
    { "Review  ", "PiWinbarAccent" },
    { title, "PiWinbar" },
  }
  return bar.line(left, { { right, "PiWinbar" } }, width, { " ", "PiWinbar" })
end

return M
