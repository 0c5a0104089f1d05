--- What each command and <Plug> map does with its range, bang and arguments.
local M = {}

--- Where a chat can be, as `:PiOpen` takes it.
M.PLACES = { "right", "left", "below", "above", "float", "tab" }

---@alias pi.command.Args vim.api.keyset.create_user_command.command_args

--- The range of a command as context, or nil when none was given.
---@param args pi.command.Args
---@return pi.PromptOpts
local function prompt_opts(args)
  local is_live = require("pi.context").selection() ~= nil
  if args.range == 0 or is_live then
    return {}
  end
  local context = { require("pi.context").range(args.line1, args.line2) }
  return { range = { args.line1, args.line2 }, context = context }
end

---@param args pi.command.Args
---@param action fun(place?: pi.Place)
local function at_place(args, action)
  local place = args.args ~= "" and args.args or nil
  if place and not vim.list_contains(M.PLACES, place) then
    require("pi.notify").error(("there is no place %q: use %s"):format(place, table.concat(M.PLACES, ", ")))
    return
  end
  action(place)
end

--- Whether `:tab` stands before a command.
---@param args pi.command.Args
---@return boolean
local function has_tab(args)
  return args.smods ~= nil and args.smods.tab >= 0
end

---@param name string
---@return fun()
local function call(name)
  return function()
    require("pi")[name]()
  end
end

---@type table<string, fun(args: pi.command.Args)>
local bodies = {
  PiPrompt = function(args)
    local mode = args.bang and "followUp" or "auto"
    require("pi").prompt(vim.tbl_extend("force", prompt_opts(args), { text = args.args, mode = mode }))
  end,
  PiSteer = function(args)
    require("pi").steer(args.args, prompt_opts(args))
  end,
  PiFollowUp = function(args)
    require("pi").follow_up(args.args, prompt_opts(args))
  end,
  PiAdd = function(args)
    if args.bang then
      require("pi.take_off").run()
      return
    end
    local has_range = args.range > 0 and require("pi.context").selection() == nil
    require("pi").add({ mention = args.args, range = has_range and { args.line1, args.line2 } or nil })
  end,
  PiOpen = function(args)
    if not has_tab(args) or require("pi.agents.new_tab")(args.smods.tab) then
      at_place(args, require("pi").open)
    end
  end,
  PiToggle = function(args)
    at_place(args, require("pi").toggle)
  end,
  PiYank = function(args)
    require("pi").yank(args.args ~= "" and args.args or nil)
  end,
  PiResume = function(args)
    require("pi").resume({ all = args.bang })
  end,
  PiContinue = call("continue"),
  PiFork = call("fork"),
  PiClone = call("clone"),
  PiTree = call("tree"),
  PiAgents = call("agents"),
  PiAttach = function(args)
    require("pi").attach(args.args)
  end,
  PiDetach = function(args)
    require("pi").detach(args.args ~= "" and args.args or nil)
  end,
  PiBash = function(args)
    require("pi").bash(args.args, args.bang)
  end,
  PiAbortBash = call("abort_bash"),
  PiChanges = function(args)
    require("pi").changes(args.args ~= "" and args.args or nil)
  end,
  PiReview = function(args)
    require("pi").review(args.args ~= "" and args.args or nil, { fresh = args.bang })
  end,
  PiRevert = function(args)
    require("pi").revert(args.args ~= "" and args.args or nil)
  end,
  PiNextChange = call("next_change"),
  PiPrevChange = call("prev_change"),
  PiQueue = call("queue"),
  PiHistory = call("history"),
  PiClose = call("close"),
  PiAbort = call("abort"),
  PiAnswer = call("answer"),
  PiWidgets = call("widgets"),
  PiStop = call("stop"),
  PiRestart = call("restart"),
  PiLog = function(args)
    require("pi").log(args.args ~= "" and args.args or nil)
  end,
  PiBuild = call("build"),
}

--- Those of lua/pi/control, loaded when one of them is used.
setmetatable(bodies, {
  __index = function(_, name)
    return require("pi.control.commands").bodies[name]
  end,
})

--- Runs a command.
---@param name string
---@param args pi.command.Args
function M.run(name, args)
  bodies[name](args)
end

--- Runs a command from its <Plug> map: in Visual mode with the live selection, and with a register typed before it.
---@param name string
function M.plug(name)
  if name == "PiAdd" and require("pi.context").selection() == nil then
    require("pi.add").start_operator()
    return
  end
  local register = name == "PiYank" and vim.v.register or ""
  bodies[name]({ args = register, range = 0, bang = false })
end

return M
