/**
 * For the one case that nobody else sees: the host is killed (SIGKILL, out of memory). A shell that waits for the end
 * of ITS input, and then ends the tools that run below pi, which pi itself leaves behind, and pi's group if it hangs.
 * Costs one sleeping `sh` (under 1 MB) per pi. POSIX only.
 */
import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * `$1`: the process group. pi sees the end of its input at the same time and is gone 10 ms later, so it is stopped
 * while one looks what runs below it: tools have groups of their own, and nobody finds them once pi is gone.
 * 2 s for pi to leave by itself, 2 s after TERM. Whole seconds: all that POSIX's sleep has.
 */
const SCRIPT = `
children() {
  if [ -r "/proc/$1/task/$1/children" ]; then cat "/proc/$1"/task/*/children 2>/dev/null
  else ps -A -o pid= -o ppid= 2>/dev/null | while read -r pid parent; do [ "$parent" = "$1" ] && echo "$pid"; done
  fi
}
below() { for child in $(children "$1"); do echo "$child"; below "$child"; done; }
gone() { ! kill -0 "-$1" 2>/dev/null; }
wait_gone() { n=$2; until gone "$1" || [ "$n" -eq 0 ]; do sleep 1; n=$((n - 1)); done; }
read -r _
kill -STOP "-$1" 2>/dev/null
tools=$(below "$1")
kill -CONT "-$1" 2>/dev/null
wait_gone "$1" 2
gone "$1" || { kill -TERM "-$1" 2>/dev/null; wait_gone "$1" 2; }
gone "$1" || kill -KILL "-$1" 2>/dev/null
for tool in $tools; do kill -KILL "$tool" 2>/dev/null; done
`;

/** @returns what calls the watchdog off. */
export function guardGroup(leader: number): () => void {
  if (process.platform === "win32") return () => {};
  // A group of its own: neither pi's end nor a signal to the host's group may take it along.
  const child = spawn("/bin/sh", ["-c", SCRIPT, "pi-watchdog", String(leader)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const input = child.stdin as Socket;
  // Without a shell there is no watchdog; pi still sees the end of its input.
  child.on("error", () => {});
  input.on("error", () => {});
  child.unref();
  input.unref();
  return () => {
    child.kill("SIGKILL");
    input.destroy();
  };
}
