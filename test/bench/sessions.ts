/** Listing sessions, a tree of 10,000 entries, and ten agents at work: what the editor's main loop feels of it. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { node22, pi, repository } from "../support/paths";
import { writeSession } from "../support/sessionFile";
import { type EditorResult, runEditor } from "./editor";

const peer = path.join(repository, "test/bench/peer.ts");

/** Text that the scripts below put into a buffer when they are done. */
const DONE = "BENCH-DONE";

interface Scene {
  readonly name: string;
  readonly goal: string;
  /** Makes what is needed below `home`; `project` is where Neovim works. */
  prepare(home: string, project: string): void;
  readonly setup: Readonly<Record<string, unknown>>;
  readonly before: string;
  readonly start: string;
}

/** Tells when the first rows of a list came, and when it was complete. */
const WATCH_LIST = `
  local list, began = require("pi.sessions.list"), vim.uv.hrtime()
  local found = list.found
  list.found = function(event)
    found(event)
    _G.first_rows = _G.first_rows or (vim.uv.hrtime() - began) / 1e6
    if event.done then vim.fn.setbufline(vim.fn.bufadd("done"), 1, "${DONE}") end
  end
  vim.fn.bufload(vim.fn.bufadd("done"))
  vim.cmd("PiResume")`;

const WATCH_TREE = `
  local tree = require("pi.tree")
  local patched = tree.patched
  tree.patched = function(event)
    patched(event)
    if event.done and event.leaf > 0 then vim.fn.setbufline(vim.fn.bufadd("done"), 1, "${DONE}") end
  end
  vim.fn.bufload(vim.fn.bufadd("done"))
  vim.cmd("PiTree")`;

const TEN_AGENTS = `
  vim.fn.bufload(vim.fn.bufadd("done"))
  local settled = 0
  vim.api.nvim_create_autocmd("User", { pattern = "PiAgentSettled", callback = function()
    settled = settled + 1
    if settled == 10 then vim.fn.setbufline(vim.fn.bufadd("done"), 1, "${DONE}") end
  end })
  for _, agent in ipairs(require("pi.agents").list()) do
    require("pi.host").send("prompt.send", { agent = agent.id, text = "go", context = {}, mode = "auto" })
  end`;

const realPi = { cmd: [...pi.newest.command], args: ["--offline"] };

function writeMany(count: number, turns: number, replyBytes: number) {
  return (home: string, project: string): void => {
    const reply = "All of it was said before, and is said again here. ".repeat(Math.ceil(replyBytes / 51));
    for (let n = 0; n < count; n++) {
      const session = {
        cwd: project,
        turns: Array.from({ length: turns }, (_, t) => [`ask ${n}.${t}`, reply] as const),
      };
      const file = writeSession(path.join(home, ".pi/agent"), `${n}.jsonl`, session);
      utimesSync(file, 1_700_000_000 + n, 1_700_000_000 + n);
    }
  };
}

const SCENES: readonly Scene[] = [
  {
    name: "list 200 sessions of 213 MB",
    goal: "gap 5, first rows 100 ms",
    prepare: writeMany(200, 50, 21_000),
    setup: realPi,
    before: "",
    start: WATCH_LIST,
  },
  {
    name: "list 5,000 sessions",
    goal: "usable",
    prepare: writeMany(5000, 2, 500),
    setup: realPi,
    before: "",
    start: WATCH_LIST,
  },
  {
    name: "tree of 10,000 entries",
    goal: "gap 5",
    prepare: writeMany(1, 5000, 100),
    setup: realPi,
    before: 'vim.cmd("PiContinue")',
    start: WATCH_TREE,
  },
  {
    name: "ten agents, 500 deltas a second each",
    goal: "gap 5",
    prepare: () => {},
    setup: { cmd: [node22, peer], env: { DELTAS: "2500", RATE: "500" } },
    before: 'for _ = 1, 9 do vim.cmd("PiOpen") vim.cmd("tabnew") end vim.cmd("PiOpen")',
    start: TEN_AGENTS,
  },
];

function setupLua(scene: Scene): string {
  return `vim.opt.runtimepath:prepend([[${repository}]])
    vim.cmd.runtime("plugin/pi.lua")
    require("pi").setup(vim.json.decode([==[${JSON.stringify({ node: node22, ...scene.setup })}]==]))
    vim.api.nvim_set_current_dir([[PROJECT]])
    require("pi.host").send("sessions.stop", { list = 0 })
    ${scene.before}`;
}

/** One scene in a home of its own; `answer` is milliseconds to the first rows of a list. */
async function runScene(editor: string, scene: Scene): Promise<EditorResult> {
  const root = mkdtempSync(path.join(tmpdir(), "pi-bench-"));
  const [home, project] = [path.join(root, "home"), path.join(root, "project")];
  for (const folder of [home, project]) mkdirSync(folder);
  try {
    scene.prepare(home, project);
    return await runEditor({
      neovim: editor,
      setup: setupLua(scene).replace("PROJECT", project),
      settleMs: 3000,
      start: scene.start,
      until: DONE,
      ask: "return _G.first_rows",
      env: { HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Measures every scene whose name has `only` in it. */
export async function measureSessions(
  editor: string,
  only: string,
  print: (name: string, result: EditorResult, goal: string) => void,
): Promise<void> {
  for (const scene of SCENES.filter(({ name }) => name.includes(only))) {
    const result = await runScene(editor, scene);
    const first = typeof result.answer === "number" ? ` (first rows ${result.answer.toFixed(0)} ms)` : "";
    print(`${scene.name}${first}`, result, scene.goal);
  }
}
