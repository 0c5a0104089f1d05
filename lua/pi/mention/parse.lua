--- Where the `@mentions` of a text are, and the lines at the end of their names. The only place that reads them.
local M = {}

--- More than these in one prompt are text that someone pasted.
local MOST = 100

---@class pi.mention.Token
---@field name string what follows the `@`, without quotes and the punctuation behind it
---@field path? string `name` without line numbers at its end, where it has some
---@field first? integer
---@field last? integer
---@field from integer byte of the `@`, from 1
---@field to integer its last byte

--- What may stand right before a mention: an `@` in a word is an address, one behind a backtick is code.
local BEFORE = "[%s(%[{<'\"]"
local WIDE_BEFORE =
  { ["（"] = true, ["「"] = true, ["『"] = true, ["、"] = true, ["，"] = true, ["："] = true }
--- Marks of East Asian texts, which follow a name without a space; of three bytes each, like those above.
local WIDE_MARKS =
  { ["。"] = true, ["、"] = true, ["，"] = true, ["！"] = true, ["？"] = true, ["："] = true }
WIDE_MARKS["；"], WIDE_MARKS["）"], WIDE_MARKS["」"], WIDE_MARKS["』"] = true, true, true, true
local WIDE_BYTES = 3
local CLOSING = { [")"] = "(", ["]"] = "[", ["}"] = "{", [">"] = "<" }

---@param text string
---@param char string
---@return integer
local function count(text, char)
  return select(2, text:gsub("%" .. char, ""))
end

--- Takes off what ends a sentence, and a bracket that was opened before the mention.
---@param name string
---@return string
local function without_punctuation(name)
  while name ~= "" do
    while WIDE_MARKS[name:sub(-WIDE_BYTES)] do
      name = name:sub(1, -WIDE_BYTES - 1)
    end
    local last = name:sub(-1)
    local opening = CLOSING[last]
    local is_loose = opening and count(name, last) > count(name, opening)
    if not is_loose and not last:find("[.,;:!?'\"`]") then
      break
    end
    -- `@..` and `@src/..` are folders.
    if name:find("^%.%.?$") or name:find("/%.%.?$") then
      break
    end
    name = name:sub(1, -2)
  end
  return name
end

--- How lines are written at the end of a name: `:10-20`, `:10`, and as in links to a forge.
local LINES = { "^(.+):(%d+)%-(%d+)$", "^(.+):(%d+)$", "^(.+)#L(%d+)%-L?(%d+)$", "^(.+)#L(%d+)$" }

--- Reads the lines at the end of a name: `src/pump.ts:10-20`.
---@param token pi.mention.Token
---@return pi.mention.Token
local function with_lines(token)
  local path, first, last
  for _, pattern in ipairs(LINES) do
    path, first, last = token.name:match(pattern)
    if path then
      break
    end
  end
  first, last = tonumber(first), tonumber(last or first)
  if path and first and first >= 1 and last < 2 ^ 31 then
    token.path, token.first, token.last = path, math.min(first, last), math.max(first, last, 1)
  end
  return token
end

---@param text string
---@param at integer byte of an `@`
---@return boolean
local function may_begin(text, at)
  local is_behind_wide = WIDE_BEFORE[text:sub(math.max(at - WIDE_BYTES, 1), at - 1)]
  return at == 1 or is_behind_wide or text:find("^" .. BEFORE, at - 1) ~= nil
end

---@param text string
---@param at integer byte of an `@`
---@return pi.mention.Token?
local function read(text, at)
  if not may_begin(text, at) then
    return nil
  end
  local folder = text:match('^"([^"\n]-/)%s', at + 1) or text:match('^"([^"\n]-/)$', at + 1)
  if folder then -- as completion leaves it, for a name within it
    return { name = folder, from = at, to = at + 1 + #folder }
  end
  local quoted, lines = text:match('^"([^"\n]+)"(:%d+%-?%d*)', at + 1)
  if quoted == nil then
    quoted, lines = text:match('^"([^"\n]+)"(#L%d+%-?L?%d*)', at + 1)
  end
  quoted = quoted or text:match('^"([^"\n]+)"', at + 1)
  if quoted then
    lines = lines or ""
    local name = quoted .. lines
    return with_lines({ name = name, from = at, to = at + 2 + #name })
  end
  local name = without_punctuation(text:match('^[^%s"]*', at + 1))
  return name ~= "" and with_lines({ name = name, from = at, to = at + #name }) or nil
end

--- All mentions of a text, in their order.
---@param text string
---@return pi.mention.Token[]
function M.all(text)
  local tokens, at = {}, text:find("@", 1, true)
  while at and #tokens < MOST do
    local token = read(text, at)
    tokens[#tokens + 1] = token
    at = text:find("@", (token and token.to or at) + 1, true)
  end
  return tokens
end

--- The mention that is being typed at the end of a text: where its `@` is, and what follows that.
---@param text string a line up to the cursor
---@return integer? from byte of the `@`, from 1
---@return string? query
function M.open(text)
  local before, query = text:match('^(.*)@"([^"]*)$')
  if before == nil then
    before, query = text:match('^(.*)@([^%s"]*)$')
  end
  if before == nil or not may_begin(text, #before + 1) then
    return nil
  end
  return #before + 1, query
end

--- A name as it has to be written behind the `@`.
---@param name string
---@return string
function M.write(name)
  local is_plain = not name:find('[%s"]') and without_punctuation(name) == name
  return is_plain and name or ('"%s"'):format(name)
end

--- A folder as completion writes it: with the quote left open, so that a name within it can be typed on.
---@param name string that ends in `/`
---@return string
function M.write_open(name)
  return (M.write(name):gsub('/"$', "/"))
end

return M
