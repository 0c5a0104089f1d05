--- Signs that the chat is drawn with. The host sends the Unicode ones; where they are drawn, others take their place.
local M = {}

---@class pi.Icon
---@field [1] string name
---@field [2] string as the host sends it
---@field [3] string in ASCII
---@field [4] string what it stands for

---@type pi.Icon[]
M.list = {
  { "agent", "π", "pi", "the start of the line above the transcript" },
  { "closed", "▸", ">", "a block that is closed, at most two cells wide" },
  { "open", "▾", "v", "a block that is open, at most two cells wide" },
  { "user", "┃", "|", "beside your message, at most two cells wide" },
  { "done", "✓", "ok", "what worked" },
  { "failed", "✗", "!!", "what failed" },
  { "below", "↓", "v", "there is more below" },
  { "rule", "─", "-", "the line above the prompt, one cell wide" },
  { "changed", "▎", "|", "beside a line of a file that pi has changed, at most two cells wide" },
  { "removed", "▁", "_", "beside the line above those that pi has removed, at most two cells wide" },
  { "spinner", "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "|/-\\", "one character after the other while pi works" },
}

---@type table<string, integer> most cells of an icon
local most_cells = { changed = 2, removed = 2, closed = 2, open = 2, user = 2, rule = 1 }

---@type { of: any, by_name: table<string, string>, by_sign: table<string, string> }?
local known

---@param name string
---@param text string
---@return boolean
local function fits(name, text)
  local cells = vim.api.nvim_strwidth(text)
  local is_fitting = text ~= "" and not text:find("%c") and cells <= (most_cells[name] or 20)
  if not is_fitting then
    local problem = "the icon `%s` cannot be %q: it is empty, holds a control character or is too wide"
    require("pi.notify").warn(problem:format(name, text))
  end
  return is_fitting
end

---@param option "unicode"|"ascii"|table<string, string>
---@return table<string, string> by_name
local function choose(option)
  local own = type(option) == "table" and vim.deepcopy(option) or {}
  local by_name = {}
  for _, icon in ipairs(M.list) do
    local name = icon[1]
    by_name[name] = option == "ascii" and icon[3] or icon[2]
    if own[name] and fits(name, own[name]) then
      by_name[name] = own[name]
    end
    own[name] = nil
  end
  for name in vim.spairs(own) do
    require("pi.notify").warn(("there is no icon `%s`: `:help pi-icons` lists them"):format(name))
  end
  return by_name
end

---@return { of: any, by_name: table<string, string>, by_sign: table<string, string>, frames: string[] }
local function current()
  local option = require("pi.config").get().icons
  if known == nil or known.of ~= option then
    local by_name, by_sign = choose(option), {}
    for _, icon in ipairs(M.list) do
      by_sign[icon[2]] = by_name[icon[1]]
    end
    known = {
      of = option,
      by_name = by_name,
      by_sign = by_sign,
      frames = vim.fn.split(by_name.spinner, "\\zs"),
    }
  end
  return known
end

---@param name string
---@return string
function M.get(name)
  return current().by_name[name]
end

--- What is drawn for a text of the host: another sign for a sign, any other text as it is.
---@param text string
---@return string
function M.of(text)
  return current().by_sign[text] or text
end

---@return string[] frames of the spinner
function M.frames()
  return current().frames
end

return M
