--- What the user looks at, sent with each prompt when it is not what was sent before.
local M = {}

--- Longest selection that goes with it, in bytes.
local MOST_BYTES = 4000

--- By agent: the text that pi has.
---@type table<integer, string>
local known = {}

---@param view pi.see.View
---@return string
local function describe(view)
  local lines =
    { ("file: %s"):format(view.name), ("cursor: line %d, column %d"):format(view.line, view.column) }
  local selection = view.selection
  if selection then
    lines[#lines + 1] = ("selection: lines %d-%d"):format(selection.first, selection.last)
    lines[#lines + 1] = #selection.text <= MOST_BYTES and selection.text or nil
  end
  return table.concat(lines, "\n")
end

--- What goes with the next prompt beside its mentions; nil when there is nothing new.
---@param agent pi.Agent
---@param prompt string
---@return pi.Mention?
---@return string? text to be told to `sent` when pi has it
function M.mention(agent, prompt)
  local is_command = vim.startswith(prompt, "/") -- it would be taken for its arguments
  if is_command or not require("pi.config").get().ambient then
    return nil
  end
  local view = require("pi.see.view").get(agent)
  local text = view and describe(view)
  if view == nil or text == known[agent.id] then
    return nil
  end
  local item = { kind = "text", name = "what the user looks at", filetype = "", text = text }
  return { name = "", items = { item } }, text
end

--- pi has it.
---@param agent pi.Agent
---@param text? string
function M.sent(agent, text)
  known[agent.id] = text or known[agent.id]
end

--- Another session has not been told.
---@param agent_id integer
function M.forget(agent_id)
  known[agent_id] = nil
end

return M
