--- Work on many buffers, a little at a time: the editor stays smooth, and nothing happens while it would be in the way.
local M = {}

local api = vim.api

--- Milliseconds of work before the editor gets its turn.
local SLICE_MS = 2
--- Milliseconds between two looks whether a moment is right, and after a failure.
local RETRY_MS = 80
--- A buffer that cannot be changed so often is left to Neovim.
local MOST_FAILURES = 20

---@class pi.edit.Job
---@field buf? integer
---@field run fun()
---@field failures integer

---@type table<integer, pi.edit.Job>
local jobs = {}
--- The next job, and the place behind the last one.
local first, behind = 1, 1
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
local function append(job)
  jobs[behind] = job
  behind = behind + 1
end

---@return pi.edit.Job
local function take()
  local job = jobs[first]
  jobs[first] = nil
  first = first + 1
  return job
end

---@param job pi.edit.Job
---@return boolean? ok nil when there was nothing to do
local function run(job)
  if job.buf and not api.nvim_buf_is_loaded(job.buf) then
    return
  end
  local ok, message = xpcall(job.run, debug.traceback)
  if not ok then
    job.failures = job.failures + 1
    require("pi.log").warn("a buffer could not be brought up to date: " .. tostring(message))
    if job.buf and job.failures < MOST_FAILURES then
      append(job)
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
  while first < behind and not has_failed and vim.uv.hrtime() < deadline do
    has_failed = run(take()) == false
  end
  if first < behind then
    plan(has_failed and RETRY_MS or 1)
  end
end

--- Has something done as soon as the moment is right.
---@param buf? integer to which it is done, unless that is gone by then; what fails is tried again
---@param job fun()
function M.add(buf, job)
  append({ buf = buf, run = job, failures = 0 })
  plan(0)
end

return M
