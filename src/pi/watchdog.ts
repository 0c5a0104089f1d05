/**
 * For the one case that nobody else sees: the host is killed (SIGKILL, out of memory) while pi hangs and does not
 * notice the end of its input. A shell that waits for the end of ITS input, and then ends pi's group if it is still
 * there. Costs one sleeping `sh` (under 1 MB) per pi. POSIX only.
 */
import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/** `$1`: the process group. 2 s for pi to leave by itself, 2 s after TERM. Whole seconds: all that POSIX's sleep has. */
const SCRIPT = `
read -r _
gone() { ! kill -0 "-$1" 2>/dev/null; }
wait_gone() { n=$2; while [ "$n" -gt 0 ]; do gone "$1" && exit 0; sleep 1; n=$((n - 1)); done; }
wait_gone "$1" 2
kill -TERM "-$1" 2>/dev/null
wait_gone "$1" 2
gone "$1" || kill -KILL "-$1" 2>/dev/null
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
