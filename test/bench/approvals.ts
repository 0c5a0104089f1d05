import { readFileSync } from "node:fs";
import path from "node:path";
import type { Answer } from "../support/modelScript";
import { ModelServer, SCRIPTED_MODEL } from "../support/modelServer";
import { node22, pi, repository } from "../support/paths";
import { runEditor } from "./editor";

/** Shows each question, and answers it as soon as it stands: what is left is all but the person's time. */
const ANSWER_AT_ONCE = `
  local dialogs = require("pi.dialog")
  local opened = dialogs.opened
  dialogs.opened = function(dialog)
    opened(dialog)
    vim.cmd.redraw()
    require("pi.host").send("dialog.answer", { dialog = dialog.dialog, verdict = "yes" }, function() end)
  end`;

const CALLS = 100;
/** No model begins sooner: what is done in this time nobody waits for. */
const THINK_MS = 500;

const EXTENSION = path.join(repository, "test/bench/stampedWrite.ts");

/** Milliseconds: the very first call, the median and the 99th percentile of all. */
export interface ApprovalFigures {
  readonly first: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * What the user's word costs a run beside the user's time, with the real pi: from the moment that pi tells its extensions
 * of a call until the tool begins.
 */
export async function measureApprovals(editor: string, home: string): Promise<ApprovalFigures> {
  const stamps = path.join(home, "stamps");
  const model = await ModelServer.start((_, index) => answer(index));
  model.writeAgentDir(path.join(home, ".pi/agent"));
  try {
    await runEditor({
      neovim: editor,
      setup: `${setupLua(home, stamps)} ${ANSWER_AT_ONCE}`,
      start: 'vim.cmd("PiPrompt go")',
      until: "END-OF-STREAM",
      env: { HOME: home, XDG_STATE_HOME: home },
    });
  } finally {
    await model.close();
  }
  return figuresOf(readFileSync(stamps, "utf8"));
}

function setupLua(home: string, stamps: string): string {
  const options = {
    cmd: pi.newest.command,
    args: ["--offline", "--model", SCRIPTED_MODEL, "-e", EXTENSION],
    node: node22,
    env: { STAMPS: stamps },
    approve: ["write"],
  };
  return `vim.opt.runtimepath:prepend([[${repository}]])
    vim.cmd.runtime("plugin/pi.lua")
    vim.cmd.cd([[${home}]])
    require("pi").setup(vim.json.decode([==[${JSON.stringify(options)}]==]))
    vim.cmd("PiOpen")`;
}

/** Files of 200 lines, each of which is written and then changed in one line. */
function answer(index: number): Answer {
  if (index === CALLS) return { parts: [{ text: "END-OF-STREAM" }] };
  const file = Math.floor(index / 2);
  const lines = Array.from({ length: 200 }, (_, line) => `export const line${line} = "${file}";\n`);
  if (index % 2 === 1) lines[100] = "// another line\n";
  const think = index === 0 ? [{ wait: THINK_MS }] : [];
  return {
    parts: [...think, { tool: "write", args: { path: `file${file}.ts`, content: lines.join("") } }],
    chunk: 100,
  };
}

function figuresOf(stamps: string): ApprovalFigures {
  const called = new Map<string, number>();
  const waited: number[] = [];
  for (const line of stamps.trim().split("\n")) {
    const [what, call = "", at] = line.split(" ");
    if (what === "called") called.set(call, Number(at));
    else waited.push(Number(at) - (called.get(call) ?? Number.NaN));
  }
  const [first = Number.NaN] = waited;
  if (waited.length !== CALLS) throw new Error(`${waited.length} of ${CALLS} calls have run`);
  waited.sort((one, other) => one - other);
  const at = (share: number) => waited[Math.ceil(waited.length * share) - 1] as number;
  return { first, p50: at(0.5), p99: at(0.99) };
}
