std = "luajit"
max_line_length = false -- stylua's business
read_globals = {
  vim = { other_fields = true },
}
globals = {
  "vim.g",
  "vim.b",
  "vim.w",
  "vim.t",
  "vim.o",
  "vim.bo",
  "vim.wo",
  "vim.opt",
  "vim.opt_local",
  "vim.paste",
  "vim.env",
}
-- Callbacks take what Neovim gives them, used or not.
ignore = { "212/_.*", "213/_.*" }
