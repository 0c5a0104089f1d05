--- The places in files that a block of the transcript names, as a quickfix list: what a search has found, what a compiler
--- or a test says, what a reply points at.
local M = {}

local api = vim.api

--- More lines than these of one block are not looked through: each may ask the file system several times.
local MOST_LINES = 1000

--- More bytes than these of a line are not read: the place stands at its start, the rest may be a whole minified file.
local MOST_BYTES = 4096

--- Names that are looked for at most, of all that the lines may name.
local MOST_TRIES = 4000

--- Cells of what the quickfix list shows of a line, and of its title.
local TEXT_CELLS, TITLE_CELLS = 300, 60

--- What a word, or a line, must hold to name a line of a file.
local NUMBERED = "[:%(#]L?%d"

---@alias pi.chat.Resolve fun(texts: string[]): pi.chat.Location?

---@class pi.chat.FoundPlace: pi.chat.Location
---@field text string

--- Texts of a line that may name a line of a file, the most telling first: what a stack trace of Python's says in
--- words, each word, all of it as grep prints it where a name has blanks.
---@param line string
---@return string[]
local function candidates(line)
  local texts = {}
  local file, number = line:match('"([^"]+)", line (%d+)')
  texts[1] = file and ("%s:%s"):format(file, number) or nil
  if line:find(NUMBERED) then
    for word in line:gmatch("%S+") do
      if word:find(NUMBERED) then
        texts[#texts + 1] = word
      end
    end
    texts[#texts + 1] = line:match("^.-:%d+:")
  end
  return texts
end

---@param line string
---@param text string that names the place
---@return string what else the line says
local function rest_of(line, text)
  local from, to = line:find(text, 1, true)
  local rest = from == 1 and line:sub(to + 1) or line
  return vim.trim(rest) ~= "" and vim.trim(rest) or vim.trim(line)
end

---@param text string
---@param cells integer
---@return string
local function shown(text, cells)
  return require("pi.chat.bar").cut(require("pi.status").clean(text), cells)
end

---@param lines string[]
---@param resolve pi.chat.Resolve
---@return pi.chat.FoundPlace[] with a line each
local function numbered(lines, resolve)
  local found, tries = {}, 0
  for _, line in ipairs(lines) do
    for _, text in ipairs(candidates(line)) do
      tries = tries + 1
      local place = tries <= MOST_TRIES and resolve({ text }) or nil
      if place and place.line then
        place.text = rest_of(line, text)
        found[#found + 1] = place --[[@as pi.chat.FoundPlace]]
        break
      end
    end
  end
  return found
end

--- Lines that are names of files and nothing else, as `find` prints them.
---@param lines string[]
---@param resolve pi.chat.Resolve
---@return pi.chat.FoundPlace[]
local function listed(lines, resolve)
  local found = {}
  for _, line in ipairs(lines) do
    local name = vim.trim(line)
    local place = name ~= "" and resolve({ name })
    if place and place.line == nil and vim.fn.isdirectory(place.path) == 0 then
      place.text, place.line = name, 1
      found[#found + 1] = place --[[@as pi.chat.FoundPlace]]
    end
  end
  return found
end

---@param found pi.chat.FoundPlace[]
---@return table[] entries of a quickfix list, each place once
local function entries(found)
  local seen, items = {}, {}
  for _, place in ipairs(found) do
    local key = ("%s:%d:%d"):format(place.path, place.line, place.col or 0)
    if not seen[key] then
      seen[key] = true
      local text = shown(place.text, TEXT_CELLS)
      items[#items + 1] = { filename = place.path, lnum = place.line, col = place.col or 0, text = text }
    end
  end
  return items
end

--- The lines that are meant: what is selected, or the block at the cursor.
---@return string[] lines
---@return pi.chat.BlockRange? block
local function meant()
  local blocks = require("pi.chat.blocks")
  local block = blocks.at(blocks.cursor_row())
  local first, last = block and math.max(block.first, 0) or 0, block and block.last or blocks.cursor_row()
  if api.nvim_get_mode().mode:find("^[vV\22]") then
    local anchor, cursor = vim.fn.line("v") - 1, blocks.cursor_row()
    vim.cmd("normal! \27")
    first, last = math.min(anchor, cursor), math.max(anchor, cursor)
  end
  local lines = api.nvim_buf_get_lines(0, first, math.min(last + 1, first + MOST_LINES), false)
  return vim.tbl_map(function(line)
    return line:sub(1, MOST_BYTES)
  end, lines), block
end

--- Fills the quickfix list with the places that the block at the cursor, or the selection, names, and opens it.
function M.list()
  local lines, block = meant()
  local title = shown(vim.trim(lines[1] or ""), TITLE_CELLS)
  local visit = require("pi.chat.visit")
  ---@param from? string folder that names start from
  ---@return boolean
  local function try(from)
    ---@type pi.chat.Resolve
    local function resolve(texts)
      return visit.resolve(texts, from)
    end
    local found = numbered(lines, resolve)
    local items = entries(#found > 0 and found or listed(lines, resolve))
    if #items > 0 then
      require("pi.quickfix").open("pi: " .. title, items)
    end
    return #items > 0
  end
  local function fail()
    require("pi.notify").info("no file is named here; a closed block shows its lines with za")
  end
  if try() then
    return
  elseif block == nil then
    fail()
    return
  end
  visit.with_folder_of(block, function(folder)
    if folder == nil or not try(folder) then
      fail()
    end
  end)
end

return M
