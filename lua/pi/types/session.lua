---@meta
--- Lists of sessions and their trees, as src/sessionContract.ts has them.

---@class pi.event.Found
---@field list integer
---@field rows pi.SessionRow[]
---@field total integer
---@field done boolean

---@class pi.event.TreePatched
---@field agent integer
---@field reset boolean
---@field hunks pi.event.Hunk[]
---@field leaf integer row from 0
---@field done boolean
