--- The public API: one thin function for each thing a user can do. All of it works without `setup()`.
local M = {}

--- Sets options; may be called any number of times, the last call counts.
---@param opts? pi.UserConfig
function M.setup(opts)
  require("pi.config").set(opts)
end

--- Sends a prompt with lines or the selection, or opens the prompt with them attached.
---@param opts? pi.PromptOpts
function M.prompt(opts)
  require("pi.send").prompt(opts or {})
end

--- Sends what the prompt of this tab page holds.
---@param mode? pi.SendMode
function M.send(mode)
  require("pi.send").buffer(mode or "auto")
end

--- Has pi take a message in after its present step; without text, the prompt's.
---@param text? string
---@param opts? pi.PromptOpts
function M.steer(text, opts)
  require("pi.send").queue(vim.tbl_extend("force", opts or {}, { text = text, mode = "steer" }))
end

--- Has pi take a message in when it is done; without text, the prompt's.
---@param text? string
---@param opts? pi.PromptOpts
function M.follow_up(text, opts)
  require("pi.send").queue(vim.tbl_extend("force", opts or {}, { text = text, mode = "followUp" }))
end

--- Collects context for the next prompt: the live selection, else `opts.mention`, else the lines of `opts.range`, else
--- what the current buffer stands for.
---@param opts? { mention?: string, range?: { [1]: integer, [2]: integer } }
function M.add(opts)
  require("pi.add").add(opts or {})
end

--- Adds a mention of one's own to prompts.
---@param source pi.mention.Source
function M.add_mention(source)
  require("pi.mention").add(source)
end

--- Sends a prompt with its mentions, opens nothing, and calls back with the reply or with why there is none.
---@param text string
---@param opts? pi.reply.Options
---@param callback fun(err?: string, reply?: string)
function M.ask(text, opts, callback)
  require("pi.reply").ask(text, opts or {}, callback)
end

--- Opens the chat, or goes to its prompt.
---@param place? pi.Place
function M.open(place)
  require("pi.send").open(require("pi.agents").current(true), { place = place })
end

--- Closes the chat's windows; pi goes on.
function M.close()
  require("pi.ask").with_agent(function(agent)
    require("pi.chat").close(agent)
  end)
end

---@param place? pi.Place
function M.toggle(place)
  local agent = require("pi.agents").current(false)
  if agent and require("pi.chat").is_open(agent) then
    M.close()
  else
    M.open(place)
  end
end

--- Takes queued messages back into the prompt and stops what pi is doing.
function M.abort()
  require("pi.ask").running("agent.abort")
end

--- Lists what waits in pi's queue, to edit or drop one message.
function M.queue()
  require("pi.ask").with_agent(function(agent)
    require("pi.queue").pick(agent)
  end)
end

--- Picks an older prompt of this project.
function M.history()
  local agent = require("pi.agents").current(true) --[[@as pi.Agent]]
  require("pi.history").pick(agent)
end

--- Attaches an image to the prompt.
---@param file string path, or `clipboard`
function M.attach(file)
  if file == "" or file == "clipboard" then
    require("pi.attach").clipboard()
  else
    require("pi.attach").file(file)
  end
end

--- Takes an image off the prompt.
---@param label? string as it is shown; without it the only one, or one that is picked
function M.detach(label)
  require("pi.attach").detach(label)
end

--- Runs a shell command into the conversation.
---@param command string
---@param excluded? boolean the model does not see it
function M.bash(command, excluded)
  require("pi.send").shell(command, excluded or false)
end

--- Stops the shell commands that run.
function M.abort_bash()
  require("pi.ask").running("bash.abort")
end

--- Shows the dialog of an extension that waits, and goes to it.
function M.answer()
  require("pi.dialog").answer()
end

--- Shows all lines that extensions show beside the prompt.
function M.widgets()
  require("pi.ask").with_agent(function(agent)
    require("pi.chat.widgets").open(agent.id)
  end)
end

--- Ends this tab page's pi; the transcript stays, and the next prompt starts it again.
function M.stop()
  require("pi.ask").with_agent(function(agent)
    agent.stopped = true
  end)
  require("pi.ask").running("agent.stop")
end

--- Ends pi and starts it again on the same session, in the tab page's folder of now.
function M.restart()
  require("pi.ask").with_agent(function(agent)
    require("pi.agents").restart(agent, function(err)
      if err then
        require("pi.notify").error(err)
      end
    end)
  end)
end

--- Lets the user pick a session to go on with, of this folder or of all.
---@param opts? { all?: boolean }
function M.resume(opts)
  require("pi.sessions.pick").open(require("pi.agents").current(true), opts and opts.all or false)
end

--- Goes on with the session of this folder that was last written to.
function M.continue()
  require("pi.sessions").continue(require("pi.agents").current(true))
