--- Makes a function that does its work the first time it is called, and nothing after that.
---@param run fun()
---@return fun()
return function(run)
  local has_run = false
  return function()
    if not has_run then
      has_run = true
      run()
    end
  end
end
