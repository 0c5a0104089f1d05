import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { attach } from "neovim";
import { nullLogger } from "../../src/log";
import { type RedrawEvent, Screen } from "../support/screen";

export interface EditorRun {
  /** Start script of the Neovim to measure. */
  readonly neovim: string;
  /** Lua that sets the plugin up. */
  readonly setup: string;
  /** Lua that starts the work. */
  readonly start: string;
  /** Text on whose arrival in any buffer the work is done. */
  readonly until: string;
  /** Milliseconds after the end until memory is measured; default 300. */
  readonly restMs?: number;
  /** Called with all that the screen shows, at every frame: a run of text that is redrawn may lack what stood there. */
  readonly onFrame?: (text: string) => void;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds between setup and work; default 1000. */
  readonly settleMs?: number;
  /** Lua whose value is wanted at the end. */
  readonly ask?: string;
}

export interface EditorResult {
  /** Milliseconds from the start of the work to its end. */
  readonly wall: number;
  /** Longest time that the editor's main loop was held, and the sum of all over 1 ms; milliseconds. */
  readonly gap: number;
  readonly blocked: number;
  /** Longest time that the main loop worked without a break, milliseconds of CPU: the same on a machine that is busy. */
  readonly held: number;
  /** CPU seconds of Neovim from the start of the work on. */
  readonly cpu: number;
  /** Highest resident memory of Neovim and of the host, MB. */
  readonly memory: number;
  readonly hostMemory: number;
  /** Resident memory of the host once all is done, MB. */
  readonly hostResident: number;
  /** What `ask` gave. */
  readonly answer?: unknown;
}

const LIMIT_MS = 120_000;

/** A 2 ms timer in the editor's main loop: what it comes late is the time that the loop was held. */
const STALL = `
  _G.stall = { gap = 0, blocked = 0, held = 0 }
  local last = vim.uv.hrtime()
  -- os.clock() costs next to nothing, unlike what libuv offers: it must not be what is measured.
  local function cpu_ms()
    return os.clock() * 1e3
  end
  local last_cpu = cpu_ms()
  vim.uv.new_timer():start(2, 2, function()
    local now = vim.uv.hrtime()
    local late = (now - last) / 1e6 - 2
    last = now
    local cpu = cpu_ms()
    _G.stall.held = math.max(_G.stall.held, cpu - last_cpu)
    last_cpu = cpu
    if late > 1 then _G.stall.blocked = _G.stall.blocked + late end
    if late > _G.stall.gap then _G.stall.gap = late end
  end)
  _G.bench_seen = function(text)
    for _, buf in ipairs(vim.api.nvim_list_bufs()) do
      if vim.api.nvim_buf_is_loaded(buf) then
        local count = vim.api.nvim_buf_line_count(buf)
        for _, line in ipairs(vim.api.nvim_buf_get_lines(buf, math.max(0, count - 40), count, false)) do
          if line:find(text, 1, true) then return true end
        end
      end
    end
    return false
  end`;

/** Runs one workload in a Neovim with a UI attached (160x50), and measures the editor's main loop meanwhile. */
export async function runEditor(options: EditorRun): Promise<EditorResult> {
  const child = spawn(options.neovim, ["--embed", "-u", "NONE", "-i", "NONE", "-n"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...options.env },
  });
  const nvim = attach({ proc: child, options: { logger: { ...nullLogger, level: "error" } as never } });
  try {
    const screen = new Screen();
    const { onFrame } = options;
    if (onFrame) {
      screen.onFlush(() => onFrame(screen.text()));
      nvim.on("notification", (name: string, updates: RedrawEvent[]) => {
        if (name === "redraw") screen.redraw(updates);
      });
    }
    await nvim.uiAttach(160, 50, { rgb: true, ext_linegrid: true });
    await nvim.lua(options.setup);
    await nvim.lua(STALL);
    await pause(options.settleMs ?? 1000);
    const pid = (await nvim.call("getpid")) as number;
    const cpu = cpuSeconds(pid);
    await nvim.lua("_G.stall.gap, _G.stall.blocked, _G.stall.held = 0, 0, 0");
    const start = performance.now();
    await nvim.lua(options.start);
    while (!(await nvim.lua("return _G.bench_seen(...)", [options.until]))) {
      if (performance.now() - start > LIMIT_MS) throw new Error(`"${options.until}" did not arrive`);
      await pause(50);
    }
    const wall = performance.now() - start;
    await pause(options.restMs ?? 300);
    const { gap, blocked, held } = (await nvim.lua("return _G.stall")) as Pick<
      EditorResult,
      "gap" | "blocked" | "held"
    >;
    const hosts = childrenOf(pid).map(peakMemory);
    const answer = options.ask === undefined ? undefined : await nvim.lua(options.ask);
    return {
      answer,
      wall,
      gap,
      blocked,
      held,
      cpu: cpuSeconds(pid) - cpu,
      memory: peakMemory(pid),
      hostMemory: Math.max(0, ...hosts),
      hostResident: Math.max(0, ...childrenOf(pid).map(residentMemory)),
    };
  } finally {
    child.kill("SIGKILL");
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function peakMemory(pid: number): number {
  return memoryOf(pid, /VmHWM:\s+(\d+)/);
}

function residentMemory(pid: number): number {
  return memoryOf(pid, /VmRSS:\s+(\d+)/);
}

function memoryOf(pid: number, field: RegExp): number {
  return Number(field.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

function childrenOf(pid: number): number[] {
  const list = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return list
    .split("\n")
    .map(Number)
    .filter((child) => child > 0 && isAlive(child));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
