---@meta
--- What `setup()` and `vim.g.pi` take, as lua/pi/config/schema.lua has it.

---@alias pi.Place "right"|"left"|"below"|"above"|"float"|"tab"
---@alias pi.Keys string|string[]|false
---@alias pi.Opening "open"|"closed"|integer

---@class pi.LayoutConfig
---@field place pi.Place
---@field width number a share of the editor up to 1, else columns
---@field height number a share of the editor up to 1, else lines
---@field float_width number the same of a floating chat
---@field float_height number
---@field prompt_height integer most lines that the prompt takes
---@field wrap boolean

---@class pi.KeysConfig
---@field file table<string, pi.Keys>
---@field prompt table<string, pi.Keys>
---@field transcript table<string, pi.Keys>
---@field review table<string, pi.Keys>
---@field tree table<string, pi.Keys>

---@class pi.DialogsConfig
---@field open "auto"|"manual"
---@field select "auto"|"ui"|"float"
---@field confirm "auto"|"ui"|"float"
---@field input "auto"|"ui"|"float"

---@class pi.ExtensionsConfig
---@field notices_in_transcript boolean
---@field title boolean
---@field widget_height integer

---@class pi.Config
---@field cmd string|string[]|fun(cwd: string): string|string[]
---@field args string[]
---@field env table<string, string>
---@field node string
---@field host "own"|"shared"
---@field remote { root: string|fun(cwd: string): string|false }
---@field extension boolean
---@field titles boolean
---@field editor_tools "read"|"all"|string[]|false
---@field ambient boolean
---@field approve string[]
---@field scope "tab"|"cwd"|"global"
---@field log_level pi.LogLevel
---@field system_messages boolean
---@field models string[]
---@field layout pi.LayoutConfig
---@field drafts boolean
---@field history boolean
---@field completion "auto"|"manual"
---@field prompts table<string, pi.prompts.Prompt|false>
---@field blocks table<string, "auto"|pi.Opening>
---@field markdown { by: "host"|"treesitter"|"render-markdown"|"markview", most_lines: integer }
---@field conceal boolean
---@field icons "unicode"|"ascii"|table<string, string>
---@field keys pi.KeysConfig
---@field changes { marks: "sign"|"line"|"off", seconds: integer|false }
---@field dialogs pi.DialogsConfig
---@field extensions pi.ExtensionsConfig
---@field bell boolean

--- What `setup()` and `vim.g.pi` take: any part of a pi.Config.
---@class pi.UserConfig: pi.Config, { layout?: table, keys?: table, dialogs?: table, extensions?: table }
