---@meta
--- Files that the agent changes, as src/changeContract.ts has them.

--- Which state of a file is meant, as `vim.uv.fs_stat` has it.
---@class pi.edit.Stamp
---@field sec integer
---@field nsec integer
---@field size integer

--- Lines from 0. With `col`: what `lines[1]` replaces within line `first`, in bytes.
---@class pi.edit.Edit
---@field first integer
---@field last integer exclusive
---@field lines string[]
---@field col? integer
---@field endCol? integer

---@class pi.edit.Update
---@field kind "absent"|"reload"|"edits"

--- Of the kind "edits".
---@class pi.edit.Edits: pi.edit.Update
---@field stamp pi.edit.Stamp
---@field edits pi.edit.Edit[] from the last to the first
---@field lineCount integer that the buffer must have before
---@field byteCount integer
---@field format "unix"|"dos"|"mac"
---@field endOfLine boolean
---@field bomb boolean

---@class pi.event.LineHunk lines from 0
---@field oldStart integer
---@field oldCount integer
---@field newStart integer
---@field newCount integer

---@class pi.event.ChangedFile
---@field path string absolute, without links
---@field kind "changed"|"created"|"deleted"|"renamed"
---@field to? string of a renamed one
---@field tool string
---@field hunks pi.event.LineHunk[]

---@class pi.event.FilesChanged
---@field agent integer
---@field files pi.event.ChangedFile[]

---@class pi.ChangeRow
---@field path string
---@field line integer from 1
---@field endLine integer
---@field text string
