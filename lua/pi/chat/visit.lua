--- Goes to what is under the cursor of a transcript: a file, a web page, an image.
local M = {}

local api = vim.api

---@return string folder that names of files start from
local function folder()
  local agent = require("pi.agents").get(vim.b.pi_agent)
  return agent and (agent.status and agent.status.cwd or agent.cwd) or vim.fn.getcwd()
end

--- The first of some texts that names something that exists, as pi or as the user calls it.
---@param texts string[]
---@param from? string folder that relative names start from, in place of pi's
---@return pi.chat.Location?
function M.resolve(texts, from)
  local agent = require("pi.agents").get(vim.b.pi_agent)
  return require("pi.chat.path").resolve(texts, from or folder(), function(path)
    return agent and require("pi.remote").to_local(agent, path) or path
  end)
end

---@return integer row, integer col, string line
local function at_cursor()
  local row, col = unpack(api.nvim_win_get_cursor(0))
  return row - 1, col, api.nvim_get_current_line()
end

---@return string? text that is selected, on one line
local function selected()
  if not api.nvim_get_mode().mode:find("^[vV\22]") then
    return nil
  end
  local region = vim.fn.getregion(vim.fn.getpos("v"), vim.fn.getpos("."), { type = vim.fn.mode() })
  vim.cmd("normal! \27")
  return #region == 1 and region[1] or nil
end

--- What the header of a block is about: the path of a tool call, whatever column the cursor is in; or the chip.
---@param row integer
---@param col integer
---@param is_header boolean
---@return string?
local function marked_text(row, col, is_header)
  for _, group in ipairs({ "PiToolArgs", "PiChip" }) do
    local text, from, to = require("pi.chat.blocks").marked(row, group)
    if text and (is_header or col >= from and col < to) then
      return text
    end
  end
end

---@return string[]
local function texts_at_cursor()
  local text = selected()
  if text then
    return { text }
  end
  local row, col, line = at_cursor()
  local block = require("pi.chat.blocks").at(row)
  local texts = require("pi.chat.path").texts(line, col)
  local marked = marked_text(row, col, block ~= nil and block.first == row)
  if marked then
    table.insert(texts, 1, marked)
  end
  return texts
end

--- In the lines of an edit: the file that it changes, at the line whose number stands there.
---@return pi.chat.Location?
local function edited_place()
  local blocks = require("pi.chat.blocks")
  local row, _, line = at_cursor()
  local block = blocks.at(row)
  local number = line:match("^[%+%- ]%s*(%d+)%s") or line:match("^[%+%- ]%s*(%d+)$")
  if block == nil or block.first == row or number == nil then
    return nil
  end
  local path = blocks.marked(block.first, "PiToolArgs")
  local place = path and blocks.has_group(row, "^PiDiff") and M.resolve({ path })
  return place and { path = place.path, line = tonumber(number) } or nil
end

---@param text? string
local function say_missing(text)
  if text == nil then
    require("pi.notify").info("there is no name of a file at the cursor")
    return
  end
  local shown = require("pi.chat.bar").cut(require("pi.status").clean(text), 60)
  local where = vim.fn.fnamemodify(folder(), ":~")
  require("pi.notify").info(("there is no file %s in %s"):format(shown, where))
end

--- The host knows what a tool call is about: a name that its header cuts, or the folder that it has searched.
---@param block pi.chat.BlockRange
---@param callback fun(path?: string) not called when the user went on to another window
local function ask_path(block, callback)
  local win = api.nvim_get_current_win()
  require("pi.host").send("tool.path", { agent = vim.b.pi_agent, block = block.id }, function(err, value)
    if api.nvim_get_current_win() == win then
      callback(not err and value.path or nil)
    end
  end)
end

---@param block pi.chat.BlockRange
---@param place_of fun(path: string): pi.chat.Location?
---@param on_none fun()
local function open_by_call(block, place_of, on_none)
  ask_path(block, function(path)
    local place = path and place_of(path)
    if place then
      require("pi.chat.file_window").open(place.path, place.line, place.col)
    else
      on_none()
    end
  end)
end

---@param path string
---@return string
local function folder_of(path)
  return vim.fn.isdirectory(path) == 1 and path or vim.fs.dirname(path)
end

--- Calls back with the folder that a tool call has searched, if it is about one.
---@param block pi.chat.BlockRange
---@param callback fun(folder?: string)
function M.with_folder_of(block, callback)
  ask_path(block, function(path)
    local searched = path and M.resolve({ path })
    callback(searched and folder_of(searched.path))
  end)
end

--- A name in the output of a search below some folder: it starts there.
---@param texts string[]
---@return fun(path: string): pi.chat.Location?
local function found_below(texts)
  return function(path)
    local searched = M.resolve({ path })
    return searched and M.resolve(texts, folder_of(searched.path))
  end
end

---@return pi.chat.BlockRange? block whose first line the cursor is in
local function block_of_header()
  local row = require("pi.chat.blocks").cursor_row()
  local block = require("pi.chat.blocks").at(row)
  return block and block.first == row and block or nil
end

--- Opens the file at the cursor.
---@param on_none fun(text?: string) gets what is no name of a file
local function open_file(on_none)
  local texts = texts_at_cursor()
  local place = M.resolve(texts) or edited_place()
  local blocks, header = require("pi.chat.blocks"), block_of_header()
  local around = blocks.at(blocks.cursor_row())
  local function fail()
    on_none(texts[1])
  end
  if place then
    require("pi.chat.file_window").open(place.path, place.line, place.col)
  elseif header and vim.endswith(texts[1] or "", "…") then
    open_by_call(header, function(path)
      return M.resolve({ path })
    end, fail)
  elseif around and not header and texts[1] then
    open_by_call(around, found_below(texts), fail)
  else
    fail()
  end
end

--- Opens the file at the cursor in the user's window, at its line if one is named.
function M.file()
  open_file(say_missing)
end

--- The same for <CR>; on the first line of a block without a file, opens or closes that.
function M.enter()
  open_file(function(text)
    local blocks, block = require("pi.chat.blocks"), block_of_header()
    if block and not blocks.is_message(block.first) then
      blocks.set_at_cursor(nil)
    else
      say_missing(text)
    end
  end)
end

---@param target string
local function open_outside(target)
  local _, problem = vim.ui.open(target)
  if problem then
    require("pi.notify").error(problem)
  end
end

--- Which image of its block a line stands for, from 0; on another line the first one.
---@param block pi.chat.BlockRange
---@param row integer
---@return integer
local function image_index(block, row)
  local blocks, index = require("pi.chat.blocks"), 0
  if not blocks.marked(row, "PiImage") then
    return 0
  end
  while row - index > block.first and blocks.marked(row - index - 1, "PiImage") do
    index = index + 1
  end
  return index
end

--- Opens the web page at the cursor, or an image of the block, with the program that the system has for it.
function M.outside()
  local row, col, line = at_cursor()
  local url = require("pi.chat.path").url(line, col)
  if url then
    open_outside(url)
    return
  end
  local block = require("pi.chat.blocks").at(row)
  local nothing = "there is no link or image at the cursor"
  if block == nil then
    require("pi.notify").info(nothing)
    return
  end
  local params = { agent = vim.b.pi_agent, block = block.id, index = image_index(block, row) }
  require("pi.host").send("image.write", params, function(err, value)
    if err then
      require("pi.notify").error(err)
    elseif type(value) == "table" and value.path then
      open_outside(value.path)
    else
      require("pi.notify").info(nothing)
    end
  end)
end

return M
