--- What the prompt's keys do beside sending: older prompts, the queue, images.
local M = {}

--- Calls a function of a module with this buffer's agent.
---@param module string
---@param name string
---@param ... any
---@return fun()
local function with_agent(module, name, ...)
  local args = { ... }
  return function()
    local agent = require("pi.agents").get(vim.b.pi_agent)
    if agent then
      require(module)[name](agent, unpack(args))
    end
  end
end

local function is_on_first_line()
  return vim.fn.line(".") == 1
end

local function is_on_last_line()
  return vim.fn.line(".") == vim.fn.line("$")
end

--- Paging belongs to the transcript wherever in the prompt the cursor is, but not to a completion menu.
local function always()
  return true
end

--- Option, name of the <Plug> map, description, what it does, and where.
local rows = {
  {
    "older",
    "history-older",
    "older prompt (on the first line)",
    with_agent("pi.history", "walk", 1),
    is_on_first_line,
  },
  {
    "newer",
    "history-newer",
    "newer prompt (on the last line)",
    with_agent("pi.history", "walk", -1),
    is_on_last_line,
  },
  { "history", "history", "pick an older prompt", with_agent("pi.history", "pick") },
  { "queue", "queue", "list what waits", with_agent("pi.queue", "pick") },
  { "take_queue", "queue-take", "take back what waits", with_agent("pi.queue", "take") },
  { "scroll_up", "scroll-up", "scroll the transcript up", with_agent("pi.chat.scroll", "by", -1), always },
  {
    "scroll_down",
    "scroll-down",
    "scroll the transcript down",
    with_agent("pi.chat.scroll", "by", 1),
    always,
  },
  { "zoom", "prompt-zoom", "write in a large window, or back", with_agent("pi.chat.zoom", "toggle") },
  { "paste_image", "attach-clipboard", "attach the clipboard's image", with_agent("pi.attach", "clipboard") },
}

---@type pi.chat.Action[]
M.actions = vim.tbl_map(function(row)
  return {
    option = row[1],
    plug = ("<Plug>(pi-%s)"):format(row[2]),
    modes = "ni",
    desc = row[3],
    run = row[4],
    when = row[5],
  }
end, rows)

return M
