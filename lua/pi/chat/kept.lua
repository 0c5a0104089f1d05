--- Keeps a bar as it was last drawn in a variable of its window, where 'winbar' and 'statusline' find it without a
--- call: while text streams, Neovim draws bars several times as often as they change.
local M = {}

---@alias pi.chat.BarName "pi_winbar"|"pi_rule" of the variable, { cells, text }

--- A bar as 'winbar' and 'statusline' take it: what is kept, as long as the window is as wide as it was then.
---@param name pi.chat.BarName
---@param make string expression that makes and keeps the bar
---@return string
function M.expression(name, make)
  return ("%%{%%get(get(w:,'%s',[]),0)==winwidth(0)?w:%s[1]:%s%%}"):format(name, name, make)
end

---@param win integer
---@param name pi.chat.BarName
---@param text string
---@return string text
function M.keep(win, name, text)
  vim.w[win][name] = { vim.api.nvim_win_get_width(win), text }
  return text
end

--- Whether a window's bar was drawn since something of it changed.
---@param win integer
---@param name pi.chat.BarName
---@return boolean
function M.is_kept(win, name)
  return vim.w[win][name] ~= nil
end

--- Something of a window's bar changed: it is made anew when it is drawn.
---@param win integer
---@param name? pi.chat.BarName both when absent
function M.drop(win, name)
  for _, each in ipairs(name and { name } or { "pi_winbar", "pi_rule" }) do
    vim.w[win][each] = nil
  end
end

--- Something changed that all bars may show.
function M.drop_all()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    M.drop(win)
  end
end

return M
