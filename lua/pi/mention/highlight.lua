--- Shows in a prompt which mentions stand for something. Looks at the lines in view only, a moment after typing.
local M = {}

local api = vim.api
local ns = api.nvim_create_namespace("pi.mention")

--- Milliseconds without a key before the prompt is looked at.
local QUIET_MS = 80

---@class pi.mention.Shown
---@field buf integer
---@field timer uv.uv_timer_t
---@field generation integer counts looks: an older answer of the host is not shown

---@type table<integer, pi.mention.Shown>
local shown = {}

--- Mentions in the lines that a window shows, with where they are.
---@param buf integer
---@return { row: integer, token: pi.mention.Token }[]
local function in_view(buf)
  local win = vim.fn.bufwinid(buf)
  if win == -1 then
    return {}
  end
  local top, bottom = vim.fn.line("w0", win), vim.fn.line("w$", win)
  local found = {}
  for i, line in ipairs(api.nvim_buf_get_lines(buf, top - 1, bottom, false)) do
    for _, token in ipairs(#line < 10000 and require("pi.mention.parse").all(line) or {}) do
      found[#found + 1] = { row = top + i - 2, token = token }
    end
  end
  return found
end

--- Whether the cursor is still writing this mention.
---@param buf integer
---@param row integer
---@param token pi.mention.Token
---@return boolean
local function is_being_typed(buf, row, token)
  if api.nvim_get_current_buf() ~= buf or not api.nvim_get_mode().mode:find("^i") then
    return false
  end
  local cursor = api.nvim_win_get_cursor(0)
  return cursor[1] - 1 == row and cursor[2] >= token.from and cursor[2] <= token.to
end

---@param buf integer
---@param found { row: integer, token: pi.mention.Token, is_there?: boolean }[]
local function paint(buf, found)
  api.nvim_buf_clear_namespace(buf, ns, 0, -1)
  for _, one in ipairs(found) do
    local row, token = one.row, one.token
    local line = api.nvim_buf_get_lines(buf, row, row + 1, false)[1]
    local is_known = one.is_there ~= nil and line ~= nil and #line >= token.to
    if is_known and (one.is_there or not is_being_typed(buf, row, token)) then
      api.nvim_buf_set_extmark(buf, ns, row, token.from - 1, {
        end_col = token.to,
        hl_group = one.is_there and "PiMention" or "PiMentionMissing",
      })
    end
  end
end

--- Whether the editor has it; nil when only the host can tell.
---@param agent pi.Agent
---@param token pi.mention.Token
---@return boolean?
local function is_known_here(agent, token)
  local mention = require("pi.mention")
  local source, arg = mention.find(token.name)
  if source == nil then
    return mention.is_unsaved(agent, token)
  end
  return source.is_there == nil or source.is_there(mention.context(agent, arg)) or nil
end

---@param state pi.mention.Shown
---@param agent pi.Agent
local function look(state, agent)
  state.generation = state.generation + 1
  local mine, found, asked, mentions = state.generation, in_view(state.buf), {}, {}
  for _, one in ipairs(found) do
    local token = one.token
    one.is_there = is_known_here(agent, token)
    if one.is_there == nil then
      asked[#asked + 1] = one
      mentions[#mentions + 1] =
        { name = token.name, path = token.path, first = token.first, last = token.last }
    end
  end
  paint(state.buf, found)
  if #asked == 0 then
    return
  end
  local params = { agent = agent.id, mentions = mentions }
  require("pi.host").send_if_running("mention.check", params, function(err, answer)
    if not err and state.generation == mine and api.nvim_buf_is_loaded(state.buf) then
      for i, one in ipairs(asked) do
        one.is_there = answer.found[i]
      end
      paint(state.buf, found)
    end
  end)
end

---@param state pi.mention.Shown
local function look_soon(state)
  state.timer:start(
    QUIET_MS,
    0,
    vim.schedule_wrap(function()
      local agent = api.nvim_buf_is_loaded(state.buf) and require("pi.agents").get(vim.b[state.buf].pi_agent)
      if agent then
        look(state, agent)
      end
    end)
  )
end

---@param buf integer
local function forget(buf)
  local state = shown[buf]
  shown[buf] = nil
  if state and not state.timer:is_closing() then
    state.timer:close()
  end
end

--- Shows mentions in a prompt from now on.
---@param buf integer
function M.attach(buf)
  forget(buf)
  local state = { buf = buf, timer = assert(vim.uv.new_timer()), generation = 0 }
  shown[buf] = state
  local group = api.nvim_create_augroup(("pi.mention.%d"):format(buf), { clear = true })
  api.nvim_create_autocmd({ "TextChanged", "TextChangedI", "InsertLeave", "BufEnter", "WinScrolled" }, {
    buffer = buf,
    group = group,
    desc = "pi: show mentions",
    callback = function()
      look_soon(state)
    end,
  })
  api.nvim_create_autocmd({ "BufUnload", "BufWipeout" }, {
    buffer = buf,
    group = group,
    desc = "pi: no more mentions to show",
    callback = function()
      forget(buf)
    end,
  })
end

return M
