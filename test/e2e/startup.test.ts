import { describe, expect, it } from "vitest";
import { editors, launch } from "../support/e2e";

/** The commands of the main job. */
const COMMANDS = [
  "PiPrompt",
  "PiOpen",
  "PiClose",
  "PiToggle",
  "PiSteer",
  "PiFollowUp",
  "PiAbort",
  "PiStop",
  "PiRestart",
  "PiYank",
  "PiLog",
  "PiBuild",
];

const OPTION_PROBLEMS = [
  [
    "{ blocks = { tool = 0 } }",
    "`blocks.tool` should be auto, open, closed or a whole number above 0, not the number 0",
  ],
  ["{ args = { 'a', 1 } }", "`args` should be a list of strings, not a list with the number 1"],
  ["{ cmd = '' }", "`cmd` should be a string, a list of strings or a function, not an empty string"],
  [
    "{ prompts = { a = 1 } }",
    "`prompts` should be a table of texts, functions and false by name, not a table with the number 1",
  ],
  ["{ layout = 'right' }", '`layout` should be a table, not the string "right"'],
  ["{ layout = { widht = 30 } }", "there is no option `layout.widht`; did you mean `layout.width`?"],
  ["{ colours = true }", "there is no option `colours`; :help pi-options lists them"],
] as const;

const LOADED_MODULES = `
return vim.tbl_filter(function(name) return name == "pi" or vim.startswith(name, "pi.") end, vim.tbl_keys(package.loaded))
`;

describe.each(editors)("Starting $name", (editor) => {
  it("defines every command before setup and loads no module of the plugin", async () => {
    const nvim = await launch(editor);
    const commands = await nvim.lua<string[]>("return vim.tbl_keys(vim.api.nvim_get_commands({}))");
    expect(COMMANDS.filter((name) => !commands.includes(name))).toEqual([]);
    expect(await nvim.lua(LOADED_MODULES)).toEqual([]);
  });

  it("starts no process, with setup neither", async () => {
    const nvim = await launch(editor, { setup: {} });
    expect(nvim.processes().map(({ pid }) => pid)).toEqual([nvim.pid]);
  });

  it("loads only what checks the options for setup", async () => {
    const nvim = await launch(editor, { setup: { layout: { place: "left" } } });
    const loaded = await nvim.lua<string[]>(LOADED_MODULES);
    expect(loaded.filter((name) => name !== "pi" && !name.startsWith("pi.config"))).toEqual([]);
  });

  it("opens the first chat with few modules: parsing them is most of what that costs", async () => {
    const nvim = await launch(editor, { setup: {} });
    const before = await nvim.lua<string[]>(LOADED_MODULES);
    const loaded = await nvim.lua<string[]>(`vim.cmd.PiOpen() ${LOADED_MODULES}`);
    // What comes with a later turn of the main loop does not count.
    expect(loaded.filter((name) => !before.includes(name)).length, loaded.sort().join(" ")).toBeLessThanOrEqual(34);
  });

  it("says in a sentence what is wrong with an option", async () => {
    const nvim = await launch(editor);
    const problems = `local opts = load("return " .. ...)() require("pi.config").set(opts) return require("pi.config").problems()`;
    const said = OPTION_PROBLEMS.map(([options]) => nvim.lua<string[]>(problems, options));
    expect(await Promise.all(said)).toEqual(OPTION_PROBLEMS.map(([, sentence]) => [sentence]));
  });

  it("has every function of every part in the public API, and no other", async () => {
    const nvim = await launch(editor);
    const { offered, defined } = await nvim.lua<Record<string, string[]>>(PUBLIC_FUNCTIONS);
    expect(offered).toEqual(defined);
  });

  it("maps no key outside of its own buffers and touches no option", async () => {
    const plain = await launch(editor, { pluginRoot: "/nowhere" });
    const nvim = await launch(editor, { setup: {} });
    expect(await nvim.lua(MAPS_AND_OPTIONS)).toEqual(await plain.lua(MAPS_AND_OPTIONS));
  });
});

/** `part.name` of each function that a part defines, and of each that require("pi") hands on, with the part it goes to. */
const PUBLIC_FUNCTIONS = `
local result, own = { offered = {}, defined = {} }, { setup = true, status = true, statusline = true, log = true, build = true }
for _, file in ipairs(vim.api.nvim_get_runtime_file("lua/pi/api/*.lua", true)) do
  local part = vim.fn.fnamemodify(file, ":t:r")
  for name in pairs(require("pi.api." .. part)) do table.insert(result.defined, part .. "." .. name) end
  local function say(_, name) return function() return part .. "." .. name end end
  package.loaded["pi.api." .. part] = setmetatable({}, { __index = say })
end
for name, call in pairs(require("pi")) do
  if not own[name] then table.insert(result.offered, call()) end
end
table.sort(result.offered)
table.sort(result.defined)
return result
`;

/** Mappings that are keys (no `<Plug>`), and all options except for the paths that differ by nature. */
const MAPS_AND_OPTIONS = `
local result = { maps = {}, options = {} }
for _, mode in ipairs({ "n", "x", "s", "o", "i", "c", "t" }) do
  for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do
    if not map.lhs:find("^<Plug>") then table.insert(result.maps, mode .. map.lhs) end
  end
end
local own = { "runtimepath", "packpath", "backupdir", "backupskip", "directory", "undodir", "viewdir" }
for name in pairs(vim.api.nvim_get_all_options_info()) do
  -- 0.10 lists options that it does not have.
  local ok, value = pcall(vim.api.nvim_get_option_value, name, {})
  if ok and not vim.tbl_contains(own, name) then result.options[name] = value end
end
return result
`;
