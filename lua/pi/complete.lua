--- Completion in prompts: one language server inside of Neovim, so that every completion plugin shows it, with the
--- answers made by the host. `/` at the start of a prompt completes commands, `@` mentions.
local M = {}

local api = vim.api
local offer = require("pi.complete.offer")

--- For 'omnifunc' where Neovim's own keeps only what begins with the typed text (0.10).
---@param findstart integer
---@return integer|table
function M.omnifunc(findstart)
  if findstart == 0 then
    return {}
  end
  local buf = api.nvim_get_current_buf()
  local row, col = unpack(api.nvim_win_get_cursor(0))
  local show = function(items, place)
    local cursor = api.nvim_win_get_cursor(0)
    local is_still_there = api.nvim_get_current_buf() == buf and cursor[1] == row and cursor[2] == col
    if is_still_there and api.nvim_get_mode().mode:find("^i") then
      local words = vim.tbl_map(function(item)
        return {
          word = offer.inserted(item, place),
          abbr = item.name,
          menu = item.source or item.description,
          icase = 1,
        }
      end, items)
      vim.fn.complete(place.from + 1, words)
    end
  end
  -- While this function runs the text is locked.
  offer.at(buf, row - 1, col, vim.schedule_wrap(show))
  return -2 -- leave completion mode: the answer starts it again
end

--- Whether a plugin shows completions of language servers already.
---@return boolean
local function has_engine()
  return package.loaded["blink.cmp"] ~= nil or package.loaded["cmp"] ~= nil or _G.MiniCompletion ~= nil
end

--- Where a mention or command is being typed the first item must not be put in by itself, as it is by default.
local function select_nothing()
  local row, col = unpack(api.nvim_win_get_cursor(0))
  local before = api.nvim_get_current_line():sub(1, col) .. vim.v.char
  vim.bo.completeopt = offer.place_at(row - 1, before) and "menuone,noselect,popup" or ""
end

--- Has Neovim's own completion open by itself, unless another engine does that.
---@param buf integer
---@param client_id integer
local function open_by_itself(buf, client_id)
  local is_wanted = require("pi.config").get().completion == "auto"
  if not is_wanted or has_engine() or vim.fn.has("nvim-0.11") == 0 or not api.nvim_buf_is_loaded(buf) then
    return
  end
  api.nvim_create_autocmd("InsertCharPre", {
    buffer = buf,
    desc = "pi: nothing is picked by itself",
    callback = select_nothing,
  })
  vim.lsp.completion.enable(true, client_id, buf, {
    autotrigger = true,
    convert = function(item)
      return { kind = "", menu = item.detail or "" } -- `Reference` and the like only take room
    end,
  })
end

--- Has the host list the files before the first one is asked for.
---@param buf integer
local function warm_up(buf)
  local agent = require("pi.agents").get(vim.b[buf].pi_agent)
  if agent and require("pi.host").is_running() then
    offer.ask(agent, { kind = "mention", query = "", from = 0 }, function() end)
    require("pi.slash").refresh(agent)
  end
end

--- Completes in this prompt from now on.
---@param buf integer
function M.attach(buf)
  if not api.nvim_buf_is_loaded(buf) then
    return
  end
  local client_id = vim.lsp.start({ name = "pi", cmd = require("pi.complete.server").start }, { bufnr = buf })
  if client_id == nil then
    return
  end
  if vim.fn.has("nvim-0.11") == 0 then
    vim.bo[buf].omnifunc = "v:lua.require'pi.complete'.omnifunc"
  end
  -- Completion plugins are often loaded with the first insertion.
  api.nvim_create_autocmd("InsertEnter", {
    buffer = buf,
    once = true,
    desc = "pi: open completion by itself",
    callback = function()
      open_by_itself(buf, client_id)
    end,
  })
  warm_up(buf)
end

return M
