--- The public API: one thin function for each thing a user can do. All of it works without `setup()`.
local M = {}

--- Sets options; may be called any number of times, the last call counts.
---@param opts? pi.UserConfig
function M.setup(opts)
  require("pi.config").set(opts)
end

--- Calls `action` with this tab page's agent, or says that there is none.
---@param action fun(agent: pi.Agent)
local function with_agent(action)
  local agent = require("pi.agents").current(false)
  if agent then
    action(agent)
  else
    require("pi.notify").info("there is no agent in this tab page: :PiOpen or :PiPrompt starts one")
  end
end

--- Calls a method of a running host for this tab page's agent.
---@param method string
---@param on_success? fun(agent: pi.Agent)
local function tell_host(method, on_success)
  with_agent(function(agent)
    local host = require("pi.host")
    if not host.is_running() then
      require("pi.notify").info("pi is not running")
      return
    end
    host.send(method, { agent = agent.id }, function(err)
      if err then
        require("pi.notify").error(err)
      elseif on_success then
        on_success(agent)
      end
    end)
  end)
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
  with_agent(function(agent)
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
  tell_host("agent.abort")
end

--- Ends this tab page's pi; the transcript stays, and the next prompt starts it again.
function M.stop()
  with_agent(function(agent)
    agent.stopped = true
  end)
  tell_host("agent.stop")
end

--- Ends pi and starts it again on the same session, in the tab page's folder of now.
function M.restart()
  with_agent(function(agent)
    require("pi.agents").restart(agent, function(err)
      if err then
        require("pi.notify").error(err)
      end
    end)
  end)
end

--- Puts the last reply into a register.
---@param register? string default `"`
function M.yank(register)
  with_agent(function(agent)
    require("pi.yank").reply(agent, register or '"')
  end)
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
