--- Whether pi may load the files that a project has for it: asked once for each folder, shown and changed by `:PiTrust`.
local M = {}

--- A question that opens by itself must not take keys that are meant for something else: nothing was typed for so long.
local CALM_MS = 700
local TRY_AGAIN_MS = 300

---@class pi.TrustReport
---@field folder string
---@field found string[] relative to the folder
---@field loaded boolean
---@field isOpen boolean nobody has decided yet
---@field choice? "now"|"always"|"never"|"notNow"
---@field reason? string who has decided

local CHOICES = {
  { "notNow", "Not now", "go on without them, until Neovim ends" },
  { "now", "Load for now", "until Neovim ends" },
  { "always", "Always load", "saved by pi for this folder" },
  { "never", "Never load", "saved by pi for this folder" },
}

---@param report pi.TrustReport
---@return string
local function explanation(report)
  local is_now = report.loaded and "They are loaded now." or "They are not loaded now."
  return table.concat({
    vim.fn.fnamemodify(report.folder, ":~"),
    "  " .. table.concat(report.found, ", "),
    report.reason and report.reason .. " " .. is_now or is_now,
    "pi's extensions are programs: they run on this machine with your rights.",
  }, "\n")
end

---@param agent pi.Agent
---@param choice string
local function choose(agent, choice)
  require("pi.host").send("trust.choose", { agent = agent.id, choice = choice }, function(err)
    if err then
      require("pi.notify").error(err)
    end
  end)
end

---@param report pi.TrustReport
---@return pi.pick.Item[]
local function items_of(report)
  local preview = explanation(report)
  return vim.tbl_map(function(choice)
    return { text = choice[2], detail = choice[3], preview = preview, value = choice[1] }
  end, CHOICES)
end

---@param agent pi.Agent
---@param report pi.TrustReport
local function ask(agent, report)
  require("pi.pick").open({
    title = "Load pi's files of this project?",
    kind = "pi-trust",
    current = report.choice,
    items = items_of(report),
    on_choice = function(choice)
      choose(agent, choice)
    end,
  })
end

--- Whether a window may open by itself now.
---@param last_key integer
---@return boolean
local function is_calm(last_key)
  local is_floating = vim.api.nvim_win_get_config(0).relative ~= ""
  return vim.api.nvim_get_mode().mode == "n"
    and vim.fn.getcmdwintype() == ""
    and not is_floating
    and vim.uv.now() - last_key >= CALM_MS
end

--- Opens the question when the user rests. It can always be opened by `:PiTrust`.
---@param agent pi.Agent
---@param report pi.TrustReport
local function ask_when_calm(agent, report)
  local last_key = vim.uv.now()
  local listener = vim.on_key(function()
    last_key = vim.uv.now()
  end)
  local timer = assert(vim.uv.new_timer())
  timer:start(
    CALM_MS,
    TRY_AGAIN_MS,
    vim.schedule_wrap(function()
      local is_due = report.isOpen and require("pi.agents").get(agent.id) ~= nil
      if timer:is_closing() or is_due and not is_calm(last_key) then
        return
      end
      timer:close()
      vim.on_key(nil, listener)
      if is_due then
        ask(agent, report)
      end
    end)
  )
  agent.trust = report
end

--- pi starts without the project's files, since nobody has decided on them.
---@param agent pi.Agent
---@param report pi.TrustReport
function M.asked(agent, report)
  local found = table.concat(report.found, ", ")
  require("pi.notify").info(("not loaded: %s; :PiTrust decides"):format(found))
  if #vim.api.nvim_list_uis() > 0 then
    ask_when_calm(agent, report)
  end
end

--- Shows what this project has for pi, and lets the user decide.
function M.open()
  require("pi.ask").started("trust.report", {}, function(report, agent)
    if agent.trust then
      agent.trust.isOpen = false -- it need not open by itself any more
    end
    local folder = vim.fn.fnamemodify(report.folder, ":~")
    if #report.found == 0 then
      local reason = report.reason and " " .. report.reason or ""
      require("pi.notify").info(
        ("there is nothing to trust: no files for pi are in %s.%s"):format(folder, reason)
      )
    else
      ask(agent, report)
    end
  end)
end

return M
