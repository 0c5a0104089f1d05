--- The messages that wait in pi's queue: shown in a list, edited, dropped, taken back.
local M = {}

---@class pi.QueuedMessage
---@field kind "steer"|"followUp"
---@field text string

local NAMES = { steer = "steer", followUp = "follow-up" }

--- What waits, in the order in which pi takes it.
---@param agent pi.Agent
---@return pi.QueuedMessage[]
function M.messages(agent)
  local queue = agent.status and agent.status.queue
  local list = {}
  for _, text in ipairs(queue and queue.steering or {}) do
    list[#list + 1] = { kind = "steer", text = text }
  end
  for _, text in ipairs(queue and queue.followUp or {}) do
    list[#list + 1] = { kind = "followUp", text = text }
  end
  return list
end

--- `steer` or `follow-up`, as the commands are called.
---@param message pi.QueuedMessage
---@return string
function M.kind_name(message)
  return NAMES[message.kind]
end

---@param message pi.QueuedMessage
---@return string
function M.first_line(message)
  return vim.trim(message.text):match("^[^\n]*")
end

---@param agent pi.Agent
---@param method string
---@param params table
local function tell_host(agent, method, params)
  params.agent = agent.id
  require("pi.host").send_if_running(method, params, function(err)
    if err then
      require("pi.notify").error(err)
    end
  end)
end

---@param agent pi.Agent
---@param message pi.QueuedMessage
---@param action "edit"|"drop"
local function change(agent, message, action)
  tell_host(agent, "queue.change", { message = message, action = action })
end

--- Takes all that waits back into the prompt; pi goes on with what it does.
---@param agent pi.Agent
function M.take(agent)
  if #M.messages(agent) == 0 then
    require("pi.notify").info("nothing waits in pi's queue")
    return
  end
  tell_host(agent, "queue.take", {})
end

--- Lists what waits: `<CR>` takes a message back into the prompt, `<C-x>` drops it.
---@param agent pi.Agent
function M.pick(agent)
  local items = vim.tbl_map(function(message)
    local name = M.kind_name(message)
    return { text = M.first_line(message), detail = name, preview = message.text, value = message }
  end, M.messages(agent))
  require("pi.pick").open({
    title = "Queue",
    items = items,
    empty = "nothing waits in pi's queue",
    choice_desc = "edit: take it back into the prompt",
    on_choice = function(message)
      change(agent, message, "edit")
      require("pi.chat.prompt").focus(agent)
    end,
    actions = {
      {
        key = "<C-x>",
        desc = "drop",
        run = function(item, picker)
          change(agent, item.value, "drop")
          picker:remove(item)
        end,
      },
    },
  })
end

return M
