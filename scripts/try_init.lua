-- Configuration of `make try`: this checkout of the plugin and nothing else, chat open, ready to type.
local root = vim.fs.dirname(vim.fs.dirname(vim.fs.normalize(debug.getinfo(1, "S").source:sub(2))))
vim.opt.runtimepath:prepend(root)
require("pi").setup(vim.json.decode(vim.env.PI_NVIM_TRY))

vim.api.nvim_create_autocmd("VimEnter", {
  once = true,
  callback = vim.schedule_wrap(function()
    vim.cmd.PiOpen()
    if vim.bo.filetype == "pi-prompt" then
      vim.cmd.startinsert()
    end
  end),
})
