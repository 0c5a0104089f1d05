--- Collects context for the next prompt: lines, selections, mentions, and what special buffers stand for.
local M = {}

local api = vim.api

---@param agent pi.Agent
---@param items pi.ContextItem[]
---@param buf? integer the buffer whose lines they are, to follow them
local function attach(agent, items, buf)
  for _, item in ipairs(items) do
    if buf then
      require("pi.chat.follow").start(item, buf)
    end
    require("pi.chat.collected").add(agent, item)
  end
  local count = #require("pi.chat.collected").list(agent)
  if not require("pi.chat").is_open(agent) then
    local pieces = count == 1 and "1 piece of context goes" or ("%d pieces of context go"):format(count)
    require("pi.notify").info(pieces .. " with your next prompt")
  end
end

--- What special buffers stand for. Mentions are in the prompt's text already, and leave nothing to attach.
---@param agent pi.Agent
---@param items pi.ContextItem[]
local function attach_special(agent, items)
  if #items > 0 then
    attach(agent, items)
  elseif not require("pi.chat").is_open(agent) then
    require("pi.notify").info("the mention is in your next prompt")
  end
end

--- Adds a mention: what the editor has of it is collected now; a file or diff is read when the prompt is sent.
---@param agent pi.Agent
---@param name string with or without the `@`
function M.mention(agent, name)
  name = name:gsub("^@", ""):gsub('^"(.*)"$', "%1")
  if require("pi.mention").find(name) == nil then
    local prompt = require("pi.chat.prompt")
    local written = "@" .. require("pi.mention.parse").write(name)
    prompt.ensure(agent) -- with the draft that an ended Neovim left
    local text = prompt.text(agent)
    prompt.set_text(agent, text == "" and written .. " " or ("%s %s "):format(text:gsub("%s+$", ""), written))
    attach_special(agent, {})
    return
  end
  require("pi.mention").resolve(agent, name, function(items)
    if items then
      attach(agent, items)
    else
      require("pi.notify").info(("there is nothing for @%s now"):format(name))
    end
  end)
end

--- Collects the lines that were named, or what the buffer stands for.
---@param agent pi.Agent
---@param opts { range?: { [1]: integer, [2]: integer } }
local function add_buffer(agent, opts)
  local buf = api.nvim_get_current_buf()
  local special = require("pi.special").items(agent, opts.range)
  if special then
    attach_special(agent, special)
  elseif opts.range then
    attach(agent, { require("pi.context").range(opts.range[1], opts.range[2]) }, buf)
  elseif vim.b[buf].pi_agent then
    require("pi.notify").info("this is a chat: go to a file, or say what, e.g. :PiAdd @diff")
  else
    attach(agent, { require("pi.context").buffer(buf) }, buf)
  end
end

--- Collects `opts.mention`, or the live selection, or the lines of `opts.range`, or what the buffer stands for.
---@param opts { mention?: string, range?: { [1]: integer, [2]: integer } }
function M.add(opts)
  local buf = api.nvim_get_current_buf()
  local selection = require("pi.context").selection()
  if selection then
    vim.cmd("normal! \27")
  end
  local agent = require("pi.agents").current(true) --[[@as pi.Agent]]
  if opts.mention and opts.mention ~= "" then
    M.mention(agent, opts.mention)
  elseif selection then
    local range = { selection.first, selection.last }
    local special = require("pi.special").items(agent, range)
    if special then
      attach_special(agent, special)
    else
      attach(agent, { selection }, buf)
    end
  else
    add_buffer(agent, opts)
  end
end

--- For 'operatorfunc': collects what the motion covers.
---@param kind "char"|"line"|"block"
function M.operator(kind)
  local agent = require("pi.agents").current(true) --[[@as pi.Agent]]
  local item = require("pi.context").operator(kind)
  local special = require("pi.special").items(agent, { item.first, item.last })
  if special then
    attach_special(agent, special)
  else
    attach(agent, { item }, api.nvim_get_current_buf())
  end
end

--- Waits for a motion, then collects; `.` does it again.
function M.start_operator()
  vim.o.operatorfunc = "v:lua.require'pi.add'.operator"
  api.nvim_feedkeys("g@", "ni", false)
end

return M
