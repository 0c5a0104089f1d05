--- Draft files: one for each prompt of each Neovim, in one folder for each project, so that no two ever write the same
--- file. A name is `{owner}.{number}.draft`; an owner that runs no more, or `none`, leaves the file to whoever comes next.
--- What a chat's opening needs of it does without `vim.fs`, which would be loaded for it.
local M = {}

local uv = vim.uv

--- Longest name of a folder that file systems take is 255 bytes.
local LONGEST_NAME = 200

--- The folder of a project, named after it. Vim's sha256() is for the rare long one: its first call takes 2 ms.
---@param project string
---@return string
local function folder_of(project)
  local name = project:gsub("[^%w._-]", function(char)
    return ("%%%02X"):format(char:byte())
  end)
  if #name > LONGEST_NAME then
    name = vim.fn.sha256(project)
  end
  return ("%s/%s"):format(require("pi.state_dir").path("drafts"), name)
end

--- The file of a prompt.
---@param project string
---@param number integer unique in this Neovim
---@return string
function M.path(project, number)
  return ("%s/%s.%d.draft"):format(folder_of(project), require("pi.draft.owner").id(), number)
end

--- Neovim's mkdir() fails when another one makes a folder of the same path at the same moment; each such failure is
--- one level that is there now.
---@param path string
---@return string? problem
local function make_folder(path)
  local folder = vim.fs.dirname(path)
  local problem
  for _ = 1, select(2, folder:gsub("/", "/")) do
    local ok
    ok, problem = pcall(vim.fn.mkdir, folder, "p", tonumber("700", 8))
    if ok then
      return nil
    end
  end
  return (problem:gsub("^Vim:", ""))
end

--- Writes at once; for the editor's end.
---@param path string
---@param data string
---@return string? problem
function M.write_now(path, data)
  local temporary = path .. ".new"
  local problem, handle = make_folder(path), nil
  if problem == nil then
    handle, problem = uv.fs_open(temporary, "w", tonumber("600", 8))
  end
  if handle == nil then
    return problem
  end
  local written, failure = uv.fs_write(handle, data)
  uv.fs_close(handle)
  if written ~= #data then
    return failure or "not all of it was written"
  end
  local _, not_renamed = uv.fs_rename(temporary, path)
  return not_renamed
end

--- Writes beside the editor, in libuv's own threads. The file is whole at every moment.
---@param path string
---@param data string
---@param callback fun(problem?: string)
function M.write(path, data, callback)
  local no_folder = make_folder(path)
  if no_folder then
    callback(no_folder)
    return
  end
  local temporary = path .. ".new"
  uv.fs_open(temporary, "w", tonumber("600", 8), function(problem, handle)
    if handle == nil then
      callback(problem)
      return
    end
    uv.fs_write(handle, data, nil, function(failure, written)
      uv.fs_close(handle, function()
        if failure or written ~= #data then
          callback(failure or "not all of it was written")
        else
          uv.fs_rename(temporary, path, callback)
        end
      end)
    end)
  end)
end

---@param path string
function M.remove(path)
  uv.fs_unlink(path)
end

--- Leaves a draft to whoever opens the project next.
---@param path string
function M.give_up(path)
  local folder, name = vim.fs.dirname(path), ("none.%d.draft"):format(uv.hrtime())
  uv.fs_rename(path, vim.fs.joinpath(folder, name))
end

---@param path string
---@return string? data
local function read(path)
  local handle = uv.fs_open(path, "r", 0)
  if handle == nil then
    return nil
  end
  local stat = uv.fs_fstat(handle)
  local data = stat and uv.fs_read(handle, stat.size)
  uv.fs_close(handle)
  return data
end

--- Files in a project's folder that nobody owns any more, the newest first.
---@param project string
---@return string[]
local function left_behind(project)
  local found = {}
  local folder = folder_of(project)
  local names = uv.fs_scandir(folder)
  if names == nil then
    return found
  end
  for name in uv.fs_scandir_next, names do
    local owner, rest = name:match("^(.+)%.%d+%.draft(.*)$")
    local is_left = owner and not require("pi.draft.owner").is_alive(owner)
    local path = ("%s/%s"):format(folder, name)
    local stat = is_left and uv.fs_stat(path) -- not every file system says with the name what it is of
    if stat and stat.type == "file" and rest == ".new" then
      uv.fs_unlink(path) -- its writer ended in the middle
    elseif stat and stat.type == "file" then
      found[#found + 1] = { path = path, sec = stat.mtime.sec, nsec = stat.mtime.nsec }
    end
  end
  table.sort(found, function(a, b)
    return a.sec > b.sec or a.sec == b.sec and a.nsec > b.nsec
  end)
  return vim.tbl_map(function(entry)
    return entry.path
  end, found)
end

--- Takes the newest draft that an ended Neovim left in a project: it is the file of a prompt of ours from then on. Of
--- several Neovims that try, one gets it.
---@param project string
---@param number integer of the prompt
---@return string? data
---@return string? path
function M.claim(project, number)
  for _, other in ipairs(left_behind(project)) do
    local path = M.path(project, number)
    if uv.fs_rename(other, path) then
      return read(path), path
    end
  end
end

return M
