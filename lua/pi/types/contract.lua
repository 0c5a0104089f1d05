---@meta
--- What belongs to no subject of its own, as src/contract.ts has it.

---@class pi.event.Answer
---@field id integer
---@field ok boolean
---@field value? any
---@field error? string

---@class pi.event.Notice
---@field agent? integer
---@field level "info"|"warn"|"error"
---@field text string
---@field source? "extension" absent: the host itself

---@class pi.BatchResult
---@field errors { [1]: integer, [2]: string }[]
