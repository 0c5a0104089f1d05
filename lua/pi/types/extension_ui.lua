---@meta
--- What extensions ask and show, as src/extensionUiContract.ts has it.

--- Lines with their highlights: row, col, end_col, group four by four.
---@class pi.ShownText
---@field lines string[]
---@field marks (integer|string)[]
---@field rows? (integer|string)[] row and group of whole lines, two by two

---@class pi.event.Dialog
---@field dialog integer
---@field agent integer
---@field method "select"|"confirm"|"input"|"editor"|"approve"
---@field title pi.ShownText
---@field message? pi.ShownText
---@field options? pi.ShownText[]
---@field placeholder? string
---@field prefill? string[]
---@field approval? { scope: string, isChange: boolean }
---@field edited? string[] the user's version of a proposed change, until it is accepted
---@field deadline? integer Unix milliseconds
---@field waiting integer how many come after it

---@class pi.Widget: pi.ShownText
---@field key string
---@field placement "above"|"below"
