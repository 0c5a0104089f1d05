---@meta
--- What can be set of one pi, as src/controlContract.ts has it.

--- What can be completed.
---@class pi.Catalog
---@field models string[] `provider/id` of each
---@field levels string[]
---@field commands string[] without their slash
