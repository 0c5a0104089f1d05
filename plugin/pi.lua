--- Commands and <Plug> maps. Loads nothing until one of them is used, and nothing at all starts before that.
if vim.g.loaded_pi then
  return
end
vim.g.loaded_pi = 1

--- Name, attributes, <Plug>(pi-…) map and its modes. What a command does: lua/pi/command.lua and control/commands.lua.
local commands = {
  {
    "PiPrompt",
    { nargs = "*", range = true, bang = true },
    "prompt",
    "nxs",
    "Ask pi, about lines or a selection",
  },
  { "PiSteer", { nargs = "*", range = true }, "steer", "nxs", "Tell pi something while it works" },
  {
    "PiFollowUp",
    { nargs = "*", range = true },
    "follow-up",
    "nxs",
    "Tell pi something for when it is done",
  },
  { "PiAdd", { nargs = "?", range = true, bang = true }, "add", "nxs", "Collect context for a prompt" },
  { "PiOpen", { nargs = "?", bar = true }, "open", "n", "Open the chat" },
  { "PiClose", {}, "close", "n", "Close the chat" },
  { "PiToggle", { nargs = "?", bar = true }, "toggle", "n", "Open or close the chat" },
  { "PiAbort", {}, "abort", "n", "Stop what pi is doing" },
  { "PiQueue", {}, "queue", "n", "List what waits to be sent" },
  { "PiHistory", {}, "history", "n", "Pick an older prompt" },
  { "PiAttach", { nargs = 1 }, "attach", "n", "Attach an image to the prompt" },
  { "PiDetach", { nargs = "?" }, "detach", "n", "Take an image off the prompt" },
  { "PiBash", { nargs = 1, bang = true }, "bash", "n", "Run a shell command into the conversation" },
  { "PiAbortBash", {}, "abort-bash", "n", "Stop shell commands" },
  { "PiAnswer", {}, "answer", "nxit", "Answer what an extension asks" },
  { "PiWidgets", {}, "widgets", "n", "Show all that extensions show beside the prompt" },
  { "PiStop", {}, "stop", "n", "End pi" },
  { "PiRestart", {}, "restart", "n", "Start pi again, in this tab page's folder" },
  { "PiResume", { bang = true }, "resume", "n", "Go on with another session" },
  { "PiContinue", {}, "continue", "n", "Go on with the last session" },
  { "PiFork", {}, "fork", "n", "Fork the session before one of your messages" },
  { "PiClone", {}, "clone", "n", "Go on with a copy of the session" },
  { "PiTree", {}, "tree", "n", "Show the session as a tree" },
  { "PiAgents", {}, "agents", "n", "Pick among the agents" },
  { "PiYank", { nargs = "?" }, "yank", "n", "Yank the last reply" },
  { "PiNew", {}, "new", "n", "Begin a new session" },
  { "PiName", { nargs = "*" }, "name", "n", "Name the session" },
  { "PiStats", {}, "stats", "n", "Show what the session has used" },
  {
    "PiExport",
    { nargs = "?", bang = true, complete = "file" },
    "export",
    "n",
    "Export the session as HTML",
  },
  { "PiCompact", { nargs = "*" }, "compact", "n", "Summarize older messages" },
  { "PiModel", { nargs = "?", bar = true }, "model", "n", "Choose the model" },
  { "PiThinking", { nargs = "?", bar = true }, "thinking", "n", "Choose how long the model thinks" },
  {
    "PiQueueMode",
    { nargs = "*", bar = true },
    "queue-mode",
    "n",
    "Say how queued messages are taken in",
  },
  { "PiAuto", { nargs = "*", bar = true }, "auto", "n", "Have pi compact or retry by itself" },
  { "PiAbortRetry", {}, "abort-retry", "n", "Give up a retry" },
  { "PiCommand", { nargs = "*" }, "command", "n", "Run a command of pi's" },
  { "PiChanges", { nargs = "?", bar = true }, "changes", "n", "List what pi has changed in files" },
  { "PiReview", { nargs = "?", bang = true, bar = true }, "review", "n", "Review what pi has changed" },
  { "PiRevert", { nargs = "?", bar = true }, "revert", "n", "Put back what pi has changed" },
  { "PiNextChange", {}, "next-change", "n", "Go to the next change of pi's" },
  { "PiPrevChange", {}, "prev-change", "n", "Go to the change of pi's before" },
  { "PiFindings", { bang = true }, "findings", "n", "List what pi has found" },
  { "PiTrust", {}, "trust", "n", "Trust this project's files for pi, or not" },
  { "PiApprove", { nargs = "*" }, "approve", "n", "Decide which tool calls wait for your word" },
  { "PiLog", { nargs = "?" }, "log", "n", "Show the log" },
  { "PiBuild", {}, "build", "n", "Build the host" },
}

if vim.fn.has("nvim-0.10") == 0 then
  for _, row in ipairs(commands) do
    vim.cmd(
      ("command! -nargs=* -range -bang %s echohl ErrorMsg | echomsg 'pi needs Neovim 0.10 or newer' | echohl None"):format(
        row[1]
      )
    )
  end
  return
end

for _, row in ipairs(commands) do
  local name, attributes, plug, modes = row[1], row[2], row[3], row[4]
  attributes.desc = row[5]
  attributes.bar = attributes.bar or attributes.nargs == nil
  if attributes.nargs and attributes.complete == nil then
    attributes.complete = function(lead, line, position)
      return require("pi.command.completion").complete(name, lead, line:sub(1, position))
    end
  end
  vim.api.nvim_create_user_command(name, function(args)
    require("pi.command").run(name, args)
  end, attributes)
  local map = {
    desc = row[5],
    callback = function()
      require("pi.command").plug(name)
    end,
  }
  for mode in modes:gmatch(".") do
    vim.api.nvim_set_keymap(mode, "<Plug>(pi-" .. plug .. ")", "", map)
  end
end

vim.api.nvim_create_autocmd("BufReadCmd", {
  pattern = "pi://*",
  desc = "pi: there is no file to read; on 0.10 saying so would ask for <CR> when a session file is loaded",
  command = "",
})
vim.api.nvim_create_autocmd("SessionLoadPost", {
  desc = "pi: drop the empty windows that a session file brings back for a chat",
  callback = function()
    require("pi.chat").drop_leftovers()
  end,
})
