--- What commands complete.
local M = {}

--- Registers that `:PiYank` completes: those one would yank into.
local REGISTERS = { '"', "+", "*", "0", "a", "b", "c" }

--- Mentions that are known without looking for files.
---@return string[]
local function mentions()
  local sources = vim.list_extend(require("pi.mention").sources(), require("pi.mention.sources").of_host)
  return vim.tbl_map(function(source)
    return "@" .. source.name
  end, sources)
end

---@param lead string
---@return string[]
local function in_prompt(lead)
  if lead:sub(1, 1) == "/" then
    return vim.tbl_map(function(name)
      return "/" .. name
    end, require("pi.slash").names())
  end
  return lead:sub(1, 1) == "@" and mentions() or {}
end

--- Files, and the clipboard.
---@param lead string
---@return string[]
local function attachable(lead)
  return vim.list_extend({ "clipboard" }, vim.fn.getcompletion(lead, "file"))
end

---@type table<string, string[]|fun(lead: string, line: string): string[]>
local completions = {
  PiOpen = require("pi.command").PLACES,
  PiToggle = require("pi.command").PLACES,
  PiYank = REGISTERS,
  PiLog = function()
    return require("pi.log").levels()
  end,
  PiChanges = { "run", "prompt", "session" },
  PiReview = function()
    return require("pi.review").WORDS
  end,
  PiRevert = function()
    return require("pi.edit.revert").WORDS
  end,
  PiAdd = mentions,
  PiPrompt = in_prompt,
  PiSteer = in_prompt,
  PiFollowUp = in_prompt,
  PiAttach = attachable,
  PiDetach = function()
    return require("pi.attach").labels()
  end,
  PiBash = function(lead)
    return vim.fn.getcompletion(lead, "file")
  end,
}

---@param name string
---@param lead string
---@param line string the command line up to the cursor
---@return string[]
function M.complete(name, lead, line)
  local candidates = completions[name] or require("pi.control.commands").completions[name] or {}
  if type(candidates) == "function" then
    candidates = candidates(lead, line)
  end
  return vim.tbl_filter(function(candidate)
    return vim.startswith(candidate, lead)
  end, candidates)
end

return M
