--- Writes the lists of options, highlight groups and of pi's RPC into doc/pi.txt, from the tables that define them.
--- `nvim -l scripts/help.lua` writes; with `--check` it fails when the file would change.
local root = vim.fs.dirname(vim.fs.dirname(vim.fs.normalize(debug.getinfo(1, "S").source:sub(2))))
vim.opt.runtimepath:prepend(root)
package.path = ("%s/lua/?.lua;%s/lua/?/init.lua;%s"):format(root, root, package.path)

---@param text string
---@param indent string
---@return string[]
local function wrap(text, indent)
  local lines, line = {}, indent
  for word in text:gmatch("%S+") do
    if #line + #word + 1 > 78 then
      lines[#lines + 1] = line
      line = indent
    end
    line = line .. (line == indent and "" or " ") .. word
  end
  lines[#lines + 1] = line
  return lines
end

---@return string[]
local function options()
  local lines, config = {}, require("pi.config")
  for _, option in ipairs(config.schema) do
    local name, kinds, default, sentence = unpack(option)
    assert(config.fits(kinds, default), ("the default of %s is none of its kinds, %s"):format(name, kinds))
    local shown = vim.inspect(default, { newline = " ", indent = "" })
    lines[#lines + 1] = ("%s"):format(name)
    vim.list_extend(lines, wrap(sentence, "    "))
    vim.list_extend(lines, wrap(("(%s, default: %s)"):format(kinds:gsub("|", " or "), shown), "    "))
  end
  return lines
end

---@return string[]
local function highlights()
  local lines = {}
  for _, group in ipairs(require("pi.highlight").groups) do
    lines[#lines + 1] = ("%-18s %s"):format(group[1], group[3])
  end
  return lines
end

---@return string[]
local function rpc()
  local done = vim.system({ "node", root .. "/scripts/surface.mjs" }, { text = true }):wait()
  if done.code ~= 0 then
    error(done.stderr)
  end
  return vim.split(done.stdout, "\n")
end

--- Replaces what stands between the line with `tag` and the next rule.
---@param text string[]
---@param tag string
---@param lines string[]
---@return string[]
local function fill(text, tag, lines)
  local filled, is_inside = {}, false
  for _, line in ipairs(text) do
    if is_inside and line:find("^====") then
      is_inside = false
      vim.list_extend(filled, { "", unpack(lines) })
      filled[#filled + 1] = ""
    end
    if not is_inside then
      filled[#filled + 1] = line
    end
    is_inside = is_inside or line:find("*" .. tag .. "*", 1, true) ~= nil
  end
  return filled
end

--- A tag that stands twice is an error of Neovim's own.
vim.cmd.helptags(vim.fn.fnameescape(root .. "/doc"))

local path = root .. "/doc/pi.txt"
local before = vim.fn.readfile(path)
local after = fill(fill(before, "pi-options-list", options()), "pi-highlights-list", highlights())
after = fill(after, "pi-rpc-list", rpc())
if vim.deep_equal(before, after) then
  return
end
if vim.list_contains(arg, "--check") then
  io.stderr:write("doc/pi.txt is not what its sources say: run `make docs`\n")
  os.exit(1)
end
vim.fn.writefile(after, path)
