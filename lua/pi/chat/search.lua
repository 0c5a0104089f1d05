--- Searching a conversation of which the buffer holds a part: what Neovim does not find there, the host looks for in
--- the rest, and loads it.
local M = {}

local api = vim.api

--- Milliseconds that a search of ours may take in the buffer.
local LIMIT_MS = 200

--- How often the host is asked at the most when lines come in each time that it is.
local MOST_TRIES = 10

---@class pi.chat.TextQuery
---@field text string
---@field ignoreCase boolean
---@field wholeWord boolean

---@param body string
---@return boolean
local function ignores_case(body)
  local has_upper = body:find("%u") ~= nil
  return vim.o.ignorecase and not (vim.o.smartcase and has_upper)
end

--- The plain text that a pattern stands for; nil for one that stands for more. A dot counts as a dot.
---@param body string
---@param is_literal boolean after `\V`
---@return string?
local function plain_text(body, is_literal)
  local rest = body:gsub("\\([/\\%.%*%[%]~^$])", function(char)
    return ("\1%03d"):format(char:byte())
  end)
  local is_pattern = rest:find("\\")
    or not is_literal and (rest:find("[%*%[~]") or rest:find("^%^") or rest:find("%$$"))
  if is_pattern then
    return nil
  end
  local text = rest:gsub("\1(%d%d%d)", function(code)
    return string.char(tonumber(code))
  end)
  return text ~= "" and text or nil
end

--- What the host has to look for to find what a pattern finds; nil when it cannot.
---@param pattern string
---@return pi.chat.TextQuery?
function M.query(pattern)
  local body, forced = pattern, nil
  body = body:gsub("\\([cC])", function(flag)
    forced = flag
    return ""
  end)
  local is_literal = body:find("^\\V") ~= nil
  body = is_literal and body:sub(3) or body
  local word = body:match("^\\<(.+)\\>$")
  local text = plain_text(word or body, is_literal)
  if text == nil then
    return nil
  end
  local ignore_case = forced and forced == "c" or forced == nil and ignores_case(text)
  return { text = text, ignoreCase = ignore_case, wholeWord = word ~= nil }
end

---@param pattern string
---@param flags string
---@return boolean
local function is_in_buffer(pattern, flags)
  local ok, line = pcall(vim.fn.search, pattern, flags, 0, LIMIT_MS)
  return ok and line > 0
end

---@param state pi.chat.TranscriptState
---@param win integer
---@param pattern string
---@param sides ("older"|"newer")[] in the order to look there
---@param on_none fun()
---@param on_again fun() more lines have come meanwhile
local function look(state, win, pattern, sides, on_none, on_again)
  local query = M.query(pattern)
  local side = table.remove(sides, 1)
  if side == nil then
    on_none()
    return
  elseif query == nil then
    require("pi.notify").info("only plain words can be searched in what is not loaded")
    return
  end
  query.to, query.lines = side, state.count
  local goal = { win = win, pattern = pattern, side = side }
  require("pi.chat.goal").ask(state, goal, "transcript.find", query, function()
    look(state, win, pattern, sides, on_none, on_again)
  end, on_again)
end

---@param state pi.chat.TranscriptState
---@param first "older"|"newer"
---@return ("older"|"newer")[] sides with text that is not loaded, `first` being first
local function unloaded(state, first)
  local other = first == "older" and "newer" or "older"
  return vim.tbl_filter(function(side)
    return state[side]
  end, { first, other })
end

---@return pi.chat.TranscriptState? state of the current buffer, when a part of it is not loaded
local function partial_state()
  local state = require("pi.chat.transcript").state_of(api.nvim_get_current_buf())
  return state and (state.older or state.newer) and state or nil
end

---@param state pi.chat.TranscriptState
local function tell_once(state)
  if not state.told_search then
    state.told_search = true
    require("pi.notify").info("searched what is loaded: n and N go on into the rest")
  end
end

--- After a search in the transcript: has the host look where Neovim could not.
---@param is_forward boolean
---@param tries integer that more lines came
local function after(is_forward, tries)
  local state = partial_state()
  local pattern = vim.fn.getreg("/")
  if state == nil or api.nvim_get_mode().mode ~= "n" or tries > MOST_TRIES then
    return
  elseif is_in_buffer(pattern, "nw") then
    if tries > 0 then
      api.nvim_feedkeys("n", "in", false)
    end
    tell_once(state)
    return
  end
  local sides = unloaded(state, is_forward and "newer" or "older")
  look(state, api.nvim_get_current_win(), pattern, sides, function()
    require("pi.notify").info("the whole conversation was searched: it is not there")
  end, function()
    after(is_forward, tries + 1)
  end)
end

--- Listens to searches. Safe to call again.
M.setup = require("pi.once")(function()
  api.nvim_create_autocmd("CmdlineLeave", {
    group = api.nvim_create_augroup("pi.search", { clear = true }),
    pattern = { "/", "\\?" },
    desc = "pi: search what is not loaded of a transcript",
    callback = function(args)
      if not vim.v.event.abort and partial_state() then
        vim.schedule(function()
          after(args.match == "/", 0)
        end)
      end
    end,
  })
end)

--- The key itself, or nothing when what comes next is not loaded: then the host looks for it.
---@param key "n"|"N"
---@param tries integer that more lines came
---@return string
local function step(key, tries)
  local state = partial_state()
  local is_forward = (vim.v.searchforward == 1) == (key == "n")
  local side = is_forward and "newer" or "older"
  local pattern = vim.fn.getreg("/")
  if state == nil or not state[side] or pattern == "" or tries > MOST_TRIES then
    return key
  elseif is_in_buffer(pattern, is_forward and "nW" or "bnW") then
    return key
  end
  if require("pi.chat.goal").is_asked(state, pattern) then
    return ""
  end
  local win = api.nvim_get_current_win()
  local function type_key(keys)
    if api.nvim_get_current_win() == win then
      api.nvim_feedkeys(keys, "in", false)
    end
  end
  vim.schedule(function()
    look(state, win, pattern, { side }, function()
      type_key(key) -- from there on as Neovim does it: round the end, or to its error message
    end, function()
      type_key(step(key, tries + 1))
    end)
  end)
  return ""
end

--- `n` or `N` as an expression: itself, unless what comes next is not loaded.
---@param key "n"|"N"
---@return string
function M.step(key)
  return step(key, 0)
end

return M
