--- Highlight groups: what each is for, what it links to by default, and the colours of terminal output.
local M = {}

---@class pi.highlight.Group
---@field [1] string name
---@field [2] string|vim.api.keyset.highlight group it links to, or its attributes
---@field [3] string one sentence for the help

--- Every group has `default = true`: a colour scheme or the user may define any of them before or after us.
---@type pi.highlight.Group[]
M.groups = {
  { "PiAccent", "Function", "The one accent colour; the groups below that stand out link to it." },
  { "PiQuiet", "Comment", "The one quiet colour; the groups below that only accompany text link to it." },
  { "PiUser", "PiAccent", "The head of your message." },
  { "PiUserBar", "PiAccent", "The bar beside your message." },
  { "PiTime", "PiQuiet", "When a message was sent." },
  { "PiThinking", "PiQuiet", "The model's thoughts." },
  { "PiThinkingHeader", "PiQuiet", "The line above the model's thoughts." },
  { "PiTool", { bold = true }, "The name of a tool." },
  { "PiToolArgs", "Normal", "What a tool was called with." },
  { "PiToolDone", "DiagnosticOk", "The mark of a tool call that worked." },
  { "PiToolFailed", "DiagnosticError", "The mark of a tool call that failed." },
  { "PiToolRunning", "PiAccent", "The mark of a tool call that runs." },
  { "PiToolOutput", "PiQuiet", "What a tool gave back." },
  { "PiChip", "PiAccent", "A piece of context that goes with a prompt." },
  { "PiMention", "PiAccent", "An `@mention` in the prompt that stands for something." },
  { "PiMentionMissing", "DiagnosticUnderlineWarn", "An `@mention` that is sent as it is typed." },
  { "PiImage", "PiAccent", "An image that goes with a prompt." },
  { "PiNotice", "PiQuiet", "A note between messages." },
  { "PiWarning", "DiagnosticWarn", "A note that deserves a look." },
  { "PiError", "DiagnosticError", "What went wrong." },
  { "PiMarkup", "PiQuiet", "The signs of markdown itself, such as the stars around bold text." },
  { "PiMarkupInline", "PiMarkup", "Those within a line, which the option `conceal` hides." },
  { "PiCodeBlock", "CursorLine", "The background of a code block." },
  { "PiDiffAdd", "Added", "A line that an edit adds." },
  { "PiDiffDelete", "Removed", "A line that an edit removes." },
  { "PiDiffAddLine", "DiffAdd", "The background of a line that an edit adds." },
  { "PiDiffDeleteLine", "DiffDelete", "The background of a line that an edit removes." },
  { "PiDiffContext", "LineNr", "The number of a line around an edit." },
  { "PiDiffHunk", "PiQuiet", "Where in the file an edit is." },
  { "PiChanged", "Changed", "The sign of a line that pi has changed in a file." },
  { "PiChangedRemoved", "Removed", "The sign where pi has removed lines." },
  {
    "PiChangedLine",
    "DiffChange",
    "The background of a line that pi has changed, with `changes.marks = 'line'`.",
  },
  { "PiFileApart", "DiagnosticWarn", "What says that a buffer is not what pi has made of its file." },
  { "PiSummary", "PiQuiet", "The summary that took the place of older messages." },
  { "PiCustom", "PiQuiet", "The head of a message that an extension wrote." },
  { "PiRunEnd", "PiQuiet", "Time, tokens and cost of a run." },
  { "PiPending", "PiQuiet", "A message that is not with the model yet." },
  { "PiControl", "SpecialKey", "A control character, shown as its name." },
  { "PiWinbar", "PiQuiet", "The line above the transcript." },
  { "PiWinbarAccent", "PiAccent", "The sign at the start of that line, and what asks for attention in it." },
  { "PiSpinner", "PiAccent", "The spinner while the agent works." },
  { "PiRule", "WinSeparator", "The line between the transcript and the prompt." },
  { "PiWidget", "Normal", "Lines that an extension shows beside the prompt." },
  { "PiDialog", "NormalFloat", "A dialog of an extension." },
  { "PiDialogBorder", "FloatBorder", "Its border." },
  { "PiDialogHead", "FloatTitle", "Who asks, in that border." },
  { "PiDialogTitle", { bold = true }, "The title of its question." },
  { "PiDialogKey", "PiAccent", "A key that answers it." },
  { "PiDialogHint", "PiQuiet", "What such a key does." },
  { "PiDialogTimer", "DiagnosticWarn", "The time that is left." },
  { "PiDialogSelected", "PmenuSel", "The option that would be taken." },
  { "PiPlaceholder", "PiQuiet", "The hint in an empty transcript or prompt." },
  { "PiTreeUser", "PiUser", "Your messages in the tree of a session." },
  { "PiTreeReply", "PiTool", "Replies in the tree." },
  { "PiTreeTool", "Type", "Calls of tools in the tree." },
  { "PiTreeNote", "PiQuiet", "Summaries, models and the like in the tree." },
  { "PiTreeOther", "PiQuiet", "What is on branches that the conversation has left." },
  { "PiTreeRail", "NonText", "The lines that join branches." },
  { "PiTreeLabel", "Special", "Labels of entries." },
  { "PiPickSelected", "PmenuSel", "The line of a list that `<CR>` chooses." },
  { "PiPickCurrent", "PiAccent", "The mark of what is in use now, in a list." },
  { "PiPickMatch", "Special", "What fits the filter of a list." },
  { "PiPickNumber", "LineNr", "The numbers of a list." },
  { "PiPickDetail", "PiQuiet", "What else is said of a line of a list." },
}

