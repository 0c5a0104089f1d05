--- Work on many buffers, a little at a time: the editor stays smooth, and nothing happens while it would be in the way.
local M = {}

local api = vim.api

--- Milliseconds of work before the editor gets its turn.
local SLICE_MS = 3
--- Milliseconds between two looks whether a moment is right, and after a failure.
local RETRY_MS = 80
--- A buffer that cannot be changed so often is left to Neovim.
local MOST_FAILURES = 20

---@class pi.edit.Job
---@field buf integer
---@field run fun()
---@field failures integer

---@type pi.edit.Job[]
local jobs = {}
local is_planned = false

--- Whether a change now would get between the keys that somebody types: a command line with its preview, an operator
--- that waits, a menu of completions.
---@return boolean
local function is_held()
  local mode = api.nvim_get_mode()
  return mode.blocking
    or mode.mode:find("^[cr]") ~= nil
    or mode.mode:find("^no") ~= nil
    or vim.fn.getcmdwintype() ~= ""
    or vim.fn.pumvisible() == 1
end

---@param job pi.edit.Job
local function run(job)
  if not api.nvim_buf_is_loaded(job.buf) then
    return
  end
  local ok, message = xpcall(job.run, debug.traceback)
  if not ok then
    job.failures = job.failures + 1
    require("pi.log").warn(("buffer %d could not be brought up to date: %s"):format(job.buf, message))
    if job.failures < MOST_FAILURES then
      jobs[#jobs + 1] = job
    end
  end
  return ok
end

local work

---@param delay integer ms
local function plan(delay)
  if not is_planned then
    is_planned = true
    vim.defer_fn(work, delay)
  end
end

function work()
  is_planned = false
  if is_held() then
    plan(RETRY_MS)
    return
  end
  local deadline = vim.uv.hrtime() + SLICE_MS * 1e6
  local has_failed = false
  while #jobs > 0 and not has_failed and vim.uv.hrtime() < deadline do
    has_failed = run(table.remove(jobs, 1)) == false
  end
  if #jobs > 0 then
    plan(has_failed and RETRY_MS or 1)
  end
end

--- Has something done to a buffer as soon as the moment is right.
---@param buf integer
---@param job fun()
function M.add(buf, job)
  jobs[#jobs + 1] = { buf = buf, run = job, failures = 0 }
  plan(0)
end

return M
