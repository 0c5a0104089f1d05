-- The prompt of a chat. Its options are set where it is made: they must hold with `filetype plugin off` too.
vim.bo.textwidth = 0
vim.bo.commentstring = ""
vim.bo.comments = ""
require("pi.chat.keys").attach(vim.api.nvim_get_current_buf())