--- Colours of terminals in their order, and Neovim's own colour for each when the scheme sets no g:terminal_color_N.
local ansi = {
  { "Black", "Grey1", "Grey4" },
  { "Red", "Red" },
  { "Green", "Green" },
  { "Yellow", "Yellow" },
  { "Blue", "Blue" },
  { "Magenta", "Magenta" },
  { "Cyan", "Cyan" },
  { "White", "Grey4", "Grey1" },
}

---@type table<string, vim.api.keyset.highlight> terminal groups as we last defined them
local defined = {}

--- @param index integer 0 to 15
--- @return string colour
local function terminal_colour(index)
  local set = vim.g["terminal_color_" .. index]
  if type(set) == "string" and set:find("^#%x%x%x%x%x%x$") then
    return set
  end
  local entry = ansi[index % 8 + 1]
  local is_dark = vim.o.background ~= "light"
  local name = is_dark and entry[2] or entry[3] or entry[2]
  return ("Nvim%s%s"):format(is_dark and "Light" or "Dark", name)
end

--- The nearest of the 216 colours that a terminal without true colour has at 16 to 231.
---@param hex string RRGGBB
---@return integer
local function cterm_colour(hex)
  local index = 16
  for i = 0, 2 do
    local level = tonumber(hex:sub(2 * i + 1, 2 * i + 2), 16)
    -- The steps are 0, 95, 135, 175, 215, 255.
    local step = level < 48 and 0 or level < 115 and 1 or math.floor((level - 35) / 40)
    index = index + step * 6 ^ (2 - i)
  end
  return index
end

--- Sets a group of ours unless someone else has defined it.
---@param name string
---@param spec vim.api.keyset.highlight
local function set_unless_taken(name, spec)
  local now = vim.api.nvim_get_hl(0, { name = name, create = false })
  local is_ours = next(now) == nil or now.default or vim.deep_equal(now, defined[name])
  if is_ours then
    vim.api.nvim_set_hl(0, name, spec)
    defined[name] = vim.api.nvim_get_hl(0, { name = name, create = false })
  end
end

local function set_terminal_groups()
  for index = 0, 15 do
    local name = (index >= 8 and "Bright" or "") .. ansi[index % 8 + 1][1]
    local colour = terminal_colour(index)
    set_unless_taken("PiAnsi" .. name, { fg = colour, ctermfg = index })
    set_unless_taken("PiAnsiBg" .. name, { bg = colour, ctermbg = index })
  end
