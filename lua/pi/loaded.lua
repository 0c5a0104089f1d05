--- A module of ours, if it is loaded. What a chat draws or measures is asked of this: as long as nothing has loaded a
--- module it keeps nothing, and the first opening does not load it to hear that.
---@param name string e.g. `attach`
---@return table?
return function(name)
  return package.loaded["pi." .. name]
end
