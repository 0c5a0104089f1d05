/** `make bench`: the figures that the project promises, measured in a real Neovim with a screen. See README.md. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { neovim, node22, repository } from "../support/paths";
import { measureApprovals } from "./approvals";
import { measureChanges } from "./changes";
import { type EditorResult, runEditor } from "./editor";
import { measureFiles } from "./files";
import { measureFloor } from "./floor";
import { measureSessions } from "./sessions";
import { measureFirstAnswer, measureStartup } from "./startup";
import { WORKLOADS, type Workload } from "./workloads";

const peer = path.join(repository, "test/bench/peer.ts");

/** A folder of its own for what a run keeps in the user's folders. */
function withHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(path.join(tmpdir(), "pi-bench-"));
  return work(home).finally(() => rmSync(home, { recursive: true, force: true }));
}

function setupLua(env: Readonly<Record<string, string>>): string {
  const options = { cmd: [node22, peer], node: node22, env };
  return `vim.opt.runtimepath:prepend([[${repository}]])
    vim.cmd.runtime("plugin/pi.lua")
    require("pi").setup(vim.json.decode([==[${JSON.stringify(options)}]==]))`;
}

const OPEN = ' vim.cmd("PiOpen")';
const openLua = (env: Readonly<Record<string, string>>) => setupLua(env) + OPEN;
const MORE_TABS = ' vim.cmd("tabnew | PiOpen")';

const isResume = ({ env }: Workload) => env.SCENE === "resume";

/** One prompt after the other, as somebody would who has ten chats. */
function eachTab(count: number): string {
  return `for i = 1, ${count} do
    vim.defer_fn(function() vim.cmd.tabnext(i) vim.cmd("PiPrompt go") end, 100 * i)
  end`;
}

/** Starts as many chats as the workload wants, each in its tab page. */
function startLua({ env, agents = 1, opens }: Workload): string {
  if (env.SCENE === "resume") return OPEN;
  const open = opens ? "vim.schedule(function() vim.cmd.wincmd('p') end)" : "";
  return agents === 1 ? `vim.cmd("PiPrompt go") ${open}` : eachTab(agents);
}

interface Figures extends EditorResult {
  /** When a resumed session's last screen stood, milliseconds after pi's answer. */
  readonly screen?: number;
  /** Seconds for the first and for the last 100,000 deltas of a million. */
  readonly pace?: readonly [first: number, last: number];
}

function paceOf(file: string): Pick<Figures, "pace"> {
  const stamps = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
  if (stamps.length < 3) return {};
  const seconds = stamps.slice(1).map((stamp, index) => (stamp - (stamps[index] as number)) / 1000);
  return { pace: [seconds[0] as number, seconds.at(-1) as number] };
}

