--- Pasting the path of an image into the prompt, as a terminal does when a file is dropped on it, attaches the image.
--- Everything else is pasted as ever.
local M = {}

local api = vim.api

--- Longer than any path.
local MOST_BYTES = 4096

local EXTENSIONS = { png = true, jpg = true, jpeg = true, gif = true, webp = true }

---@param text string
---@return string
local function unquote(text)
  local inner = text:match("^'(.*)'$") or text:match('^"(.*)"$')
  if inner then
    return inner
  end
  if vim.startswith(text, "file://") then
    return vim.uri_to_fname(text)
  end
  local is_windows = vim.fn.has("win32") == 1
  return is_windows and text or (text:gsub("\\(.)", "%1"))
end

--- The image file that a pasted text names, if it names one and nothing else. What is in the file the host looks at.
---@param text string
---@return string? path
local function image_path(text)
  local trimmed = vim.trim(text)
  if trimmed == "" or #trimmed > MOST_BYTES or trimmed:find("[\n\r]") then
    return nil
  end
  local path = vim.fs.normalize(unquote(trimmed), { expand_env = false })
  local extension = path:match("%.(%w+)$")
  if extension == nil or not EXTENSIONS[extension:lower()] then
    return nil
  end
  local stat = vim.uv.fs_stat(path)
  return stat and stat.type == "file" and path or nil
end

---@return boolean
local function is_in_prompt()
  local mode = api.nvim_get_mode().mode
  return vim.bo.filetype == "pi-prompt" and vim.b.pi_agent ~= nil and not mode:find("^[crt]")
end

---@param path string
---@param text string
local function attach(path, text)
  local buf = api.nvim_get_current_buf()
  require("pi.attach").file(path, function()
    -- It was no image after all: then it is the text that was meant.
    if api.nvim_get_current_buf() == buf then
      api.nvim_put(vim.split(text, "\n", { plain = true }), "c", false, true)
    end
  end)
end

--- What has been held back of a paste that comes in pieces.
---@type string[]?
local held

--- Takes a piece of a paste.
---@param original fun(lines: string[], phase: integer): boolean
---@param lines string[]
---@param phase integer -1 = all at once, 1 = first, 2 = more, 3 = last
---@return boolean
local function paste(original, lines, phase)
  if phase == -1 or phase == 1 then
    held = is_in_prompt() and {} or nil
  end
  if held == nil then
    return original(lines, phase)
  end
  held[#held + 1] = table.concat(lines, "\n")
  local text = table.concat(held)
  local is_last = phase == -1 or phase == 3
  if not is_last and #text <= MOST_BYTES and not text:find("\n.") then
    return true
  end
  held = nil
  local path = is_last and image_path(text)
  if path then
    attach(path, text)
    return true
  end
  local whole = vim.split(text, "\n", { plain = true })
  return original(whole, is_last and -1 or 1)
end

--- Wraps `vim.paste`, once; another plugin's own stays underneath.
M.setup = require("pi.once")(function()
  local original = vim.paste
  vim.paste = function(lines, phase)
    return paste(original, lines, phase)
  end
end)

return M
