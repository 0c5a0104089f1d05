--- A pi that runs in a container or on another machine calls the working folder by another name (`remote.root`).
local M = {}

--- What pi calls a folder, or nil when it is the same.
---@param cwd string
---@return string? root, string? problem
function M.root(cwd)
  local root = require("pi.config").get().remote.root
  if vim.is_callable(root) then
    local ok, made = pcall(root, cwd)
    if not ok then
      return nil, ("the function `remote.root` failed: %s"):format(made)
    end
    root = made
  end
  if not root then
    return nil
  elseif type(root) ~= "string" or root:sub(1, 1) ~= "/" then
    return nil, ("`remote.root` must be an absolute path, but it is %s"):format(vim.inspect(root))
  end
  return (root:gsub("(.)/+$", "%1"))
end

---@param path string
---@param from string folder
---@param to string folder
---@return string
local function moved(path, from, to)
  if path == from then
    return to
  elseif vim.startswith(path, from == "/" and "/" or from .. "/") then
    return (to == "/" and "" or to) .. path:sub(#from + (from == "/" and 0 or 1))
  end
  return path
end

--- A path of pi's as it is called here.
---@param agent pi.Agent
---@param path string
---@return string
function M.to_local(agent, path)
  local root = M.root(agent.cwd)
  return root and moved(path, root, agent.cwd) or path
end

--- A path as pi calls it.
---@param agent pi.Agent
---@param path string
---@return string
function M.to_agent(agent, path)
  local root = M.root(agent.cwd)
  return root and moved(path, agent.cwd, root) or path
end

return M