end

--- Lets the user pick one of their messages; a new session begins before it, and its text is in the prompt.
function M.fork()
  require("pi.sessions").fork(require("pi.agents").current(true))
end

--- Goes on with a copy of the session.
function M.clone()
  require("pi.sessions").clone(require("pi.agents").current(true))
end

--- Shows the session as a tree.
function M.tree()
  require("pi.tree").open(require("pi.agents").current(true))
end

--- Lets the user pick an agent to go to.
function M.agents()
  require("pi.agents.pick").open()
end

--- Puts the last reply into a register.
---@param register? string default `"`
function M.yank(register)
  require("pi.ask").with_agent(function(agent)
    require("pi.yank").reply(agent, register or '"')
  end)
end

--- Begins a new session in place of the present one; the draft stays.
function M.new()
  require("pi.control.session").new()
end

--- Names the session; without a name asks for it.
---@param name? string
function M.name(name)
  require("pi.control.session").name(name)
end

--- Shows what the session has used: tokens, cost, context.
function M.stats()
  require("pi.control.session").stats()
end

--- Exports the session as HTML.
---@param path? string a file or a folder
---@param opts? { open?: boolean } `open`: show it with `vim.ui.open`
function M.export(path, opts)
  require("pi.control.export").run(path, opts)
end

--- Picks a model, sets it, or goes to the next one.
---@param name? string `provider/id`, `next`, or nil for a list
function M.model(name)
  require("pi.control.model").model(name)
end

--- Picks a thinking level, sets it, or goes to the next one.
---@param level? string a level, `next`, or nil for a list
function M.thinking(level)
  require("pi.control.model").thinking(level)
end

--- Sets how pi takes in queued messages; without arguments says how it does.
---@param queue? "steer"|"followup"
---@param mode? "all"|"one-at-a-time"
function M.queue_mode(queue, mode)
  require("pi.control.behaviour").queue_mode(queue, mode)
end

--- Has pi compact or retry by itself, or not; without arguments says what it does.
---@param what? "compaction"|"retry"
---@param on? boolean
function M.auto(what, on)
  require("pi.control.behaviour").auto(what, on)
end

--- Gives up a retry that pi waits for.
function M.abort_retry()
  require("pi.control.behaviour").abort_retry()
end

--- Has pi put a summary in the place of older messages.
---@param instructions? string what the summary should keep
function M.compact(instructions)
  require("pi.control.behaviour").compact(instructions)
end

--- Shows what this project has for pi, and lets the user decide whether it is loaded.
function M.trust()
  require("pi.trust").open()
end

--- Decides which tool calls wait for your word in this project.
---@param tools? string names of tools, `none`, `default`, or nil for a list
function M.approve(tools)
  require("pi.approve").run(tools)
end

--- Runs a command of pi's (a skill, a template, an extension's); without a name picks one.
---@param text? string name and arguments
function M.command(text)
  require("pi.control.slash").run(text)
end

--- Lists what pi has changed in files, in the quickfix list.
---@param span? "run"|"prompt"|"session" default: the last run
function M.changes(span)
  require("pi.edit.list").open(span or "run")
end

--- Shows what pi has changed in a tab page of its own, file by file, to accept or reject.
---@param span? "prompt"|"run"|"session"|"file"|"message" default: since the last prompt
---@param opts? { fresh?: boolean } `fresh`: also what was accepted in an earlier review
function M.review(span, opts)
  require("pi.review").command(span or "prompt", opts or {})
end

--- Puts back what pi has changed, where nobody has changed it since.
---@param span? "prompt"|"run"|"session"|"message"|"undo" default: since the last prompt; `undo`: what was put back last
function M.revert(span)
  require("pi.edit.revert").run(span or "prompt")
end

--- Goes to the next change of the last run, through all its files.
function M.next_change()
  require("pi.edit.walk").go(1)
end

--- Goes to the change before.
function M.prev_change()
  require("pi.edit.walk").go(-1)
end

--- Lists what pi has shown as findings, or takes it away.
---@param opts? { clear?: boolean }
function M.findings(opts)
  require("pi.see.findings")[opts and opts.clear and "clear" or "list"]()
end

--- Shows the log.
function M.log()
  require("pi.log").open()
end

--- Builds the host from its sources.
function M.build()
  require("pi.build").with_notices()
end

--- What this tab page's agent is doing, or nil.
---@return table?
function M.status()
  return require("pi.status").status()
end

--- The same as a short string for 'statusline'; empty without an agent.
---@return string
function M.statusline()
  -- A status line is drawn all the time: it must not load anything before there is something to show.
  return package.loaded["pi.agents"] and require("pi.status").statusline() or ""
end

return M
