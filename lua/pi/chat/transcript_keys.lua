--- Keys for reading a transcript.

---@class pi.chat.ReadingKey
---@field [1] string name in `keys.transcript`
---@field [2] string of its <Plug> map, without `pi-`
---@field [3] string modes
---@field [4] string what it does, for the list of keys
---@field [5] string module of the chat
---@field [6] string function there
---@field [7] any its argument
---@field expr? true the function gives the keys that do it

---@type pi.chat.ReadingKey[]
return {
  { "toggle_block", "block-toggle", "n", "open or close the block here", "blocks", "set_at_cursor" },
  { "toggle_block_alt", "block-toggle", "n", "open or close the block here", "blocks", "set_at_cursor" },
  { "open_block", "block-open", "n", "open the block here", "blocks", "set_at_cursor", true },
  { "close_block", "block-close", "n", "close the block here", "blocks", "set_at_cursor", false },
  { "open_all", "blocks-open", "n", "open all blocks", "blocks", "set_all", true },
  { "close_all", "blocks-close", "n", "close all blocks", "blocks", "set_all", false },
  { "next_message", "message-next", "n", "to the next message", "blocks", "walk_messages", 1 },
  { "prev_message", "message-prev", "n", "to the message before", "blocks", "walk_messages", -1 },
  { "outline", "outline", "n", "outline", "outline", "open" },
  { "enter", "enter", "n", "open the file here, or the block", "visit", "enter" },
  { "file", "file", "nx", "open the file here", "visit", "file" },
  { "places", "places", "nx", "list the places that are named here", "places", "list" },
  { "outside", "outside", "n", "open the link or image here", "visit", "outside" },
  { "yank_code", "code-yank", "n", "copy the code block", "code", "yank" },
  { "put_code", "code-put", "n", "put the code into your file, after its cursor", "code", "put", true },
  { "put_code_before", "code-put-before", "n", "the same, before it", "code", "put", false },
  { "inner_code", "code-inner", "ox", "text object: the code", "code", "object", true, expr = true },
  {
    "around_code",
    "code-around",
    "ox",
    "text object: code and fences",
    "code",
    "object",
    false,
    expr = true,
  },
  {
    "inner_message",
    "message-inner",
    "ox",
    "text object: the message",
    "blocks",
    "object",
    true,
    expr = true,
  },
  {
    "around_message",
    "message-around",
    "ox",
    "text object: all of it",
    "blocks",
    "object",
    false,
    expr = true,
  },
  { "first", "first", "n", "to the first line of all", "extend", "motion", "gg", expr = true },
  { "last", "last", "n", "to the last line of all", "extend", "motion", "G", expr = true },
  { "next_match", "match-next", "n", "to the next match, loaded or not", "search", "step", "n", expr = true },
  { "prev_match", "match-prev", "n", "to the match before", "search", "step", "N", expr = true },
}