end

local attributes = { b = "bold", i = "italic", u = "underline", r = "reverse" }

--- What a name made by the host stands for (see src/view/ansi.ts): `PiAnsi_fg_rrggbb_bg_rrggbb_biur`, each part
--- optional, letters as many as apply.
---@param name string
---@return vim.api.keyset.highlight
local function parse_terminal_group(name)
  local spec = {}
  local letters = name:gsub("_([fb]g)_(%x%x%x%x%x%x)", function(ground, hex)
    spec[ground], spec["cterm" .. ground] = "#" .. hex, cterm_colour(hex)
    return ""
  end)
  for letter in (letters:match("_([biur]+)$") or ""):gmatch(".") do
    spec[attributes[letter]] = true
  end
  return spec
end

---@type table<string, integer>
local ids = setmetatable({}, {
  __index = function(cache, name)
    if name:find("^PiAnsi_") then
      set_unless_taken(name, parse_terminal_group(name))
    end
    local id = vim.api.nvim_get_hl_id_by_name(name)
    cache[name] = id
    return id
  end,
})

--- Group name → its number; groups of the form PiAnsi_… are defined when first asked for.
M.ids = ids

--- The syntax of removed lines needs a background under it: Neovim's own scheme has none for them.
local function set_delete_background()
  local own = vim.api.nvim_get_hl(0, { name = "DiffDelete", link = false })
  if own.bg == nil then
    local is_dark = vim.o.background ~= "light"
    local bg, ctermbg = is_dark and "NvimDarkRed" or "NvimLightRed", is_dark and 52 or 224
    set_unless_taken("PiDiffDeleteLine", { bg = bg, ctermbg = ctermbg })
  end
end

--- Where a scheme draws the lines between windows as bars, our rule is a line in the colour of these bars: it has text
--- in it.
local function set_rule()
  local own = vim.api.nvim_get_hl(0, { name = "WinSeparator", link = false })
  local normal = vim.api.nvim_get_hl(0, { name = "Normal", link = false })
  if own.bg ~= nil and own.bg ~= normal.bg then
    set_unless_taken("PiRule", { fg = own.bg, ctermfg = own.ctermbg })
  end
end

--- Without true colour Neovim's own scheme gives comments none: what is quiet is grey then, or a hint in the prompt would
--- look like a draft.
local function set_quiet()
  local comment = vim.api.nvim_get_hl(0, { name = "Comment", link = false })
  local is_shown = vim.o.termguicolors or comment.ctermfg ~= nil or comment.cterm ~= nil
  if not is_shown then
    set_unless_taken("PiQuiet", { fg = comment.fg, ctermfg = 8 })
  elseif defined.PiQuiet then
    set_unless_taken("PiQuiet", { link = "Comment" })
  end
end

--- Links every group that nobody has defined yet.
local function link_groups()
  set_delete_background()
  set_rule()
  set_quiet()
  for _, group in ipairs(M.groups) do
    local spec = group[2]
    local value = type(spec) == "string" and { link = spec } or vim.deepcopy(spec)
    value.default = true
    vim.api.nvim_set_hl(0, group[1], value)
  end
end

--- Defines all groups anew, as after a change of the colour scheme.
function M.apply()
  link_groups()
  set_terminal_groups()
  for name in pairs(ids) do
    if name:find("^PiAnsi_") then
      set_unless_taken(name, parse_terminal_group(name))
    end
  end
end

--- Defines the groups and keeps them through changes of the colour scheme.
M.setup = require("pi.once")(function()
  link_groups()
  vim.defer_fn(set_terminal_groups, 0) -- nothing has colours of a terminal yet
  local group = vim.api.nvim_create_augroup("pi.highlight", { clear = true })
  vim.api.nvim_create_autocmd("ColorScheme", { group = group, callback = M.apply, desc = "pi: link groups" })
  vim.api.nvim_create_autocmd("OptionSet", {
    group = group,
    pattern = { "background", "termguicolors" },
    callback = M.apply,
    desc = "pi: colours that depend on it",
  })
end)

return M
