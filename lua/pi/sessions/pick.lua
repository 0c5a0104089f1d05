--- `:PiResume`: the sessions to go on with, in a picker that may also delete, rename, or open one in a new tab page.
local M = {}

---@class pi.sessions.Pick
---@field agent pi.Agent
---@field all boolean
---@field items table<string, pi.pick.Item> by path
---@field picker? pi.pick.Handle
---@field doomed? pi.pick.Item the one that the next <C-x> deletes

---@param pick pi.sessions.Pick
---@param rows pi.SessionRow[]
local function show(pick, rows)
  local added, changed = {}, {}
  for _, row in ipairs(rows) do
    local item = pick.items[row.path]
    local is_new = item == nil
    item = item or {}
    require("pi.sessions.row").fill(item, row, pick.all)
    if is_new then
      pick.items[row.path] = item
      added[#added + 1] = item
    else
      changed[#changed + 1] = item
    end
  end
  if pick.picker and #changed > 0 then
    pick.picker:update(unpack(changed))
  end
  if pick.picker and #added > 0 then
    pick.picker:add(added)
  end
end

---@param pick pi.sessions.Pick
local function spare(pick)
  local item = pick.doomed
  pick.doomed = nil
  if item then
    item.text = require("pi.sessions.row").title(item.value)
    pick.picker:update(item)
  end
end

--- The first press asks, the second one deletes.
---@param pick pi.sessions.Pick
---@param item pi.pick.Item
local function delete(pick, item)
  if pick.doomed ~= item then
    spare(pick)
    pick.doomed = item
    item.text = "<C-x> again to delete: " .. item.text
    pick.picker:update(item)
    return
  end
  pick.doomed = nil
  local params = { path = item.value.path, locks = require("pi.state_dir").path("locks") }
  require("pi.host").send("sessions.delete", params, function(err, answer)
    if err then
      item.text = require("pi.sessions.row").title(item.value)
      pick.picker:update(item)
      require("pi.notify").error(err)
      return
    end
    pick.picker:remove(item)
    require("pi.notify").info(answer.trashed and "the session is in the trash" or "the session is deleted")
  end)
end

---@param pick pi.sessions.Pick
---@param item pi.pick.Item
local function rename(pick, item)
  local row = item.value --[[@as pi.SessionRow]]
  pick.picker:close()
  vim.schedule(function()
    vim.ui.input({ prompt = "Name of the session: ", default = row.name or "" }, function(name)
      name = name and vim.trim(name) or ""
      if name == "" then
        return
      end
      require("pi.host").send("sessions.rename", { path = row.path, name = name }, function(err)
        if err then
          require("pi.notify").error(err)
        else
          M.open(pick.agent, pick.all)
        end
      end)
    end)
  end)
end

---@param pick pi.sessions.Pick
---@return pi.pick.Action[]
local function actions(pick)
  local function action(key, desc, run)
    return {
      key = key,
      desc = desc,
      run = function(item)
        run(pick, item)
      end,
    }
  end
  return {
    action("<C-x>", "delete", delete),
    action("<C-e>", "rename", rename),
    action("<C-t>", "new tab", function(_, item)
      pick.picker:close()
      vim.schedule(function()
        require("pi.sessions").resume_in_tab(item.value)
      end)
    end),
  }
end

---@param agent pi.Agent
---@param pick pi.sessions.Pick
---@return pi.SessionRow? row of the session that the agent has
local function current(agent, pick)
  local item = agent.session and pick.items[agent.session]
  return item and item.value
end

---@param agent pi.Agent
---@param all boolean
---@return string what to say of a list without sessions
local function empty_text(agent, all)
  if require("pi.remote").root(agent.cwd) then
    return "no sessions are here: where pi runs there may be some, :PiContinue goes on with the last"
  end
  return all and "there are no sessions yet"
    or "there are no sessions of this folder yet (:PiResume! shows all)"
end

--- Opens the picker.
---@param agent pi.Agent
---@param all boolean sessions of every folder
function M.open(agent, all)
  ---@type pi.sessions.Pick
  local pick = { agent = agent, all = all, items = {} }
  local stop = function() end
  local folder = vim.fn.fnamemodify(agent.cwd, ":~")
  pick.picker = require("pi.pick").open({
    title = all and "Sessions of all folders" or ("Sessions of %s"):format(folder),
    loading = true,
    preview = true,
    kind = "pi.session",
    empty = empty_text(agent, all),
    actions = actions(pick),
    on_choice = function(row)
      stop()
      require("pi.sessions").resume(agent, row)
    end,
    on_cancel = function()
      stop()
    end,
  })
  if pick.picker == nil then
    return
  end
  stop = require("pi.sessions.list").start(agent, all, {
    on_rows = function(rows)
      show(pick, rows)
      pick.picker.opts.current = pick.picker.opts.current or current(agent, pick)
    end,
    on_done = function()
      pick.picker:done()
    end,
    on_problem = function(problem)
      pick.picker:fail(problem)
    end,
  })
end

return M
