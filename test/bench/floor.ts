import { spawn } from "node:child_process";

/** Seconds that a bare Node reader needs to read and parse all that the peer writes: nothing can be faster. */
export async function measureFloor(node: string, peer: string, env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(node, [peer], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env, AUTORUN: "1" },
  });
  let start = 0;
  let pending = "";
  return new Promise((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      start ||= performance.now();
      const lines = (pending + chunk).split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines) {
        if ((JSON.parse(line) as { type: string }).type !== "agent_settled") continue;
        resolve((performance.now() - start) / 1000);
        child.kill();
      }
    });
  });
}
