--- The window that lists the keys of the current chat buffer, as they are mapped now.
local M = {}

local api = vim.api
local PREFIX = "pi: "

---@class pi.chat.KeyLine
---@field keys string[]
---@field desc string

--- Maps of ours in the buffer, each action once, in the order of the action table.
---@param buf integer
---@return pi.chat.KeyLine[]
local function lines_of(buf)
  local by_desc, order = {}, {}
  local kind = vim.bo[buf].filetype == "pi-prompt" and "prompt" or "transcript"
  for _, entry in ipairs(require("pi.chat.keys").actions[kind]) do
    if by_desc[PREFIX .. entry.desc] == nil then
      local line = { keys = {}, desc = entry.desc }
      by_desc[PREFIX .. entry.desc], order[#order + 1] = line, line
    end
  end
  for _, mode in ipairs({ "n", "i", "o" }) do
    for _, map in ipairs(api.nvim_buf_get_keymap(buf, mode)) do
      local line = by_desc[map.desc]
      if line and not map.lhs:find("^<Plug>") then
        local lhs = map.lhs:gsub("<lt>", "<"):gsub(" ", "<Space>")
        table.insert(line.keys, mode == "i" and lhs .. " (insert)" or lhs)
      end
    end
  end
  return vim
    .iter(order)
    :filter(function(line)
      return #line.keys > 0
    end)
    :totable()
end

---@param lines pi.chat.KeyLine[]
---@return string[] text
---@return integer column width of the column of keys
local function layout(lines)
  local column = 0
  for _, line in ipairs(lines) do
    table.sort(line.keys, function(a, b)
      return #a == #b and a < b or #a < #b
    end)
    line.text = table.concat(line.keys, "  ")
    column = math.max(column, api.nvim_strwidth(line.text))
  end
  local text = {}
  for i, line in ipairs(lines) do
    local gap = (" "):rep(column - api.nvim_strwidth(line.text) + 3)
    text[i] = (" %s%s%s "):format(line.text, gap, line.desc)
  end
  return text, column
end

--- Lists the keys; any of `q`, `<Esc>`, `?`, `<CR>` or leaving the window closes the list.
function M.open()
  local text, column = layout(lines_of(api.nvim_get_current_buf()))
  local buf = require("pi.float").open(text, { title = "Keys", keys = { "?" } })
  local ns = api.nvim_create_namespace("pi.help")
  for row = 0, #text - 1 do
    local stop = math.min(#text[row + 1], column + 1)
    api.nvim_buf_set_extmark(buf, ns, row, 0, { end_col = stop, hl_group = "PiAccent" })
  end
end

return M
