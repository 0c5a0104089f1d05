--- Notes on changes: they go with the next prompt, each with the change that it is about.
local M = {}

--- What is sent when nothing else is in the prompt.
local REQUEST = "Please see to my notes on your changes."

---@param hunk pi.review.Hunk
---@param state pi.review.State
---@return string
local function diff_of(hunk, state)
  local hunks = require("pi.review.hunks")
  local old, new = hunks.lines(state.before_buf), hunks.lines(state.file_pane.buf)
  local lines = { ("@@ -%d,%d +%d,%d @@"):format(hunk.old, hunk.old_count, hunk.new, hunk.new_count) }
  for i = hunk.old, hunk.old + hunk.old_count - 1 do
    lines[#lines + 1] = "-" .. old[i]
  end
  for i = hunk.new, hunk.new + hunk.new_count - 1 do
    lines[#lines + 1] = "+" .. new[i]
  end
  return table.concat(lines, "\n")
end

---@param file pi.review.File
---@param hunk? pi.review.Hunk
---@return string
local function place_of(file, hunk)
  if hunk == nil then
    return file.name
  end
  local first, last = hunk.new, hunk.new + math.max(hunk.new_count, 1) - 1
  return first == last and ("%s:%d"):format(file.name, first) or ("%s:%d-%d"):format(file.name, first, last)
end

--- Asks for a note on the change at the cursor; on the file where there are no lines to compare.
---@param state pi.review.State
function M.write(state)
  local file, hunk = state.files[state.index], nil
  if state.file_pane then
    hunk = require("pi.review.judge").change(state)
    if hunk == nil then
      return
    end
  end
  local place = place_of(file, hunk)
  local text = hunk and diff_of(hunk, state) or ""
  vim.ui.input({ prompt = ("Note on %s: "):format(place), default = state.notes[place] }, function(note)
    if note == nil or vim.trim(note) == "" then
      return
    end
    file.notes = file.notes + (state.notes[place] and 0 or 1)
    state.notes[place] = note
    require("pi.chat.collected").add(state.agent, {
      kind = "text",
      name = "your change of " .. place,
      filetype = "diff",
      text = text,
      notes = { "My note on it: " .. note },
    })
    require("pi.review.list").draw(state)
  end)
end

--- Closes the review and sends the notes; a draft in the prompt is left for the user to send with them.
---@param state pi.review.State
function M.send(state)
  if next(state.notes) == nil then
    local key = require("pi.review.keys").lhs("note")
    require("pi.notify").info("there are no notes to send" .. (key and (": %s writes one"):format(key) or ""))
    return
  end
  local prompt, agent = require("pi.chat.prompt"), state.agent
  state.notes = {}
  require("pi.review").close(state)
  require("pi.open")(agent)
  if vim.trim(prompt.text(agent)) == "" then
    prompt.set_text(agent, REQUEST)
    require("pi.send").buffer("auto")
  end
end

return M
