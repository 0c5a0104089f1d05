/**
 * Ending a process with everything it started. pi runs its tools in process groups of their own, so that its own
 * group is not all of it: children are found by their parent, while the parent still lives.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Tells a process from a later one with the same number. */
  readonly started: string;
}

/** All living processes, zombies left out. Synchronous (some milliseconds), so that it can be used while the host ends. */
export function listProcesses(): ProcessEntry[] {
  try {
    return process.platform === "linux" ? listFromProc() : listFromPs();
  } catch {
    // No /proc, no ps: then only the group can be ended.
    return [];
  }
}

function listFromProc(): ProcessEntry[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = readStat(name);
    // Fields after the name, which stands in parentheses and may hold anything; see proc_pid_stat(5).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, parent, group] = fields;
    if (state === undefined || state === "" || state === "Z" || state === "X") return [];
    return [{ pid: Number(name), parent: Number(parent), group: Number(group), started: fields[19] ?? "" }];
  });
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return "";
  }
}

function listFromPs(): ProcessEntry[] {
  const format = ["-o", "pid=", "-o", "ppid=", "-o", "pgid=", "-o", "stat=", "-o", "lstart="];
  const out = execFileSync("ps", ["-A", ...format], { encoding: "utf8", timeout: 2000 });
  return out.split("\n").flatMap((line) => {
    const [pid, parent, group, state, ...started] = line.trim().split(/\s+/);
    if (pid === undefined || pid === "" || state?.startsWith("Z")) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), started: started.join(" ") }];
  });
}

/** `root` and the processes below it, as far as their parents still live. */
export function treeOf(root: number, processes = listProcesses()): ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of processes) {
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  const tree = processes.filter((entry) => entry.pid === root);
  const seen = new Set([root]);
  // Grows while it is walked.
  for (const entry of tree) {
    for (const child of children.get(entry.pid) ?? []) {
      if (seen.has(child.pid)) continue;
      seen.add(child.pid);
      tree.push(child);
    }
  }
  return tree;
}

/** Sends a signal to the group that `leader` leads. @returns false when there is no such group. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  return signalProcess(-leader, signal);
}

/** KILL for those of `entries` that are still the same process, and for the groups that they lead. */
export function killAll(entries: readonly ProcessEntry[]): void {
  if (entries.length === 0) return;
  const alive = new Map(listProcesses().map((entry) => [entry.pid, entry.started]));
  for (const { pid, group, started } of entries) {
    if (alive.get(pid) === started) signalProcess(group === pid ? -pid : pid, "SIGKILL");
  }
}

/** Windows has no groups and no signals. */
export function killTreeOnWindows(pid: number): void {
  spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true, timeout: 2000 });
}

function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
