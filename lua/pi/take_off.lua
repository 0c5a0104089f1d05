--- Takes something off the prompt that would go with it: collected context or an image.
local M = {}

---@class pi.take_off.Piece
---@field text string as the bar above the prompt calls it
---@field remove fun()

---@param agent pi.Agent
---@return pi.take_off.Piece[] in the order of the bar
local function pieces(agent)
  local list = {}
  for i, item in ipairs(require("pi.chat.collected").list(agent)) do
    list[#list + 1] = {
      text = require("pi.chat.rule").label(item, agent),
      remove = function()
        require("pi.chat.collected").remove(agent, i)
      end,
    }
  end
  for i, image in ipairs(require("pi.attach").of(agent)) do
    list[#list + 1] = {
      text = require("pi.status").clean(image.label),
      remove = function()
        require("pi.attach").remove(agent, i)
      end,
    }
  end
  return list
end

---@param agent pi.Agent
local function remove_all(agent)
  require("pi.chat.collected").clear(agent)
  require("pi.draft").changed(agent.id)
  require("pi.attach").take(agent)
end

--- Takes the only piece off, or the one that is picked.
function M.run()
  local agent = require("pi.agents").current(false)
  local list = agent and pieces(agent) or {}
  if agent == nil or #list == 0 then
    require("pi.notify").info("there is no context and no image on the prompt")
    return
  elseif #list == 1 then
    list[1].remove()
    return
  end
  local items = vim.tbl_map(function(piece)
    return { text = piece.text, value = piece.remove }
  end, list)
  items[#items + 1] = {
    text = "all of them",
    value = function()
      remove_all(agent)
    end,
  }
  require("pi.pick").open({
    title = "Take off the prompt",
    items = items,
    on_choice = function(remove)
      remove()
    end,
  })
end

return M
