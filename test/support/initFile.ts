/** What goes into Neovim's configuration for a test. */
export interface InitOptions {
  /** Folder of the plugin on 'runtimepath'. */
  readonly pluginRoot: string;
  /** Given to `require("pi").setup()`; absent: setup is not called at all. */
  readonly setup?: Readonly<Record<string, unknown>>;
  /** Lua to run first, as a user's own configuration. */
  readonly init?: string;
}

/** Lua source text of a string, whatever is in it. */
export function luaString(text: string): string {
  let level = 0;
  while (text.includes(`]${"=".repeat(level)}]`) || text.endsWith(`]${"=".repeat(level)}`)) level++;
  const equals = "=".repeat(level);
  return `[${equals}[\n${text}]${equals}]`;
}

/** Records the plugin's `User` events where `Driver.events` finds them. */
const RECORD_EVENTS = `
_G.pi_test_events = {}
vim.api.nvim_create_autocmd("User", {
  pattern = "Pi*",
  callback = function(args)
    table.insert(_G.pi_test_events, { name = args.match, data = args.data })
  end,
})
`;

export function initFile({ pluginRoot, setup, init }: InitOptions): string {
  const lines = [`vim.opt.runtimepath:prepend(${luaString(pluginRoot)})`, RECORD_EVENTS];
  if (init !== undefined) lines.push(init);
  if (setup !== undefined) lines.push(`require("pi").setup(vim.json.decode(${luaString(JSON.stringify(setup))}))`);
  return `${lines.join("\n")}\n`;
}
