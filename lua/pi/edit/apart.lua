--- Buffers that are not what their file is, and stay so until their user decides: said once, and marked.
local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace("pi.edit.apart")

---@alias pi.edit.Apart "conflict"|"left"|"gone"

---@type table<integer, pi.edit.Apart>
local apart = {}

local LABELS = {
  conflict = "changed on disk too",
  left = "changed on disk",
  gone = "not on disk any more",
}

---@param buf integer
---@return string
local function shown(buf)
  return vim.fn.fnamemodify(api.nvim_buf_get_name(buf), ":~:.")
end

---@type integer the first line of the window that is drawn
local first_row

--- The mark: at the end of the first line that a window shows, wherever it scrolls to.
api.nvim_set_decoration_provider(namespace, {
  on_win = function(_, _, buf, top)
    first_row = top
    return apart[buf] ~= nil
  end,
  on_line = function(_, _, buf, row)
    if row == first_row then
      api.nvim_buf_set_extmark(buf, namespace, row, 0, {
        ephemeral = true,
        virt_text = { { (" %s "):format(LABELS[apart[buf]]), "PiFileApart" } },
        virt_text_pos = "eol", -- never over the user's text
      })
    end
  end,
})

---@param buf integer
local function redraw(buf)
  if api.nvim_buf_is_loaded(buf) then
    api.nvim__redraw({ buf = buf, valid = false })
  end
end

---@param buf integer
---@param kind pi.edit.Apart
---@param news string which notice
---@param name? string of the file, as the notice has it
local function set(buf, kind, news, name)
  if apart[buf] ~= kind then
    apart[buf] = kind
    vim.b[buf].pi_file = kind
    require("pi.highlight").setup()
    require("pi.edit.notice").add(news, name or shown(buf))
    redraw(buf)
  end
end

--- The buffer has changes that are not saved: it is not touched.
---@param buf integer
---@param is_outside? boolean it may be somebody else who has changed the file
function M.conflict(buf, is_outside)
  set(buf, "conflict", is_outside and "outside" or "conflict")
end

--- The user has turned 'autoread' off.
---@param buf integer
function M.left(buf)
  set(buf, "left", "left")
end

--- The file is gone: the buffer keeps its text.
---@param buf integer
---@param to? string where it went
---@param is_own? boolean the user has put back that pi had made it
function M.gone(buf, to, is_own)
  if apart[buf] == "gone" then
    return
  end
  require("pi.edit.guard").accept(buf)
  if to then
    set(buf, "gone", "renamed", ("%s to %s"):format(shown(buf), vim.fn.fnamemodify(to, ":~:.")))
  else
    set(buf, "gone", is_own and "removed" or "gone")
  end
end

---@param buf integer
---@return pi.edit.Apart?
function M.get(buf)
  return apart[buf]
end

--- Buffer and file are one again.
---@param buf integer
function M.clear(buf)
  if apart[buf] then
    apart[buf] = nil
    if api.nvim_buf_is_valid(buf) then
      vim.b[buf].pi_file = nil
      redraw(buf)
    end
  end
end

return M
