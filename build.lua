--- Builds the host: run by lazy.nvim after an installation or update, or by hand with `nvim -l build.lua`.

local root = vim.fs.dirname(vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p"))
local build = dofile(root .. "/lua/pi/build.lua")

--- lazy.nvim runs this in a coroutine and shows what it yields; it calls again at once, hence the nap.
local NAP_MS = 10

-- `nvim -l` may run it in a coroutine that cannot yield.
local is_coroutine = coroutine.isyieldable ~= nil and coroutine.isyieldable()
local is_done, problem = false, nil
local news, output = {}, {}

build.run(root, {
  on_step = function(say)
    table.insert(news, say)
  end,
  on_line = function(line)
    table.insert(output, line)
    table.insert(news, line)
  end,
  on_done = function(failure)
    is_done, problem = true, failure
  end,
})

local function tell()
  local said = table.concat(news, "\n")
  news = {}
  if is_coroutine then
    coroutine.yield(said ~= "" and said or nil)
  elseif said ~= "" then
    print(said)
  end
end

while not is_done do
  if is_coroutine then
    vim.uv.sleep(NAP_MS)
  else
    vim.wait(1000, function()
      return is_done or #news > 0
    end, NAP_MS)
  end
  tell()
end
tell()

if problem then
  error(problem .. "\n" .. table.concat(vim.list_slice(output, math.max(#output - 20, 1)), "\n"), 0)
end
