---@meta
--- What Lua and the host say to each other, as src/contract.ts has it, and what Lua keeps of its own.

---@alias pi.Place "right"|"left"|"below"|"above"|"float"|"tab"
---@alias pi.SendMode "auto"|"steer"|"followUp"
---@alias pi.Keys string|string[]|false
---@alias pi.Opening "open"|"closed"|integer

---@class pi.LayoutConfig
---@field place pi.Place
---@field width number a share of the editor up to 1, else columns
---@field height number a share of the editor up to 1, else lines
---@field prompt_height integer most lines that the prompt takes

---@class pi.KeysConfig
---@field file table<string, pi.Keys>
---@field prompt table<string, pi.Keys>
---@field transcript table<string, pi.Keys>
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

--- What `setup()` and `vim.g.pi` take: any part of a pi.Config.
---@class pi.UserConfig: pi.Config, { layout?: table, keys?: table, dialogs?: table, extensions?: table }

---@alias pi.Begin "open"|"fork"|"take"|"read"|"last"

---@class pi.AgentSpec
---@field agent integer
---@field cwd string
---@field cmd string[]
---@field args string[]
---@field env table<string, string>
---@field session? string
---@field blocks? table<string, pi.Opening>
---@field systemMessages? boolean
---@field begin? pi.Begin
---@field locks? string
---@field extension? string
---@field editorTools? "read"|"all"|string[]
---@field approve? { tools: string[], folder: string }
---@field remote? string
---@field keepNotices boolean

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

--- An image file that goes with a prompt, as the host has described it.
---@class pi.Attachment
---@field path string absolute
---@field label string e.g. `shot.png 34 KB`
---@field mimeType string
---@field bytes integer

---@class pi.AgentStatus
---@field running boolean
---@field reading? boolean the session of another Neovim is shown
---@field busy boolean
---@field activity string
---@field since? integer Unix milliseconds
---@field model? string
---@field modelName? string
---@field provider? string
---@field thinking? string
---@field contextPercent? number
---@field contextWindow? integer
---@field cost number US dollars
---@field queue { steering: string[], followUp: string[] }
---@field sessionFile? string
---@field sessionName? string
---@field cwd string
---@field untrusted boolean the project has files for pi that were not loaded
---@field unguarded? boolean pi gets no prompts: `approve` is set, and nobody could be asked
---@field linked? boolean our own extension inside pi has connected to the host
---@field dialogs? integer that wait for an answer
---@field statuses? { key: string, text: string }[] of extensions, in the order of their keys
---@field pid? integer

--- What can be completed.
---@class pi.Catalog
---@field models string[] `provider/id` of each
---@field levels string[]
---@field commands string[] without their slash

---@class pi.Agent
---@field id integer
---@field cwd string real path, fixed until a restart
---@field tab integer handle of the tab page where it was made
---@field status? pi.AgentStatus from the newest `agent.changed`
---@field session? string session file to go on with
---@field started boolean the host was told to start it, and has not reported its end
---@field lost boolean the host ended while it was started
---@field stopped boolean the user stopped it
---@field catalog? pi.Catalog
---@field trust? pi.TrustReport a question that waits for a calm moment
---@field offered? string folder that the user was told about

---@class pi.event.Hunk
---@field first integer
---@field last integer
---@field col? integer
---@field lines string[]
---@field marks (integer|string)[]
---@field decor (integer|table)[]
---@field anchors integer[]

---@class pi.event.Patched
---@field agent integer
---@field reset boolean
---@field hunks pi.event.Hunk[]
---@field older boolean
---@field newer boolean
---@field hold boolean
---@field target? integer row that was to be revealed

---@class pi.event.Answer
---@field id integer
---@field ok boolean
---@field value? any
---@field error? string

---@class pi.event.Returned
---@field agent integer
---@field text string
---@field context? pi.ContextItem[]
---@field attachments? pi.Attachment[]
---@field reason? string

---@class pi.event.Ended
---@field agent integer
---@field expected boolean
---@field message? string

---@class pi.event.Asked
---@field ask integer
---@field agent integer
---@field question string one of src/editorContract.ts
---@field params table
---@field deadline integer Unix milliseconds

---@class pi.event.Found
---@field list integer
---@field rows pi.SessionRow[]
---@field total integer
---@field done boolean

---@class pi.event.TreePatched
---@field agent integer
---@field reset boolean
---@field hunks pi.event.Hunk[]
---@field leaf integer row from 0
---@field done boolean

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

---@class pi.event.Notice
---@field agent? integer
---@field level "info"|"warn"|"error"
---@field text string

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

---@class pi.BatchResult
---@field errors { [1]: integer, [2]: string }[]
