--- Which buffers are open.
local M = {}

local api = vim.api

--- More are only counted.
local MOST = 200

---@type pi.see.Answer
function M.list(agent, _, done)
  local find, lists = require("pi.see.find"), require("pi.mention.lists")
  local found = vim.tbl_filter(function(buf)
    return api.nvim_buf_is_loaded(buf) and vim.bo[buf].buflisted and find.is_text(buf)
  end, api.nvim_list_bufs())
  local buffers = vim.tbl_map(function(buf)
    return {
      buffer = buf,
      name = lists.path(agent, buf),
      filetype = vim.bo[buf].filetype,
      lines = api.nvim_buf_line_count(buf),
      modified = vim.bo[buf].modified,
      shown = #vim.fn.win_findbuf(buf) > 0,
    }
  end, vim.list_slice(found, 1, MOST))
  done(nil, { buffers = buffers, total = #found, view = require("pi.see.view").get(agent) })
end

return M
