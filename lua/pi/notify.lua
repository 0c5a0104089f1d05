--- Everything said to the user outside the chat. Nothing here may end in a hit-enter prompt or in a lost notice.
local M = {}

local TITLE = "pi"
--- Cells that Neovim keeps free at the right of the message line; a longer message asks for <CR>.
local RESERVED_CELLS = 12
--- The same text is not said twice within this time: two layers may report one failure. Whoever types a command once
--- more, slower than that, gets its answer once more.
local REPEAT_MS = 1000

---@class pi.notify.Notice
---@field text string
---@field level integer

---@type pi.notify.Notice[]
local waiting = {}
---@type table<string, integer> text -> when it was last said, in ms
local said_at = {}
---@type table<string, true>
local once = {}

--- Whether `vim.notify` is Neovim's own, which echoes. Its source is a runtime file, or unknown where it is compiled in.
---@return boolean
local function is_builtin()
  local source = debug.getinfo(vim.notify, "S").source
  return source:find("^@vim/") ~= nil or source:find("^=?%?$") ~= nil
end

---@param text string
---@param cells integer
---@return string
local function cut(text, cells)
  local length = vim.fn.strchars(text)
  while length > 0 and vim.fn.strdisplaywidth(text) > cells do
    length = math.min(length - 1, math.floor(length * cells / vim.fn.strdisplaywidth(text)))
    text = vim.fn.strcharpart(text, 0, length)
  end
  return text
end

---@param text string
---@return string
local function fit(text)
  local room = math.max(vim.o.columns - RESERVED_CELLS, 8)
  if not text:find("\n") and vim.fn.strdisplaywidth(text) <= room then
    return text
  end
  local hint = room >= 24 and "… (:PiLog)" or "…"
  return cut((text:gsub("%s*\n%s*", " ")), room - vim.fn.strdisplaywidth(hint)) .. hint
end

---@param notice pi.notify.Notice
local function show(notice)
  if not is_builtin() then
    vim.notify(notice.text, notice.level, { title = TITLE })
    return
  end
  require("pi.message_line").lend()
  -- A second message without a redraw between would scroll, and ask for <CR>.
  pcall(vim.cmd.redraw)
  local text = fit(("%s: %s"):format(TITLE, notice.text))
  if notice.level == vim.log.levels.ERROR then
    -- On 0.10 `vim.notify` writes an error in a way that asks for <CR> when insert mode ends at the same time.
    vim.api.nvim_echo({ { text, "ErrorMsg" } }, true, {})
  else
    vim.notify(text, notice.level, { title = TITLE })
  end
end

--- A message over a half-typed command line would break it.
---@return boolean
local function is_typing_command()
  return vim.api.nvim_get_mode().mode:find("^[cr]") ~= nil
end

local function flush()
  if is_typing_command() then
    vim.api.nvim_create_autocmd("ModeChanged", {
      group = vim.api.nvim_create_augroup("pi.notify", { clear = true }),
      desc = "pi: say what had to wait for the command line",
      once = true,
      callback = vim.schedule_wrap(flush),
    })
    return
  end
  local notices = waiting
  waiting = {}
  vim.iter(notices):each(show)
end

---@param text string
---@return boolean
local function is_repeated(text)
  local now = vim.uv.now()
  local last = said_at[text]
  said_at[text] = now
  return last ~= nil and now - last < REPEAT_MS
end

---@param text string
---@param level "info"|"warn"|"error"
---@param may_repeat? boolean
local function say(text, level, may_repeat)
  vim.schedule(function()
    if not may_repeat and is_repeated(text) then
      return
    end
    require("pi.log")[level](text)
    table.insert(waiting, { text = text, level = vim.log.levels[level:upper()] })
    flush()
  end)
end

---@param text string
function M.info(text)
  say(text, "info")
end

---@param text string
function M.warn(text)
  say(text, "warn")
end

---@param text string
function M.error(text)
  say(text, "error")
end

--- A notice of an extension: said as often as it comes.
---@param text string
---@param level "info"|"warn"|"error"
function M.extension(text, level)
  say(text, level, true)
end

--- Says it at most once in the life of this Neovim.
---@param text string
function M.error_once(text)
  if not once[text] then
    once[text] = true
    M.error(text)
  end
end

return M
