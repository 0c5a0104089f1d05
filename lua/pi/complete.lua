--- Completion in prompts: one language server inside of Neovim, so that every completion plugin shows it, with the
--- answers made by the host. `/` at the start of a prompt completes commands, `@` mentions.
local M = {}

local api = vim.api

--- Whether something shows completions of language servers by itself already: a plugin, or Neovim's own where the user
--- has enabled that for every server.
---@param buf integer
---@return boolean
local function has_engine(buf)
  local autocmds = api.nvim_get_autocmds({ buffer = buf, event = "InsertCharPre" })
  local is_enabled = vim.iter(autocmds):any(function(autocmd)
    return (autocmd.group_name or ""):find("lsp[./]completion") ~= nil
  end)
  return is_enabled
    or package.loaded["blink.cmp"] ~= nil
    or package.loaded["cmp"] ~= nil
    or _G.MiniCompletion ~= nil
end

--- Has the host list the files before the first one is asked for.
---@param buf integer
local function warm_up(buf)
  local agent = require("pi.agents").get(vim.b[buf].pi_agent)
  if agent and require("pi.host").is_running() then
    require("pi.complete.offer").ask(agent, { kind = "mention", query = "", from = 0 }, function() end)
    require("pi.slash").refresh(agent)
  end
end

--- Shows the menu as one types, where nothing else does.
---@param buf integer
local function open_by_itself(buf)
  local is_wanted = require("pi.config").get().completion == "auto"
  if is_wanted and api.nvim_buf_is_loaded(buf) and not has_engine(buf) then
    require("pi.complete.menu").open_by_itself(buf)
  end
end

---@param buf integer
local function start(buf)
  if not api.nvim_buf_is_loaded(buf) then
    return
  end
  vim.bo[buf].omnifunc = "v:lua.require'pi.complete.menu'.omnifunc" -- Neovim puts its own only where there is none
  vim.lsp.start({ name = "pi", cmd = require("pi.complete.server").start }, { bufnr = buf })
  if api.nvim_get_current_buf() == buf and api.nvim_get_mode().mode:find("^i") then
    open_by_itself(buf)
  else
    -- Completion plugins are often loaded with the first insertion.
    api.nvim_create_autocmd("InsertEnter", {
      buffer = buf,
      once = true,
      desc = "pi: open completion by itself",
      callback = function()
        open_by_itself(buf)
      end,
    })
  end
  warm_up(buf)
end

--- The parts of Neovim's client for language servers that take longest to load.
local CLIENT_PARTS = { "vim.lsp.util", "vim.lsp.protocol", "vim.lsp.rpc", "vim.lsp", "vim.lsp.client" }

--- Completes in this prompt from now on, once Neovim's client for language servers is loaded.
---@param buf integer
function M.attach(buf)
  local steps = {}
  for _, part in ipairs(CLIENT_PARTS) do
    if not package.loaded[part] then
      steps[#steps + 1] = function()
        require(part)
      end
    end
  end
  steps[#steps + 1] = function()
    start(buf)
  end
  require("pi.turns")(steps)
end

return M
