/**
 * Stands in for `pi --mode rpc` and knows nothing itself: what comes on stdin goes to the test, what the test says goes to stdout.
 * The test is at the socket PI_RELAY_SOCKET; see scriptedPi.ts for the words spoken there.
 */
import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { connect } from "node:net";

if (process.argv.includes("--version")) {
  process.stdout.write(`${process.env.PI_RELAY_VERSION ?? "1.6.0"}\n`);
  process.exit(0);
}

const socket = connect(process.env.PI_RELAY_SOCKET ?? "");
socket.on("error", () => process.exit(70));
socket.on("close", () => process.exit(71));

/** Milliseconds from the end of its input to its own. */
const PARTING_MS = 10;

let isStubborn = false;
const tell = (/** @type {object} */ word) => socket.write(`${JSON.stringify(word)}\n`);
tell({ kind: "hello", pid: process.pid, argv: process.argv.slice(2), cwd: process.cwd() });

const take = linesOf((line) => tell({ kind: "record", line }));
process.stdin.setEncoding("utf8").on("data", take);
process.stdin.on("close", () => tell({ kind: "stdinEnd" }));
process.stdin.on("end", () => {
  tell({ kind: "stdinEnd" });
  // As long as the real pi takes.
  if (!isStubborn) setTimeout(() => process.exit(0), PARTING_MS);
});
process.on("SIGTERM", () => {
  tell({ kind: "signal" });
  if (!isStubborn) process.exit(143);
});

/** @type {Record<string, (word: any) => void>} */
const orders = {
  out: ({ base64 }) => process.stdout.write(Buffer.from(base64, "base64")),
  err: ({ text }) => process.stderr.write(text),
  exit: ({ code }) => process.exit(code),
  closeStdin: () => {
    process.stdin.destroy();
    // Node leaves the descriptor itself open.
    closeSync(0);
  },
  stubborn: () => (isStubborn = true),
  spawn: ({ command, stdio = "ignore" }) => spawn(command[0], command.slice(1), { stdio }),
};
socket.setEncoding("utf8").on(
  "data",
  linesOf((line) => orders[JSON.parse(line).kind]?.(JSON.parse(line))),
);

/** @param {(line: string) => void} take */
function linesOf(take) {
  let rest = "";
  return (/** @type {string} */ chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  };
}
