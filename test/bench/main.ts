/** `make bench`: the figures that the project promises, measured in a real Neovim with a screen. See README.md. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { neovim, node22, repository } from "../support/paths";
import { type EditorResult, runEditor } from "./editor";
import { measureFiles } from "./files";
import { measureFloor } from "./floor";
import { measureSessions } from "./sessions";
import { measureFirstAnswer, measureStartup } from "./startup";

const peer = path.join(repository, "test/bench/peer.ts");

interface Workload {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** What this must reach, as said in the issue. */
  readonly goal: string;
}

const WORKLOADS: readonly Workload[] = [
  { name: "100,000 deltas at full speed", env: { DELTAS: "100000" }, goal: "1.25 x floor, gap 5, cpu 0.12, 32 MB" },
  { name: "500 deltas a second for 10 s", env: { DELTAS: "5000", RATE: "500" }, goal: "gap 5, cpu 0.2" },
  {
    name: "300 partial results to 200 KB",
    env: { SCENE: "tool", UPDATES: "300", KB: "200" },
    goal: "gap 5, blocked 15, 32 MB",
  },
  { name: "resume 2,000 messages (8 MB)", env: { SCENE: "resume", MESSAGES: "2000", KB: "8" }, goal: "gap 5, 32 MB" },
];

/** A folder of its own for what a run keeps in the user's folders. */
function withHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(path.join(tmpdir(), "pi-bench-"));
  return work(home).finally(() => rmSync(home, { recursive: true, force: true }));
}

function setupLua(env: Readonly<Record<string, string>>): string {
  const options = { cmd: [node22, peer], node: node22, env };
  return `vim.opt.runtimepath:prepend([[${repository}]])
    vim.cmd.runtime("plugin/pi.lua")
    require("pi").setup(vim.json.decode([==[${JSON.stringify(options)}]==]))
    vim.cmd("PiOpen")`;
}

async function runWorkload(editor: string, workload: Workload): Promise<EditorResult> {
  return withHome((home) =>
    runEditor({
      neovim: editor,
      setup: workload.env.SCENE === "resume" ? setupLua({}).replace('vim.cmd("PiOpen")', "") : setupLua(workload.env),
      start: workload.env.SCENE === "resume" ? setupLua(workload.env) : 'vim.cmd("PiPrompt go")',
      until: "END-OF-STREAM",
      env: { HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
    }),
  );
}

/** From a delta on pi's stdout to the screen, at 500 a second: milliseconds, median and 99th percentile. */
async function measureLatency(editor: string): Promise<{ p50: number; p99: number }> {
  return withHome(async (home) => {
    const stamps = path.join(home, "stamps");
    const seen = new Map<string, number>();
    await runEditor({
      neovim: editor,
      setup: setupLua({ DELTAS: "2500", RATE: "500", STAMPS: stamps }),
      start: 'vim.cmd("PiPrompt go")',
      until: "END-OF-STREAM",
      onText: (text) => {
        for (const [marker] of text.matchAll(/M\d+M/g)) if (!seen.has(marker)) seen.set(marker, Date.now());
      },
      env: { HOME: home, XDG_STATE_HOME: home },
    });
    const written = readFileSync(stamps, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split(" ") as [string, string]);
    const delays = written.flatMap(([marker, at]) =>
      seen.has(marker) ? [(seen.get(marker) as number) - Number(at)] : [],
    );
    delays.sort((a, b) => a - b);
    const at = (share: number) => delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN;
    return { p50: at(0.5), p99: at(0.99) };
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function row(name: string, result: EditorResult, goal: string): string {
  const { wall, gap, blocked, cpu, memory, hostMemory } = result;
  const cells = [
    `${(wall / 1000).toFixed(2)} s`,
    `gap ${gap.toFixed(1)} ms`,
    `blocked ${blocked.toFixed(0)} ms`,
    `cpu ${cpu.toFixed(2)} s`,
    `nvim ${memory.toFixed(0)} MB`,
    `host ${hostMemory.toFixed(0)} MB`,
  ];
  return `  ${name.padEnd(32)} ${cells.map((cell) => cell.padEnd(15)).join("")} (goal: ${goal})`;
}

/** Measures everything and prints it, one line a figure. */
export async function main(): Promise<void> {
  const floor = await measureFloor(node22, peer, { DELTAS: "100000" });
  print(`floor: a bare reader drains 100,000 deltas in ${floor.toFixed(2)} s`);
  const files = await measureFiles();
  const [first, median, slowest, late] = [files.first, files.median, files.slowest, files.late].map((ms) =>
    ms.toFixed(0),
  );
  print(
    `50 of 100,000 files: first ${first} ms, then median ${median} ms, slowest ${slowest} ms, host held ${late} ms (goal: 50)`,
  );
  for (const [series, editor] of Object.entries(neovim)) {
    if (process.env.NVIM && process.env.NVIM !== series) continue;
    print(`\nNeovim ${series}`);
    for (const workload of WORKLOADS.filter(({ name }) => name.includes(process.env.ONLY ?? "")))
      print(row(workload.name, await runWorkload(editor, workload), workload.goal));
    await measureSessions(editor, process.env.ONLY ?? "", (...figures) => print(row(...figures)));
    const { p50, p99 } = await measureLatency(editor);
    print(`  delta to screen at 500/s: median ${p50} ms, 99th percentile ${p99} ms (goal: p99 under 50)`);
    print(`  first use to the host's first answer: ${measureFirstAnswer(editor, node22)} ms (goal: 100)`);
    print(`  plugin/pi.lua at startup: ${measureStartup(editor).toFixed(2)} ms (goal: 0.5)`);
  }
}
