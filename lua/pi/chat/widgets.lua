--- What extensions show beside the prompt: virtual lines above and below its text, a limited number of them, and all of
--- them in a window of their own on `:PiWidgets`.
local M = {}

local api = vim.api
local ns = api.nvim_create_namespace("pi.widgets")

---@type table<integer, pi.Widget[]> by agent
local widgets = {}

---@alias pi.chat.VirtualLine [string, integer|integer[]][]

--- A line cut into pieces where its highlights change.
---@param line string
---@param spans { [1]: integer, [2]: integer, [3]: string }[]
---@return pi.chat.VirtualLine
local function chunks_of(line, spans)
  local cuts = { 0, #line }
  for _, span in ipairs(spans) do
    vim.list_extend(cuts, { span[1], span[2] })
  end
  table.sort(cuts)
  local ids, chunks = require("pi.highlight").ids, {}
  for i = 2, #cuts do
    local from, to = cuts[i - 1], cuts[i]
    if to > from then
      local groups = { ids.PiWidget }
      for _, span in ipairs(spans) do
        if span[1] <= from and span[2] >= to then
          groups[#groups + 1] = ids[span[3]]
        end
      end
      chunks[#chunks + 1] = { line:sub(from + 1, to), groups }
    end
  end
  return #chunks > 0 and chunks or { { " ", ids.PiWidget } }
end

---@param widget pi.Widget
---@return pi.chat.VirtualLine[]
local function lines_of(widget)
  local spans = {}
  for i = 1, #widget.marks, 4 do
    local row = widget.marks[i] + 1
    spans[row] = spans[row] or {}
    table.insert(spans[row], { widget.marks[i + 1], widget.marks[i + 2], widget.marks[i + 3] })
  end
  local lines = {}
  for row, line in ipairs(widget.lines) do
    lines[row] = chunks_of((line:gsub("\t", "    ")), spans[row] or {})
  end
  return lines
end

--- The lines at one side of the prompt, as many as the option allows.
---@param agent_id integer
---@param placement "above"|"below"
---@return pi.chat.VirtualLine[]
local function side(agent_id, placement)
  local lines = {}
  for _, widget in ipairs(widgets[agent_id] or {}) do
    if widget.placement == placement then
      vim.list_extend(lines, lines_of(widget))
    end
  end
  local most = require("pi.config").get().extensions.widget_height
  if #lines > most then
    local hidden = #lines - most + 1
    lines = vim.list_slice(lines, 1, most - 1)
    lines[most] = { { ("… %d more lines: :PiWidgets"):format(hidden), "PiPlaceholder" } }
  end
  return lines
end

--- Rows that the widgets of an agent take in the prompt's window.
---@param agent_id integer
---@return integer
function M.rows(agent_id)
  return #side(agent_id, "above") + #side(agent_id, "below")
end

--- Lines above the first one are shown only when the window is told to.
---@param buf integer
---@param rows integer
local function reveal(buf, rows)
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    api.nvim_win_call(win, function()
      local view = vim.fn.winsaveview()
      if view.topline == 1 and view.topfill ~= rows then
        view.topfill = rows
        vim.fn.winrestview(view)
      end
    end)
  end
end

--- Puts them around the text as it is now.
---@param agent_id integer
function M.draw(agent_id)
  local buf = require("pi.chat.prompt").buf(agent_id)
  if buf == nil or widgets[agent_id] == nil then
    return
  end
  local above, below = side(agent_id, "above"), side(agent_id, "below")
  api.nvim_buf_clear_namespace(buf, ns, 0, -1)
  if #above > 0 then
    local opts = { virt_lines = above, virt_lines_above = true, right_gravity = false }
    api.nvim_buf_set_extmark(buf, ns, 0, 0, opts)
  end
  if #below > 0 then
    api.nvim_buf_set_extmark(buf, ns, api.nvim_buf_line_count(buf) - 1, 0, { virt_lines = below })
  end
  require("pi.chat.layout").fit(agent_id)
  reveal(buf, #above)
end

--- The text of the prompt changed: the lines belong around it.
---@param agent_id integer
function M.on_prompt_change(agent_id)
  if widgets[agent_id] and #widgets[agent_id] > 0 then
    M.draw(agent_id)
  end
end

--- All widgets of an agent, in place of those from before.
---@param agent_id integer
---@param list pi.Widget[]
function M.changed(agent_id, list)
  widgets[agent_id] = list
  require("pi.highlight").setup()
  M.draw(agent_id)
end

---@param agent_id integer
function M.forget(agent_id)
  widgets[agent_id] = nil
end

--- The host is gone, and every extension with it.
function M.host_ended()
  for agent_id in pairs(widgets) do
    M.changed(agent_id, {})
  end
end

--- `:PiWidgets`: all lines of all widgets of an agent, to be scrolled.
---@param agent_id integer
function M.open(agent_id)
  local text = { lines = {}, marks = {} }
  for _, widget in ipairs(widgets[agent_id] or {}) do
    local shift = #text.lines
    vim.list_extend(text.lines, widget.lines)
    for i = 1, #widget.marks, 4 do
      local mark = vim.list_slice(widget.marks, i, i + 3)
      mark[1] = mark[1] + shift
      vim.list_extend(text.marks, mark)
    end
  end
  if #text.lines == 0 then
    require("pi.notify").info("no extension shows anything beside the prompt")
    return
  end
  local buf = require("pi.float").open(text.lines, { title = "Widgets" })
  require("pi.dialog.text").set_marks(buf, text)
end

return M
