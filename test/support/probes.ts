/** Lua that a driver runs to look at the plugin's buffers from outside: it knows filetypes, nothing of the plugin. */

/** Buffers of a filetype: those in windows of this tab page first. */
export const BUFFER_TEXT = `
local filetype = ...
local found
for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
  local buffer = vim.api.nvim_win_get_buf(window)
  if vim.bo[buffer].filetype == filetype then found = found or buffer end
end
for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
  if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == filetype then found = found or buffer end
end
return found and table.concat(vim.api.nvim_buf_get_lines(found, 0, -1, false), "\\n") or ""
`;

export const WINDOW_OF = `
for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
  if vim.bo[vim.api.nvim_win_get_buf(window)].filetype == ... then return window end
end
return 0
`;
