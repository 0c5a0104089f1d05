---@meta
--- What tools ask of the editor, as src/editorContract.ts has it.

---@class pi.event.Asked
---@field ask integer
---@field agent integer
---@field question string one of src/editorContract.ts
---@field params table
---@field deadline integer Unix milliseconds
