-- The transcript of a chat. Its options are set where it is made: they must hold with `filetype plugin off` too.
require("pi.chat.keys").attach(vim.api.nvim_get_current_buf())