async function runWorkload(editor: string, workload: Workload): Promise<Figures> {
  return withHome(async (home) => {
    const stamps = path.join(home, "stamps");
    const pace = path.join(home, "pace");
    const env = { ...workload.env, PACE: pace, ...(isResume(workload) && { STAMPS: stamps }) };
    let shown = 0;
    const result = await runEditor({
      neovim: editor,
      setup: isResume(workload) ? setupLua(env) : openLua(env) + MORE_TABS.repeat((workload.agents ?? 1) - 1),
      start: startLua(workload),
      until: "END-OF-STREAM",
      ...(isResume(workload) && { restMs: 2500 }),
      onFrame: (text) => {
        if (shown === 0 && text.includes("END-OF-STREAM")) shown = Date.now();
      },
      env: { HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
    });
    const answered = isResume(workload) ? Number(/answered (\d+)/.exec(readFileSync(stamps, "utf8"))?.[1]) : Number.NaN;
    const isTimed = !Number.isNaN(answered) && shown > 0;
    return { ...result, ...paceOf(pace), ...(isTimed && { screen: shown - answered }) };
  });
}

const DELTAS = { DELTAS: "2500", RATE: "500" };
const DIALOGS = { SCENE: "dialogs", DIALOGS: "40" };

/** From a record on pi's stdout to the screen: milliseconds, median and 99th percentile. */
async function measureLatency(
  editor: string,
  env: Readonly<Record<string, string>>,
): Promise<{ p50: number; p99: number }> {
  return withHome(async (home) => {
    const stamps = path.join(home, "stamps");
    const seen = new Map<string, number>();
    await runEditor({
      neovim: editor,
      setup: openLua({ ...env, STAMPS: stamps }),
      start: 'vim.cmd("PiPrompt go")',
      until: "END-OF-STREAM",
      onFrame: (text) => {
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

function row(name: string, result: Figures, goal: string): string {
  const { wall, gap, held, blocked, cpu, memory, hostMemory, hostResident, screen, pace } = result;
  const cells = [
    `${(wall / 1000).toFixed(2)} s`,
    `gap ${gap.toFixed(1)} (${held.toFixed(1)} cpu) ms`,
    `blocked ${blocked.toFixed(0)} ms`,
    `cpu ${cpu.toFixed(2)} s`,
    `nvim ${memory.toFixed(0)} MB`,
    `host ${hostResident.toFixed(0)} MB (peak ${hostMemory.toFixed(0)})`,
    ...(screen === undefined ? [] : [`screen ${screen} ms`]),
    ...(pace === undefined ? [] : [`first 100,000 ${pace[0].toFixed(2)} s, last ${pace[1].toFixed(2)} s`]),
  ];
  return `  ${name.padEnd(32)} ${cells.join("  ")}  (goal: ${goal})`;
}

/** `ONLY` in the environment is part of the names of the figures that are wanted. */
const isWanted = (name: string) => name.includes(process.env.ONLY ?? "");

const whole = (...values: readonly number[]) => values.map((value) => value.toFixed(0));
const tenths = (...values: readonly number[]) => values.map((value) => value.toFixed(1));

async function printFiles(): Promise<void> {
  const found = await measureFiles();
  const [first, median, slowest, late] = whole(found.first, found.median, found.slowest, found.late);
  const rest = `then median ${median} ms, slowest ${slowest} ms, host held ${late} ms (goal: 50)`;
  print(`50 of 100,000 files: first ${first} ms, ${rest}`);
}

async function printChanges(editor: string): Promise<void> {
  const changes = await withHome((home) => measureChanges(editor, home, openLua));
  const goal = "gap 5 ms, shown within 1000 ms";
  print(`${row("1,000 changed files, 200 open", changes, goal)}  shown after ${changes.shown.toFixed(0)} ms`);
}

async function printLatency(editor: string, name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const { p50, p99 } = await measureLatency(editor, env);
  print(`  ${name}: median ${p50} ms, 99th percentile ${p99} ms (goal: p99 under 50)`);
}

async function printApprovals(editor: string): Promise<void> {
  const figures = await withHome((home) => measureApprovals(editor, home));
  const [p50, p99, first] = tenths(figures.p50, figures.p99, figures.first);
  print(`  tool call approved at once: median ${p50} ms, 99th percentile ${p99} ms, first ${first} ms (goal: 20)`);
}

async function measureIn(editor: string): Promise<void> {
  for (const workload of WORKLOADS.filter(({ name }) => isWanted(name)))
    print(row(workload.name, await runWorkload(editor, workload), workload.goal));
  await measureSessions(editor, process.env.ONLY ?? "", (...figures) => print(row(...figures)));
  if (isWanted("changed files")) await printChanges(editor);
  if (isWanted("delta to screen")) await printLatency(editor, "delta to screen at 500/s", DELTAS);
  if (isWanted("dialog on screen")) await printLatency(editor, "request to dialog on screen", DIALOGS);
  if (isWanted("approvals")) await printApprovals(editor);
  if (isWanted("first answer"))
    print(`  first use to the host's first answer: ${measureFirstAnswer(editor, node22)} ms (goal: 100)`);
  if (isWanted("startup")) print(`  plugin/pi.lua at startup: ${measureStartup(editor).toFixed(2)} ms (goal: 0.5)`);
}

/** Measures everything and prints it, one line a figure. */
export async function main(): Promise<void> {
  const floor = await measureFloor(node22, peer, { DELTAS: "100000" });
  print(`floor: a bare reader drains 100,000 deltas in ${floor.toFixed(2)} s`);
  if (isWanted("of files")) await printFiles();
  for (const [series, editor] of Object.entries(neovim)) {
    if (process.env.NVIM && process.env.NVIM !== series) continue;
    print(`\nNeovim ${series}`);
    await measureIn(editor);
  }
}
