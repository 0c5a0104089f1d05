--- What a rename would change. Changes nothing.
local M = {}

--- Longest new text that is given on.
local MOST_BYTES = 500

--- The edits of each file, in both forms that servers use.
---@param edit table a WorkspaceEdit
---@return { uri: string, edits: table[] }[]
local function by_file(edit)
  local files = {}
  for _, change in ipairs(edit.documentChanges or {}) do
    if change.textDocument then -- others make, move or delete files
      files[#files + 1] = { uri = change.textDocument.uri, edits = change.edits }
    end
  end
  if edit.documentChanges == nil then
    for uri, edits in vim.spairs(edit.changes or {}) do
      files[#files + 1] = { uri = uri, edits = edits }
    end
  end
  return files
end

---@type pi.see.Answer
function M.preview(_, params, done)
  local places = require("pi.see.places")
  local function add(request)
    request.newName = params.name
  end
  places.ask(params, "textDocument/rename", "rename", add, function(problem, results)
    if results == nil then
      done(problem)
      return
    end
    local cut_list = require("pi.see.cut_list")
    local list, line_of = cut_list.new(), places.lines()
    -- Two servers would both do it: the first one counts.
    local result = results[1]
    for _, file in ipairs(result and by_file(result.value) or {}) do
      local path = vim.uri_to_fname(file.uri)
      for _, edit in ipairs(file.edits) do
        cut_list.add(list, function()
          return {
            path = path,
            encoding = result.client.offset_encoding or "utf-16",
            start = edit.range.start,
            ["end"] = edit.range["end"],
            newText = edit.newText:sub(1, MOST_BYTES),
            text = line_of(path, edit.range.start.line),
          }
        end)
      end
    end
    done(nil, list)
  end)
end

return M
