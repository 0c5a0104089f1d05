--- The options of config/schema.lua: defaults, `vim.g.pi` and `setup()` merged and checked. Loads nothing else when all is well.
local M = {}

---@type pi.config.Option[]
M.schema = require("pi.config.schema")

--- A table whose values are all strings, by number or by name.
---@param value any
---@param key_type "number"|"string"
---@return boolean
local function holds_strings(value, key_type)
  if type(value) ~= "table" then
    return false
  end
  for key, item in pairs(value) do
    if type(key) ~= key_type or type(item) ~= "string" then
      return false
    end
  end
  return true
end

---@type table<string, fun(value: any): boolean>
local kinds = {
  ["string"] = function(value)
    return type(value) == "string" and value ~= ""
  end,
  ["string[]"] = function(value)
    return holds_strings(value, "number") and vim.islist(value)
  end,
  ["{string: string}"] = function(value)
    return holds_strings(value, "string")
  end,
  ["function"] = vim.is_callable,
  boolean = function(value)
    return type(value) == "boolean"
  end,
  ["false"] = function(value)
    return value == false
  end,
  prompts = function(value)
    if type(value) ~= "table" then
      return false
    end
    for name, prompt in pairs(value) do
      local is_prompt = type(prompt) == "string" or prompt == false or vim.is_callable(prompt)
      if type(name) ~= "string" or not name:find("^[%w_-]+$") or not is_prompt then
        return false
      end
    end
    return true
  end,
  tools = function(value)
    return holds_strings(value, "number")
      and vim.islist(value)
      and vim.iter(value):all(function(name)
        return name:find("^[%w_.:/*-]+$") ~= nil
      end)
  end,
  size = function(value)
    return type(value) == "number" and value > 0
  end,
  count = function(value)
    return type(value) == "number" and value >= 1 and value % 1 == 0
  end,
}

--- Whether a value is of one of the kinds, e.g. `string|false` or `own|shared`.
---@param allowed string
---@param value any
---@return boolean
function M.fits(allowed, value)
  for kind in allowed:gmatch("[^|]+") do
    local is_kind = kinds[kind]
    if is_kind == nil and value == kind or is_kind and is_kind(value) then
      return true
    end
  end
  return false
end

--- Where in `config` an option is: its table, and its key there.
---@param config table
---@param name string
---@return table? group, string key
local function locate(config, name)
  local group = config
  for part in name:gmatch("([^.]+)%.") do
    group[part] = group[part] or {}
    group = group[part]
  end
  return group, name:match("[^.]+$")
end

---@return pi.Config defaults, table<string, pi.config.Option> options by name
local function defaults()
  local merged, options = {}, {}
  for _, option in ipairs(M.schema) do
    local group, key = locate(merged, option[1])
    group[key] = vim.deepcopy(option[3])
    options[option[1]] = option
  end
  return merged, options
end

---@class pi.config.Problem
---@field kind "unknown"|"wrong"
---@field name string
---@field value any
---@field allowed? string

--- Puts the valid options of `source` into `target`.
---@param target table
---@param source table
---@param prefix string
---@param options table<string, pi.config.Option>
---@param problems pi.config.Problem[]
local function merge(target, source, prefix, options, problems)
  for key, value in pairs(source) do
    local name = prefix .. tostring(key)
    local option = options[name]
    local is_group = option == nil and type(target[key]) == "table"
    if is_group and type(value) == "table" then
      merge(target[key], value, name .. ".", options, problems)
    elseif is_group or option and not M.fits(option[2], value) then
      local allowed = option and option[2] or "table"
      problems[#problems + 1] = { kind = "wrong", name = name, value = value, allowed = allowed }
      target[key] = option and option.wrong or target[key]
    elseif option then
      target[key] = vim.deepcopy(value)
    else
      problems[#problems + 1] = { kind = "unknown", name = name, value = value }
    end
  end
end

---@type pi.Config?
local current
---@type string[]
local current_problems = {}

--- Builds the configuration anew; what is wrong in `vim.g.pi` or `opts` is told and left out.
---@param opts? pi.UserConfig
function M.set(opts)
  local merged, options = defaults()
  local problems = {}
  for source, user in pairs({ ["vim.g.pi"] = vim.g.pi, ["setup()"] = opts }) do
    if type(user) ~= "table" then
      problems[#problems + 1] = { kind = "wrong", name = source, value = user, allowed = "table" }
    end
  end
  merge(merged, type(vim.g.pi) == "table" and vim.g.pi or {}, "", options, problems)
  merge(merged, type(opts) == "table" and opts or {}, "", options, problems)
  current, current_problems = merged, {}
  if #problems > 0 then
    current_problems = require("pi.config.problem").sentences(problems)
    vim.iter(current_problems):each(require("pi.notify").warn)
  end
end

---@return pi.Config
function M.get()
  if current == nil then
    M.set()
  end
  return current --[[@as pi.Config]]
end

--- The keys of an option `keys.{group}.{name}`: none, one or several.
---@param group "file"|"prompt"|"transcript"|"review"|"tree"
---@param name string
---@return string[]
function M.keys(group, name)
  local value = M.get().keys[group][name]
  return value and (type(value) == "table" and value or { value }) or {}
end

--- What is wrong with the options that were given.
---@return string[]
function M.problems()
  M.get()
  return current_problems
end

return M
