---@meta
--- Changes that are judged, as src/reviewContract.ts has them.

---@class pi.review.Row
---@field path string absolute, without links
---@field kind "changed"|"created"|"deleted"
---@field from? string where a renamed one was
---@field to? string where one went that was renamed
---@field added integer lines
---@field removed integer
---@field hunks integer changes that are not judged yet
---@field isAccepted boolean
---@field reason? string why there are no lines to compare

---@class pi.review.Merge
---@field base string[]
---@field theirs string[]
---@field lines string[] both merged
---@field conflicts { first: integer, last: integer, mine: string[], theirs: string[] }[] lines from 0, `last` exclusive
---@field stamp pi.edit.Stamp
