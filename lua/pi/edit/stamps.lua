--- Which state of its file each buffer holds: noted when a buffer is read or written, so that the host, which knows the
--- texts, can say what has to change in it.
local M = {}

local api = vim.api

---@type table<integer, pi.edit.Stamp>
local stamps = {}
--- What a file was before it was read: one that changes meanwhile is not known.
---@type table<integer, pi.edit.Stamp>
local reading = {}

--- Those that hold what is on disk, which Neovim does not know.
---@type table<integer, true>
local advanced = {}

--- Those of files that were not there.
---@type table<integer, true>
local new = {}

---@param buf integer
---@return boolean
function M.is_new(buf)
  return new[buf] == true
end

--- The buffer stands for a file that is not there yet.
---@param buf integer
function M.set_new(buf)
  new[buf] = true
end

---@param path string
---@return pi.edit.Stamp?
function M.of_file(path)
  local stat = vim.uv.fs_stat(path)
  return stat and { sec = stat.mtime.sec, nsec = stat.mtime.nsec, size = stat.size }
end

---@param buf integer
---@return pi.edit.Stamp?
function M.get(buf)
  return stamps[buf]
end

---@param buf integer
---@param stamp? pi.edit.Stamp
function M.set(buf, stamp)
  stamps[buf] = stamp
end

--- The buffer has taken in another state of its file without being read again.
---@param buf integer
---@param stamp pi.edit.Stamp
function M.advance(buf, stamp)
  stamps[buf], advanced[buf] = stamp, true
end

--- What the host has to know of a buffer to find the text that it holds (`BufferRead` of the contract).
---@param buf integer
---@param path string
---@return table
function M.describe(buf, path)
  local options = vim.bo[buf]
  return {
    path = path,
    stamp = stamps[buf],
    encoding = options.fileencoding,
    format = options.fileformat,
    bomb = options.bomb,
  }
end

---@param one? pi.edit.Stamp
---@param other? pi.edit.Stamp
---@return boolean
function M.same(one, other)
  return one ~= nil and other ~= nil and vim.deep_equal(one, other)
end

---@param group integer
---@param event string|string[]
---@param desc string
---@param callback fun(args: { buf: integer })
local function on(group, event, desc, callback)
  api.nvim_create_autocmd(event, { group = group, desc = "pi: " .. desc, callback = callback })
end

--- Neovim asks before it overwrites a file that has changed since it was read, and learns of that by reading and writing
--- only. Where the buffer has taken in what is on disk, there is nothing to ask: written once with force, it knows.
---@param buf integer
local function write_unasked(buf)
  local name = api.nvim_buf_get_name(buf)
  local is_own = vim.fn.expand("<afile>:p") == name
  if advanced[buf] and is_own and M.same(M.of_file(name), stamps[buf]) then
    advanced[buf] = nil
    vim.cmd("silent! noautocmd lockmarks keepalt write!")
  end
end

--- Notes from now on what buffers are read from and written to.
---@param group integer
---@param saved fun(buf: integer)
function M.watch(group, saved)
  on(group, "BufReadPre", "note which state of the file is read", function(args)
    reading[args.buf] = M.of_file(api.nvim_buf_get_name(args.buf))
  end)
  on(group, "BufReadPost", "note which state of the file was read", function(args)
    local before = reading[args.buf]
    reading[args.buf], new[args.buf] = nil, nil
    local now = M.of_file(api.nvim_buf_get_name(args.buf))
    stamps[args.buf], advanced[args.buf] = M.same(before, now) and now or nil, nil
  end)
  on(group, "BufNewFile", "note that there was no file", function(args)
    M.set_new(args.buf)
  end)
  on(group, "BufWritePre", "no question about what the buffer has taken in", function(args)
    write_unasked(args.buf)
  end)
  on(group, "BufWritePost", "note which state of the file was written", function(args)
    local is_own = vim.fn.expand("<afile>:p") == api.nvim_buf_get_name(args.buf)
    -- The event comes also when the user did not want to overwrite what has changed.
    if is_own and not vim.bo[args.buf].modified then
      stamps[args.buf], new[args.buf] = M.of_file(api.nvim_buf_get_name(args.buf)), nil
      saved(args.buf)
    end
  end)
  on(group, { "BufUnload", "BufFilePost" }, "forget the state of the file", function(args)
    stamps[args.buf], advanced[args.buf], new[args.buf] = nil, nil, nil
  end)
end

return M
