---@meta
--- Images of a prompt, as src/composeContract.ts has them.

--- An image file that goes with a prompt, as the host has described it.
---@class pi.Attachment
---@field path string absolute
---@field label string e.g. `shot.png 34 KB`
---@field mimeType string
---@field bytes integer
