--- The prompt library: texts by name that `/name` in a prompt stands for.
local M = {}

--- What a prompt that is a function is called with.
---@class pi.prompts.Context
---@field args string what was written behind the name
---@field context pi.ContextItem[] what goes with the prompt
---@field buf? integer the buffer that the user works on
---@field path? string its file
---@field filetype string

---@alias pi.prompts.Prompt string|(fun(context: pi.prompts.Context): string?)

--- About what was selected, or else the whole file.
---@param task string
---@param context pi.prompts.Context
---@return string
local function about_code(task, context)
  return #context.context == 0 and context.buf and task .. "\n\n@buffer" or task
end

---@type table<string, { [1]: string, [2]: pi.prompts.Prompt }> description and prompt
local defaults = {
  explain = {
    "Explain the selection or the file",
    function(context)
      return about_code(
        "Explain this code: what it does, how it works, and what in it is easy to get wrong.",
        context
      )
    end,
  },
  fix = {
    "Fix the problems that the editor shows",
    function(context)
      return about_code(
        "Fix these problems, each at its cause, and say in a sentence what was wrong.\n\n@diagnostics",
        context
      )
    end,
  },
  review = {
    "Review what is not committed",
    "Review these changes: mistakes first, then risks, then what is missing. Name file and line.\n\n@diff",
  },
  tests = {
    "Write tests for the selection or the file",
    function(context)
      return about_code(
        "Write tests for this code in the way this project tests, with its edge cases, and run them.",
        context
      )
    end,
  },
  document = {
    "Document the selection or the file",
    function(context)
      return about_code("Document this code in the style of this project: what a caller must know.", context)
    end,
  },
}

--- All prompts by name: the user's, and the defaults that he has not replaced or turned off with `false`.
---@return table<string, { [1]: string, [2]: pi.prompts.Prompt }>
function M.all()
  local all = vim.tbl_extend("force", {}, defaults)
  for name, prompt in pairs(require("pi.config").get().prompts) do
    local first_line = type(prompt) == "string" and prompt:match("[^\n]*")
    all[name] = prompt and { first_line or "your prompt", prompt } or nil
  end
  return all
end

---@param items pi.ContextItem[]
---@return pi.prompts.Context without `args`
local function context_of(items)
  local win = require("pi.mention.window").get()
  local buf = win and vim.api.nvim_win_get_buf(win)
  return {
    context = items,
    buf = buf,
    path = buf and require("pi.context").path(buf),
    filetype = buf and vim.bo[buf].filetype or "",
  }
end

--- The text of a prompt, with what was written behind its name. A function that has asked for that has put it where it
--- belongs.
---@param prompt pi.prompts.Prompt
---@param args string
---@param items pi.ContextItem[]
---@return string? text
---@return string? problem
local function text_of(prompt, args, items)
  local is_taken = false
  if vim.is_callable(prompt) then
    local context = setmetatable(context_of(items), {
      __index = function(_, key)
        is_taken = is_taken or key == "args"
        return key == "args" and args or nil
      end,
    })
    local ok, made = pcall(prompt, context)
    if not ok or type(made) ~= "string" then
      return nil, ok and type(made) or made
    end
    prompt = made
  end
  if
    vim.trim(prompt --[[@as string]]) == ""
  then
    return nil, "it is empty"
  end
  return (args == "" or is_taken) and prompt or ("%s\n\n%s"):format(prompt, args)
end

--- The text that `/name args` or `/prompts:name args` stands for; nil without a problem when it is no prompt of the
--- library. pi may have a command of that name, which comes first: only the host knows.
---@param text string
---@param items pi.ContextItem[]
---@return string? text
---@return string? problem
function M.expand(text, items)
  local name, rest = text:gsub("^/prompts:", "/"):match("^/([%w_-]+)(.*)$")
  if name == nil or not (rest == "" or rest:find("^%s")) then
    return nil -- `/tests/pump.js` is a path
  end
  local entry = M.all()[name]
  if entry == nil then
    return nil
  end
  local prompt, problem = text_of(entry[2], vim.trim(rest), items)
  return prompt, problem and ("the prompt /%s gave no text: %s"):format(name, problem)
end

--- Gathers what the host needs to send a text.
---@param agent pi.Agent
---@param text string as it was typed
---@param expansion? string what it stands for in the library
---@param callback fun(params: { text: string, mentions: pi.Mention[], library?: table })
function M.gather(agent, text, expansion, callback)
  require("pi.mention").gather(agent, expansion or text, function(mentions)
    if expansion == nil then
      callback({ text = text, mentions = mentions })
      return
    end
    local typed = {}
    for _, token in ipairs(require("pi.mention.parse").all(text)) do
      typed[token.name] = true
    end
    callback({
      text = text,
      mentions = vim.tbl_filter(function(mention)
        return typed[mention.name] ~= nil
      end, mentions),
      library = { text = expansion, mentions = mentions },
    })
  end)
end

return M
