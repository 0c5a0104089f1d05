--- Which model pi uses, and how long it thinks.
local M = {}

---@return string[] favourites
local function favourites()
  return require("pi.config").get().models
end

---@param name? string nil: the next one
local function set_model(name)
  local ask = require("pi.ask")
  ask.started("model.set", { name = name, favourites = favourites() }, function(value, agent)
    ask.confirm(agent, "model: " .. value.model)
  end)
end

---@param level? string nil: the next one
local function set_level(level)
  local ask = require("pi.ask")
  ask.started("thinking.set", { level = level }, function(value, agent)
    if level and value.level ~= level then
      require("pi.notify").warn(("this model does not think at %s: it is at %s"):format(level, value.level))
    else
      ask.confirm(agent, "thinking: " .. value.level)
    end
  end)
end

--- Asks the host for what there is to pick, in a list that is open already.
---@param opts pi.pick.Opts
---@param method string
---@param params table
---@param items_of fun(value: table): pi.pick.Item[]
local function pick(opts, method, params, items_of)
  opts.loading = true
  local picker = require("pi.pick").open(opts)
  if picker == nil then
    return
  end
  require("pi.ask").started(method, params, function(value)
    opts.current, opts.empty = value.current, value.none
    picker:add(items_of(value))
    picker:done()
  end, function(err)
    picker:fail(err)
  end)
end

local function pick_model()
  local opts = { title = "Model", kind = "pi-model", on_choice = set_model }
  pick(opts, "model.list", { favourites = favourites() }, function(value)
    return vim.tbl_map(function(row)
      return { text = row.name, detail = row.columns, value = row.name }
    end, value.models)
  end)
end

local function pick_level()
  local opts = { title = "Thinking", kind = "pi-thinking", on_choice = set_level }
  pick(opts, "thinking.list", {}, function(value)
    return vim.tbl_map(function(level)
      return { text = level, value = level }
    end, value.levels)
  end)
end

--- Picks a model, sets it, or goes to the next one.
---@param name? string `provider/id`, `next`, or nil for a list
function M.model(name)
  if name == nil then
    pick_model()
  else
    set_model(name ~= "next" and name or nil)
  end
end

--- Picks a thinking level, sets it, or goes to the next one.
---@param level? string a level, `next`, or nil for a list
function M.thinking(level)
  if level == nil then
    pick_level()
  else
    set_level(level ~= "next" and level or nil)
  end
end

return M
