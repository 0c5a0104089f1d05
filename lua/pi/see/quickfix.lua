--- The quickfix list, read and set.
local M = {}

local TYPES = { error = "E", warning = "W", info = "I", hint = "N" }

---@type pi.see.Answer
function M.get(agent, _, done)
  local list = vim.fn.getqflist({ items = 0, title = 0 })
  done(nil, { item = require("pi.mention.lists").entries(agent, list, "quickfix list") })
end

---@type pi.see.Answer
function M.set(_, params, done)
  local name = require("pi.chat.file_window").buffer_name
  local items = vim.tbl_map(function(entry)
    return {
      -- By number: a name would be expanded.
      bufnr = vim.fn.bufadd(name(entry.path)),
      lnum = entry.line,
      end_lnum = entry.end_line,
      col = entry.column,
      text = require("pi.status").clean(entry.message),
      type = TYPES[entry.severity] or "",
    }
  end, params.entries)
  local title = ("pi: %s"):format(require("pi.status").clean(params.title))
  vim.fn.setqflist({}, " ", { title = title, items = items })
  local count = #items == 1 and "1 place" or ("%d places"):format(#items)
  require("pi.notify").info(("pi has filled the quickfix list with %s: :copen shows it"):format(count))
  done(nil, vim.NIL)
end

return M
