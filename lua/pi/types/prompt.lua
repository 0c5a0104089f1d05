---@meta
--- Prompts and what goes with them, as src/promptContract.ts has them.

---@alias pi.SendMode "auto"|"steer"|"followUp"

--- What goes with a prompt. `lines` are of a buffer or a file, counted from 1, both ends included; `text` is anything
--- else, e.g. diagnostics; `folder` is the names of its files.
---@class pi.ContextItem
---@field kind "lines"|"text"|"folder"|"binary"
---@field path? string absolute; absent for a buffer without a file
---@field name? string
---@field filetype? string
---@field first? integer
---@field last? integer
---@field partial? boolean `text` is only a part of these lines
---@field column? integer byte at which a selection by characters begins in its first line, from 1
---@field text string
---@field modified? boolean the buffer has changes that are not in the file
---@field whole? boolean these are all lines that there are
---@field notes? string[] what has to be said about it, e.g. how much is left out

---@class pi.Mention
---@field name string what follows the `@`
---@field path? string `name` without line numbers at its end
---@field first? integer
---@field last? integer
---@field items? pi.ContextItem[] what the editor has of it

---@class pi.Completion
---@field name string
---@field kind "command"|"mention"|"file"|"folder"
---@field description? string
---@field source? string

---@class pi.event.Returned
---@field agent integer
---@field text string
---@field context? pi.ContextItem[]
---@field attachments? pi.Attachment[]
---@field reason? string
