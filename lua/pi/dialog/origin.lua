--- Where the user was when a dialog took the cursor: window, mode and cursor, to be brought back afterwards.
local M = {}

local api = vim.api

---@class pi.dialog.Origin
---@field win integer
---@field mode string
---@field view vim.fn.winsaveview.ret

--- Takes note, and ends a mode that would go on in another window.
---@return pi.dialog.Origin
function M.leave()
  local origin = {
    win = api.nvim_get_current_win(),
    mode = api.nvim_get_mode().mode,
    view = vim.fn.winsaveview(),
  }
  if origin.mode:find("^[vV\22sS\19]") then
    vim.cmd("normal! \27")
  elseif origin.mode:find("^[iRt]") then
    vim.cmd.stopinsert()
  end
  return origin
end

---@param origin pi.dialog.Origin
local function insert_again(origin)
  local replace = origin.mode:find("^R") ~= nil
  local is_at_end = origin.view.col >= #api.nvim_get_current_line()
  vim.cmd((replace and "startreplace" or "startinsert") .. (is_at_end and "!" or ""))
end

--- The mode from before, entered from normal mode.
---@param origin pi.dialog.Origin
local function enter_mode(origin)
  if origin.mode:find("^[iR]") then
    insert_again(origin)
  elseif origin.mode:find("^t") then
    vim.cmd.startinsert()
  elseif origin.mode:find("^[vV\22sS\19]") then
    vim.cmd("normal! gv")
  end
end

--- Leaving insert mode moves the cursor one to the left, in whichever window that happens: what is next comes after it.
---@param origin pi.dialog.Origin
local function leave_insert(origin)
  api.nvim_create_autocmd("ModeChanged", {
    group = api.nvim_create_augroup("pi.dialog.origin", { clear = true }),
    pattern = "[iR]*:n*",
    once = true,
    desc = "pi: mode and cursor are as they were",
    callback = function()
      if api.nvim_get_current_win() == origin.win then
        vim.fn.winrestview(origin.view)
        enter_mode(origin)
      end
    end,
  })
  vim.cmd.stopinsert()
end

--- Brings window, mode and cursor back.
---@param origin pi.dialog.Origin
function M.go_back(origin)
  if not api.nvim_win_is_valid(origin.win) then
    return
  end
  require("pi.chat.quiet").guard(function()
    api.nvim_set_current_win(origin.win)
  end)
  vim.fn.winrestview(origin.view)
  local is_inserting = api.nvim_get_mode().mode:find("^[iR]") ~= nil
  if not is_inserting then
    vim.cmd.stopinsert() -- of a dialog that was closed before the insertion that it asked for began
    enter_mode(origin)
  elseif not origin.mode:find("^i") then
    leave_insert(origin)
  end
end

return M
