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

--- The conversation is at another place.
---@class pi.Arrival
---@field cancelled boolean
---@field text? string a message of the user's that it is before now
---@field context? pi.ContextItem[] what went with that
