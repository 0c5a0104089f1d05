--- Composing and sending: prompts, what goes with them, what waits in the queue, shell commands.
---@class pi.api.Prompt
local M = {}

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

--- Lists what waits in pi's queue, to edit or drop one message.
function M.queue()
  require("pi.ask").with_agent(function(agent)
    require("pi.queue").pick(agent)
  end)
end

--- Sends a prompt with its mentions, opens nothing, and calls back with the reply or with why there is none.
---@param text string
---@param opts? pi.reply.Options
---@param callback fun(err?: string, reply?: string)
function M.ask(text, opts, callback)
  require("pi.reply").ask(text, opts or {}, callback)
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

--- Picks an older prompt of this project.
function M.history()
  local agent = require("pi.agents").current(true) --[[@as pi.Agent]]
  require("pi.history").pick(agent)
end

--- Runs a shell command into the conversation.
---@param command string
---@param excluded? boolean the model does not see it
function M.bash(command, excluded)
  require("pi.send").shell(command, excluded or false)
end

--- Stops the shell commands that run.
function M.abort_bash()
  require("pi.ask").running("bash.abort", function(answer)
    if not answer.aborted then
      require("pi.notify").info("no shell command of yours runs: there is nothing to stop")
    end
  end)
end

return M
