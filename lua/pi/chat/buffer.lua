--- Buffers of a chat: made under a name of ours, never listed.
local M = {}

local api = vim.api

--- A session file or a user may have left a buffer under the name.
---@param name string
local function free_name(name)
  for _, buf in ipairs(api.nvim_list_bufs()) do
    if api.nvim_buf_get_name(buf) == name then
      pcall(api.nvim_buf_delete, buf, { force = true })
    end
  end
end

--- Quote signs, and the sign of a list's item with its box: what wraps goes on below the text behind them.
local LIST = [[^\s*\(>\s*\)*\(\([-*+]\|\d\+[.)]\)\s\+\(\[[ xX]\]\s\+\)\?\)\?]]

--- `vim.b.pi_agent` tells whose buffer it is.
---@param name string
---@param agent_id integer
---@param fill fun(buf: integer) gives it its options and its text
---@return integer buf
function M.create(name, agent_id, fill)
  return require("pi.chat.quiet").run(function()
    free_name(name)
    local buf = api.nvim_create_buf(false, true)
    api.nvim_buf_set_name(buf, name)
    vim.b[buf].pi_agent = agent_id
    vim.bo[buf].formatlistpat = LIST
    fill(buf)
    return buf
  end)
end

--- Sets the filetype last, so that what listens to it finds everything in place; its errors are not ours.
---@param buf integer
---@param filetype string
function M.set_filetype(buf, filetype)
  local syntax = vim.go.syntax -- Neovim's own handler sets it for all buffers
  require("pi.chat.quiet").guard(function()
    vim.bo[buf].filetype = filetype
  end)
  if vim.go.syntax ~= syntax then
    require("pi.chat.quiet").set("syntax", syntax)
  end
  require("pi.chat.keys").attach(buf)
end

return M
