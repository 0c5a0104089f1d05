---@meta
--- Lines of the transcript, as src/transcriptContract.ts has them.

---@class pi.event.Hunk
---@field first integer
---@field last integer
---@field col? integer
---@field lines string[]
---@field marks (integer|string)[]
---@field decor (integer|table)[]
---@field anchors integer[]

---@class pi.event.Patched
---@field agent integer
---@field reset boolean
---@field hunks pi.event.Hunk[]
---@field older boolean
---@field newer boolean
---@field hold boolean
---@field target? integer row that was to be revealed
