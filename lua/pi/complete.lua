--- Completion in prompts: one language server inside of Neovim, so that every completion plugin shows it, with the
--- answers made by the host. `/` at the start of a prompt completes commands, `@` mentions.
local M = {}

local api = vim.api

--- Completion plugins are often loaded with the first insertion: which one it is, is known only then.
---@param buf integer
local function on_first_insertion(buf)
  local engines = require("pi.complete.engines")
  local engine = engines.at_work(buf)
  if engine == "blink" or engine == "cmp" then
    -- Their sources for omnifuncs leave this one out: ours would open a second menu.
    vim.bo[buf].omnifunc = "v:lua.vim.lsp.omnifunc"
  else
    require("pi.complete.enter").map(buf)
  end
  if engine == "cmp" then
    pcall(engines.adapt_cmp, buf) -- a version that cannot stays as it is
    -- It looks for servers when an insertion begins, and ours may have come too late for this one.
    pcall(api.nvim_exec_autocmds, "InsertEnter", { group = "cmp_nvim_lsp" })
  end
  if engine == nil and require("pi.config").get().completion == "auto" then
    require("pi.complete.menu").open_by_itself(buf)
  end
end

--- The edits that completion plugins make put a buffer into the list of buffers, with Neovim 0.10 and 0.11.
---@param buf integer
local function keep_unlisted(buf)
  api.nvim_create_autocmd("BufAdd", {
    buffer = buf,
    desc = "pi: a prompt is in no list of buffers",
    callback = function()
      vim.bo[buf].buflisted = false
    end,
  })
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

---@param buf integer
local function start(buf)
  if not api.nvim_buf_is_loaded(buf) then
    return
  end
  if not vim.bo[buf].omnifunc:find("MiniCompletion", 1, true) then -- which may work through it
    vim.bo[buf].omnifunc = "v:lua.require'pi.complete.menu'.omnifunc" -- Neovim puts its own only where there is none
  end
  vim.lsp.start({ name = "pi", cmd = require("pi.complete.server").start }, { bufnr = buf })
  if api.nvim_get_current_buf() == buf and api.nvim_get_mode().mode:find("^i") then
    on_first_insertion(buf)
  else
    api.nvim_create_autocmd("InsertEnter", {
      buffer = buf,
      once = true,
      desc = "pi: open completion by itself",
      callback = function()
        on_first_insertion(buf)
      end,
    })
  end
  keep_unlisted(buf)
  warm_up(buf)
end

--- The parts of Neovim's client for language servers that take longest to load.
local CLIENT_PARTS = { "vim.lsp.util", "vim.lsp.protocol", "vim.lsp.rpc", "vim.lsp", "vim.lsp.client" }
if vim.fn.has("nvim-0.12") == 1 then
  -- They come with the first client, all at once.
  vim.list_extend(
    CLIENT_PARTS,
    { "vim.lsp.semantic_tokens", "vim.lsp.inline_completion", "vim.lsp.document_color" }
  )
end

--- Completes in this prompt from now on, once Neovim's client for language servers is loaded.
---@param buf integer
function M.attach(buf)
  local steps = {}
  for _, part in ipairs(CLIENT_PARTS) do
    if not package.loaded[part] then
      steps[#steps + 1] = function()
        pcall(require, part) -- another Neovim may have other parts
      end
    end
  end
  steps[#steps + 1] = function()
    start(buf)
  end
  require("pi.turns")(steps)
end

return M
