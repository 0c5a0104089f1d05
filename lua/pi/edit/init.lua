--- Files that pi changes, and the buffers that show them.
local M = {}

local api = vim.api

---@type integer? the agent whose run was the last to change files
local last_agent

---@param group integer
local function watch_later(group)
  api.nvim_create_autocmd("BufModifiedSet", {
    group = group,
    desc = "pi: the user's changes were taken back, and the file may be shown",
    callback = vim.schedule_wrap(function(args)
      local is_free = api.nvim_buf_is_loaded(args.buf) and not vim.bo[args.buf].modified
      if last_agent and is_free and require("pi.edit.apart").get(args.buf) == "conflict" then
        require("pi.edit.apart").clear(args.buf)
        require("pi.edit.reload").resume(last_agent, args.buf)
      end
    end),
  })
  api.nvim_create_autocmd("BufReadPost", {
    group = group,
    desc = "pi: mark what was changed in a file that is opened now",
    callback = vim.schedule_wrap(function(args)
      local path = last_agent
        and api.nvim_buf_is_loaded(args.buf)
        and require("pi.edit.buffers").path(args.buf)
      if path then
        local params = { agent = last_agent, path = path }
        require("pi.host").send_if_running("file.hunks", params, function(err, answer)
          if not err and api.nvim_buf_is_loaded(args.buf) and not vim.bo[args.buf].modified then
            require("pi.edit.marks").show(args.buf, answer.hunks)
          end
        end)
      end
    end),
  })
  api.nvim_create_autocmd("User", {
    group = group,
    pattern = "PiAgentStart",
    desc = "pi: a new run begins: take the marks of the last one away",
    callback = function(args)
      if args.data.agent == last_agent then
        last_agent = nil
        require("pi.edit.marks").clear()
      end
    end,
  })
end

--- Starts to note what buffers hold, before pi can change any file.
M.setup = require("pi.once")(function()
  local group = api.nvim_create_augroup("pi.edit", { clear = true })
  require("pi.edit.stamps").watch(group, function(buf)
    local path = require("pi.edit.buffers").path(buf)
    if path then
      require("pi.host").send_if_running("file.saved", { path = path })
    end
  end)
  api.nvim_create_autocmd({ "BufReadPost", "BufWritePost", "BufUnload" }, {
    group = group,
    desc = "pi: a buffer and its file are one again",
    callback = function(args)
      if args.event ~= "BufWritePost" or not vim.bo[args.buf].modified then
        require("pi.edit.apart").clear(args.buf)
      end
      if args.event == "BufUnload" then
        require("pi.edit.reload").forget(args.buf)
        require("pi.edit.buffers").forget(args.buf)
      end
    end,
  })
  watch_later(group)
  for _, buf in ipairs(api.nvim_list_bufs()) do
    require("pi.edit.work").add(buf, function()
      require("pi.edit.reload").adopt(buf)
    end)
  end
end)

---@param file pi.event.ChangedFile
---@param agent_id integer
local function announce(file, agent_id)
  require("pi.status").emit("PiFileChanged", {
    agent = agent_id,
    path = file.path,
    kind = file.kind,
    to = file.to,
    tool = file.tool,
    hunks = file.hunks,
  })
end

--- pi has changed files. There may be a thousand: each has its turn.
---@param params pi.event.FilesChanged
function M.changed(params)
  last_agent = params.agent
  for _, file in ipairs(params.files) do
    require("pi.edit.work").add(nil, function()
      for _, buf in ipairs(require("pi.edit.buffers").of(file.path)) do
        require("pi.edit.reload").changed(params.agent, buf, file)
      end
      announce(file, params.agent)
    end)
  end
end

--- pi may have changed files that the host does not watch: ignored ones, and those of another folder.
---@param params { agent: integer }
function M.looked(params)
  for _, buf in ipairs(api.nvim_list_bufs()) do
    if require("pi.edit.stamps").get(buf) then
      require("pi.edit.work").add(buf, function()
        local path = require("pi.edit.buffers").path(buf)
        if path then
          local kind = vim.uv.fs_stat(path) and "changed" or "deleted"
          require("pi.edit.reload").changed(params.agent, buf, { path = path, kind = kind })
        end
      end)
    end
  end
end

return M
