--- Sentences for what is wrong with options.
local M = {}

--- How a sentence names each kind of value; any other kind is a value that may be chosen.
local names = {
  ["string"] = "a string",
  ["string[]"] = "a list of strings",
  ["{string: string}"] = "a table of strings by name",
  ["function"] = "a function",
  ["table"] = "a table", -- a group of options is one
  prompts = "a table of texts, functions and false by name",
  tools = "a list of names of tools, in which * stands for any text",
  boolean = "true or false",
  size = "a number above 0",
  count = "a whole number above 0",
}

---@param allowed string
---@return string
local function wanted(allowed)
  local said = vim.tbl_map(function(kind)
    return names[kind] or kind
  end, vim.split(allowed, "|", { plain = true }))
  local last = table.remove(said)
  return #said > 0 and ("%s or %s"):format(table.concat(said, ", "), last) or last
end

---@param value any
---@return string
local function shown(value)
  if value == "" then
    return "an empty string"
  elseif type(value) == "string" then
    return ("the string %q"):format(value)
  elseif type(value) ~= "table" then
    return ("the %s %s"):format(type(value), tostring(value))
  end
  local kind = vim.islist(value) and "a list" or "a table"
  if next(value) == nil then
    return "an empty list"
  end
  for _, item in pairs(value) do
    if type(item) ~= "string" then
      return ("%s with %s"):format(kind, type(item) == "table" and "a table" or shown(item))
    end
  end
  return kind
end

--- The sentence for a value that does not fit.
---@param name string
---@param allowed string
---@param value any
---@return string
function M.wrong(name, allowed, value)
  return ("`%s` should be %s, not %s"):format(name, wanted(allowed), shown(value))
end

---@param a string
---@param b string
---@return integer edits from one to the other
local function distance(a, b)
  local row = {}
  for j = 0, #b do
    row[j] = j
  end
  for i = 1, #a do
    local diagonal = row[0]
    row[0] = i
    for j = 1, #b do
      local cost = a:byte(i) == b:byte(j) and 0 or 1
      diagonal, row[j] = row[j], math.min(row[j] + 1, row[j - 1] + 1, diagonal + cost)
    end
  end
  return row[#b]
end

--- What one may have meant: an option, or the group of some. Nil where nothing is near.
---@param name string
---@return string?
local function closest(name)
  local best, least = nil, math.min(#name / 2, math.max(3, #name / 3)) + 0.5
  local function consider(candidate)
    local edits = distance(name, candidate)
    if edits < least then
      best, least = candidate, edits
    end
  end
  for _, option in ipairs(require("pi.config").schema) do
    consider(option[1])
    for dot in option[1]:gmatch("()%.") do
      consider(option[1]:sub(1, dot - 1))
    end
  end
  return best
end

---@param problems pi.config.Problem[]
---@return string[]
function M.sentences(problems)
  local sentences = vim.tbl_map(function(problem)
    if problem.kind == "unknown" then
      local near = closest(problem.name)
      local hint = near and ("did you mean `%s`?"):format(near) or ":help pi-options lists them"
      return ("there is no option `%s`; %s"):format(problem.name, hint)
    end
    return M.wrong(problem.name, problem.allowed, problem.value)
  end, problems)
  table.sort(sentences)
  return sentences
end

return M
