--- Names of files in a text: where one may stand, and what it may mean. Nothing is expanded or evaluated: a name is
--- what the file system says exists, letter by letter.
local M = {}

---@class pi.chat.Location
---@field path string
---@field line? integer
---@field col? integer

--- Longer stretches are no names of files; the limit of file systems is 4,096 bytes.
local LONGEST = 4200

---@param text string
---@param col integer byte from 1
---@param pattern string with position captures around what counts
---@return string? inside, integer? stop byte after it
local function enclosing(text, col, pattern)
  local from = 1
  while true do
    local first, last, start, inside = text:find(pattern, from)
    if first == nil or first > col then
      return nil
    elseif col <= last then
      return inside, start + #inside
    end
    from = last + 1
  end
end

local QUOTES = { "`()([^`]+)`", '"()([^"]+)"', "'()([^']+)'" }

--- Lines of what grep prints: found ones, and those around them.
local GREP = { "^(.-):(%d+):", "^(.-)%-(%d+)%-", "^(.+)%-(%d+)%-" }

--- A name with the line that is said in words behind it: `File "x.py", line 12`, `x.py (lines 3-7)`.
---@param name string
---@param rest string
---@return string
local function with_line(name, rest)
  local line = rest:match("^,? %(?[Ll]ines? (%d+)")
  return line and ("%s:%s"):format(name:gsub(",$", ""), line) or name
end

--- What stands at the start of a line that grep has printed.
---@param text string
---@return string?
local function grep_place(text)
  local word = text:match("^%S+")
  local is_place = word and vim.iter(GREP):any(function(pattern)
    return word:find(pattern) ~= nil
  end)
  return is_place and word or nil
end

--- Texts at the cursor that may be names: what quotes enclose, the target of a link, the word between blanks, and the
--- place that a line of grep's begins with.
---@param text string a line
---@param col integer byte from 0
---@return string[]
function M.texts(text, col)
  local from = math.max(0, col - LONGEST)
  local start = from == 0 and grep_place(text) or nil
  text, col = text:sub(from + 1, col + LONGEST), col - from + 1
  local texts = {}
  for _, pattern in ipairs(QUOTES) do
    local inside, stop = enclosing(text, col, pattern)
    texts[#texts + 1] = inside and with_line(inside, text:sub(stop + 1))
  end
  texts[#texts + 1] = enclosing(text, col, "%[[^%]]*%]%(()([^%)]+)%)")
  local word, stop = enclosing(text, col, "()(%S+)")
  texts[#texts + 1] = word and with_line(word, text:sub(stop))
  texts[#texts + 1] = start
  return texts
end

--- The address of a web page at the cursor.
---@param text string a line
---@param col integer byte from 0
---@return string?
function M.url(text, col)
  local link = enclosing(text, col + 1, "%[[^%]]*%]%(()([^%)]+)%)")
  local found = link or enclosing(text, col + 1, "()(%f[%w]%a+:[^%s<>\"'`]+)")
  local url = found and found:match("^%S+")
  if url == nil or not (url:find("^https?://[^/]") or url:find("^mailto:.")) then
    return nil
  end
  url = url:gsub("[%.,;:!%?%*_]+$", "")
  -- A closing bracket belongs to the sentence unless it was opened in the address.
  if url:sub(-1) == ")" and not url:find("(", 1, true) then
    url = url:sub(1, -2)
  end
  return url
end

local LOCATIONS = {
  "^(.+):(%d+):(%d+)$",
  "^(.+):(%d+)%-%d+$",
  "^(.+):(%d+)$",
  "^(.+)%((%d+)[,:]%s*(%d+)%)$",
  "^(.+)%((%d+)%)$",
  "^(.+)#L(%d+)",
  "^(.+):L(%d+)",
}

---@param text string
---@param list pi.chat.Location[]
local function add_locations(text, list)
  list[#list + 1] = { path = text }
  for _, pattern in ipairs(LOCATIONS) do
    local path, line, col = text:match(pattern)
    if path then
      list[#list + 1] = { path = path, line = tonumber(line), col = tonumber(col) }
    end
  end
end

--- Control characters are shown as pictures: a name that holds some is meant with these themselves.
---@param text string
---@return string
local function without_pictures(text)
  local plain = text:gsub("\226\144([\129-\159])", function(byte)
    return string.char(byte:byte() - 128)
  end)
  return (plain:gsub("\226\144\161", "\127"))
end

--- What a text may mean, the most literal reading first.
---@param text string
---@return pi.chat.Location[]
local function readings(text)
  local list = {}
  add_locations(text, list)
  if without_pictures(text) ~= text then
    add_locations(without_pictures(text), list)
  end
  -- Signs around it: of quoting, of markdown, of the sentence.
  local bare = text:gsub("^file://", ""):gsub("^[%(%[{<\"'`@%*]+", ""):gsub("[%.,;:!%?%]}>\"'`%*]+$", "")
  if bare ~= text then
    add_locations(bare, list)
  end
  if bare:sub(-1) == ")" then
    add_locations(bare:sub(1, -2), list)
  end
  local underlined = bare:match("^_+(.-)_+$")
  if underlined then
    add_locations(underlined, list)
  end
  for _, pattern in ipairs(GREP) do
    local file, line = text:match(pattern)
    list[#list + 1] = file and { path = file, line = tonumber(line) }
  end
  local in_diff = bare:match("^[ab]/(.+)$")
  if in_diff then
    add_locations(in_diff, list)
  end
  return list
end

---@param path string
---@param folder string
---@return string absolute
local function absolute(path, folder)
  if path:sub(1, 1) == "/" or path:find("^%a:[/\\]") then
    return path
  end
  return ("%s/%s"):format(folder, (path:gsub("^%./", "")))
end

---@param path string
---@param folder string
---@param to_local fun(path: string): string
---@return string? absolute path of something that exists
local function existing(path, folder, to_local)
  if path == "" or #path > LONGEST or path:find("%z") then
    return nil
  end
  local here = absolute(path, folder)
  for _, name in ipairs({ to_local(here), here }) do
    if vim.uv.fs_stat(name) then
      return name
    end
  end
  local below_home = path:match("^~/(.+)$")
  local there = below_home and ("%s/%s"):format(vim.uv.os_homedir(), below_home)
  return there and vim.uv.fs_stat(there) and there or nil
end

--- The first of some texts that names something that exists.
---@param texts string[]
---@param folder string that relative names start from
---@param to_local fun(path: string): string from what pi calls a path to its name here
---@return pi.chat.Location?
function M.resolve(texts, folder, to_local)
  for _, text in ipairs(texts) do
    for _, reading in ipairs(readings(text)) do
      local path = existing(reading.path, folder, to_local)
      if path then
        return { path = path, line = reading.line, col = reading.col }
      end
    end
  end
end

return M
