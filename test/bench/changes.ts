/** How soon open buffers show what a command has changed in a thousand files, and what that costs the editor. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type EditorResult, runEditor } from "./editor";

const FILES = 1_000;
const BUFFERS = 200;
const LINES = 400;

/** Opens the buffers, and notes when the last of them has changed (Unix milliseconds). */
const openLua = (folder: string) => `
  vim.cmd.cd([[${folder}]])
  _G.bench_changed, _G.bench_at = 0, 0
  for i = 1, ${BUFFERS} do
    vim.cmd.edit(i .. ".txt")
    vim.api.nvim_buf_attach(0, false, { on_lines = function()
      _G.bench_changed = _G.bench_changed + 1
      local sec, usec = vim.uv.gettimeofday()
      _G.bench_at = sec * 1000 + usec / 1000
    end })
  end
`;

export interface ChangesResult extends EditorResult {
  /** Milliseconds from the end of the command until all buffers showed it. */
  readonly shown: number;
}

/** @param setup Lua that opens a chat with a peer that has this environment. */
export async function measureChanges(
  neovim: string,
  home: string,
  setup: (env: Readonly<Record<string, string>>) => string,
): Promise<ChangesResult> {
  const folder = path.join(home, "project");
  mkdirSync(folder);
  const text = Array.from({ length: LINES }, (_, i) => `line ${i + 1}\n`).join("");
  for (let i = 1; i <= FILES; i++) writeFileSync(path.join(folder, `${i}.txt`), text);
  const stamps = path.join(home, "stamps");
  const result = await runEditor({
    neovim,
    setup: openLua(folder) + setup({ SCENE: "files", STAMPS: stamps }),
    start: 'vim.cmd("PiPrompt go")',
    until: "END-OF-STREAM",
    restMs: 3_000,
    ask: "return { _G.bench_changed, _G.bench_at }",
    env: { HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
  });
  const [changed, at] = result.answer as [number, number];
  if (changed !== BUFFERS) throw new Error(`${changed} of ${BUFFERS} buffers were brought up to date`);
  const ended = Number(/changed (\d+)/.exec(readFileSync(stamps, "utf8"))?.[1]);
  return { ...result, shown: at - ended };
}
