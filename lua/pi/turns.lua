--- Runs functions one after the other, each in a turn of the main loop of its own: what one of them loads does not add
--- up to a time in which the editor takes no key.
---@param steps fun()[]
return function(steps)
  local at = 0
  local function run_next()
    at = at + 1
    steps[at]()
    if steps[at + 1] then
      vim.defer_fn(run_next, 0)
    end
  end
  vim.defer_fn(run_next, 0)
end
