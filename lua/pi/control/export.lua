--- Writes the session as a page to read.
local M = {}

---@param agent pi.Agent
---@return string? name as pi would call it
local function default_name(agent)
  local session = agent.session
  return session and ("pi-session-%s.html"):format(vim.fn.fnamemodify(session, ":t:r"))
end

--- The file to write: the path as seen from here; in a folder, and without a path in pi's folder, pi's own name.
---@param agent pi.Agent
---@param path? string
---@return string? file, string? problem
local function target(agent, path)
  local name = default_name(agent)
  local file = path and vim.fn.fnamemodify(path, ":p") or agent.cwd .. "/"
  if vim.fn.isdirectory(file) == 1 or file:find("/$") then
    if name == nil then
      return nil, "there is nothing to export yet: pi has not saved this session"
    end
    file = file:gsub("/$", "") .. "/" .. name
  end
  local folder = vim.fs.dirname(file)
  if vim.fn.isdirectory(folder) == 0 then
    return nil, ("there is no folder %s to write into"):format(folder)
  end
  return vim.fs.normalize(file)
end

--- The same file as pi calls it, which writes it.
---@param agent pi.Agent
---@param file string
---@return string? path, string? problem
local function path_for_pi(agent, file)
  local remote = require("pi.remote")
  if remote.root(agent.cwd) and not vim.startswith(file, agent.cwd .. "/") then
    local below = vim.fn.fnamemodify(agent.cwd, ":~")
    return nil, ("pi runs elsewhere and can write only below %s: name a file there"):format(below)
  end
  return remote.to_agent(agent, file)
end

---@param agent pi.Agent
---@param path string of pi's
---@return string? file that is there, and that can be opened
local function written(agent, path)
  local file = require("pi.remote").to_local(agent, path)
  if vim.uv.fs_stat(file) == nil then -- the folder of a pi elsewhere need not be ours
    require("pi.notify").info(("the session is in %s where pi runs"):format(path))
    return nil
  end
  require("pi.notify").info("the session is in " .. vim.fn.fnamemodify(file, ":~:."))
  return file
end

---@param file string
---@return boolean
local function may_write(file)
  if vim.uv.fs_stat(file) == nil then
    return true
  end
  local question = ("%s exists."):format(vim.fn.fnamemodify(file, ":~:."))
  return vim.fn.confirm(question, "&Overwrite\n&Keep it", 2) == 1
end

---@param file string
local function open(file)
  local _, problem = vim.ui.open(file)
  if problem then
    require("pi.notify").error(problem)
  end
end

--- Exports the session as HTML; an existing file is overwritten only when the user says so.
---@param path? string a file or a folder
---@param opts? { open?: boolean } `open`: show it with `vim.ui.open`
function M.run(path, opts)
  require("pi.ask").with_agent(function(agent)
    local file, problem = target(agent, path)
    local path_there
    if file then
      path_there, problem = path_for_pi(agent, file)
    end
    if path_there == nil then
      require("pi.notify").error(problem --[[@as string]])
      return
    end
    if not may_write(file) then
      return
    end
    require("pi.ask").started("session.export", { path = path_there }, function(value)
      local found = written(agent, value.path)
      if found and opts and opts.open then
        open(found)
      end
    end)
  end)
end

return M
