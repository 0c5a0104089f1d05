--- Puts what pi said into registers.
local M = {}

--- A bare yank goes where the user's own yanks go: 'clipboard' adds these.
---@param register string
---@return string[]
local function targets(register)
  if register ~= '"' then
    return { register }
  end
  local list = { '"' }
  for flag, clipboard in vim.spairs({ unnamed = "*", unnamedplus = "+" }) do
    if vim.list_contains(vim.split(vim.o.clipboard, ","), flag) then
      list[#list + 1] = clipboard
    end
  end
  return list
end

--- Puts lines into a register, and says so.
---@param lines string[]
---@param register string
---@param what string e.g. `the last reply`
function M.store(lines, register, what)
  local kind = #lines > 1 and "V" or "v"
  for _, target in ipairs(targets(register)) do
    local ok, message = pcall(vim.fn.setreg, target, lines, kind)
    if not ok then
      require("pi.notify").error(('nothing was yanked into "%s: %s'):format(target, message))
      return
    end
  end
  local count = #lines == 1 and "1 line" or ("%d lines"):format(#lines)
  require("pi.notify").info(('%s of %s yanked into "%s'):format(count, what, register))
end

--- Yanks the last reply of this tab page's agent.
---@param agent pi.Agent
---@param register string
function M.reply(agent, register)
  if not register:find('^[%w"*+_/-]$') then
    require("pi.notify").error(("there is no register %q to yank into"):format(register))
    return
  end
  require("pi.host").send("text.get", { agent = agent.id }, function(err, value)
    local text = type(value) == "table" and value.text or nil
    if err then
      require("pi.notify").error(err)
    elseif text == nil or text == "" then
      require("pi.notify").info("there is no reply to yank yet")
    else
      M.store(vim.split(text, "\n", { plain = true }), register, "the last reply")
    end
  end)
end

return M
