--- Keys of the tree: which there are, and what they do.
local M = {}

---@param action fun(row: integer, agent: pi.Agent)
---@return fun()
local function with_row(action)
  return function()
    local row, agent = require("pi.tree").at_cursor()
    if row and agent then
      action(row, agent)
    end
  end
end

---@param open? boolean nil = the other way round
---@return fun()
local function fold(open)
  return with_row(function(row, agent)
    require("pi.host").send("tree.fold", { agent = agent.id, row = row, open = open })
  end)
end

---@param open boolean
---@return fun()
local function fold_all(open)
  return function()
    require("pi.host").send("tree.fold", { agent = vim.b.pi_agent, open = open })
  end
end

---@param name string
---@return fun()
local function act(name)
  return with_row(function(row, agent)
    require("pi.tree.actions")[name](row, agent)
  end)
end

---@class pi.tree.Key
---@field option string name in `keys.tree`
---@field desc string
---@field run fun()
---@field hint? string word for the line below the tree

---@type pi.tree.Key[]
M.keys = {
  { option = "show", desc = "show the entry", hint = "show", run = act("show") },
  { option = "go", desc = "move the conversation there", hint = "go there", run = act("go") },
  { option = "fork", desc = "fork there", hint = "fork", run = act("fork") },
  { option = "label", desc = "label the entry", hint = "label", run = act("label") },
  { option = "toggle", desc = "open or close what follows", hint = "fold", run = fold(nil) },
  { option = "open", desc = "open what follows", run = fold(true) },
  { option = "close", desc = "close what follows", run = fold(false) },
  { option = "open_all", desc = "open everything", run = fold_all(true) },
  { option = "close_all", desc = "close the branches that were left", run = fold_all(false) },
  {
    option = "all",
    desc = "show results of tools and settings too",
    hint = "all",
    run = function()
      require("pi.host").send("tree.all", { agent = vim.b.pi_agent })
    end,
  },
  {
    option = "quit",
    desc = "close the tree",
    hint = "close",
    run = function()
      require("pi.tree").close(vim.b.pi_agent)
    end,
  },
}

---@param option string
---@return string[]
local function configured(option)
  return require("pi.config").keys("tree", option)
end

--- Maps the keys in a tree's buffer.
---@param buf integer
function M.attach(buf)
  for _, key in ipairs(M.keys) do
    for _, lhs in ipairs(configured(key.option)) do
      vim.keymap.set("n", lhs, key.run, { buffer = buf, nowait = true, desc = "pi: " .. key.desc })
    end
  end
end

--- The keys in one line, as many as there is room for.
---@param cells integer
---@return string
function M.footer(cells)
  local line = ""
  for _, key in ipairs(M.keys) do
    local lhs = key.hint and configured(key.option)[1]
    local part = lhs and ("%s%s %s"):format(line == "" and " " or " · ", lhs, key.hint) or ""
    if vim.api.nvim_strwidth(line .. part) < cells then
      line = line .. part
    end
  end
  return line .. " "
end

return M
