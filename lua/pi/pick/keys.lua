--- Keys of a picker's line to type in.
local M = {}

---@class pi.pick.Key
---@field [1] string|string[] modes
---@field [2] string key
---@field [3] string method of the picker
---@field [4]? any its argument

---@type pi.pick.Key[]
local keys = {
  { { "n", "i" }, "<CR>", "choose" },
  { { "n", "i" }, "<C-c>", "cancel" },
  { "n", "<Esc>", "cancel" },
  { "n", "q", "cancel" },
  { { "n", "i" }, "<Down>", "step", 1 },
  { { "n", "i" }, "<Up>", "step", -1 },
  { { "n", "i" }, "<C-n>", "step", 1 },
  { { "n", "i" }, "<C-p>", "step", -1 },
  { { "n", "i" }, "<Tab>", "step", 1 },
  { { "n", "i" }, "<S-Tab>", "step", -1 },
  { "n", "j", "step", 1 },
  { "n", "k", "step", -1 },
  { { "n", "i" }, "<PageDown>", "page", 1 },
  { { "n", "i" }, "<PageUp>", "page", -1 },
  { "n", "<C-d>", "page", 0.5 },
  { "n", "<C-u>", "page", -0.5 },
  { "n", "gg", "go", 1 },
  { { "n", "i" }, "<C-f>", "scroll_preview", 1 },
  { { "n", "i" }, "<C-b>", "scroll_preview", -1 },
}

--- Maps the keys in the picker's own buffer.
---@param buf integer
---@param picker pi.pick.Picker
function M.attach(buf, picker)
  local function map(modes, key, run)
    vim.keymap.set(modes, key, run, { buffer = buf, nowait = key ~= "gg" })
  end
  for _, key in ipairs(keys) do
    map(key[1], key[2], function()
      picker[key[3]](picker, key[4])
    end)
  end
  map("n", "G", function()
    picker:go(vim.v.count > 0 and vim.v.count or math.huge)
  end)
  map("n", "<CR>", function()
    if vim.v.count > 0 then
      picker:go(vim.v.count)
    end
    picker:choose()
  end)
  for _, action in ipairs(picker.opts.actions or {}) do
    map({ "n", "i" }, action.key, function()
      picker:act(action)
    end)
  end
end

return M
