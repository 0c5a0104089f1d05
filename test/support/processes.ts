import { readdirSync, readFileSync } from "node:fs";

/** A running process as /proc shows it. */
export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/** Name of the environment variable whose value tells one test's processes from all others. */
export const MARKER = "PI_TEST_MARKER";

/** Processes whose environment holds this test's marker. Zombies have no environment and do not count. */
export function markedProcesses(marker: string): RunningProcess[] {
  const needle = `${MARKER}=${marker}`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).split("\0").includes(needle))
    .map((name) => ({ pid: Number(name), command: read(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim() }));
}

/** Whether a process exists and is no zombie. */
export function isAlive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== "" && stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
}

/** Empty when the process has gone or belongs to somebody else. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
