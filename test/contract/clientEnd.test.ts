/** How pi ends: by itself, by us, or not at all if it can help it. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { describe, expect, it, onTestFinished } from "vitest";
import type { PiExit } from "../../src/pi/client";
import { repository } from "../support/paths";
import { MARKER, markedProcesses } from "../support/processes";
import { runStart } from "../support/records";
import { type ScriptedClient, startScriptedClient } from "../support/scriptedClient";
import { ScriptedPi } from "../support/scriptedPi";
import { waitFor } from "../support/waitFor";
import { Workspace } from "../support/workspace";

const isSleep = (command: string) => command.startsWith("sleep ");

async function nothingRuns({ running }: { running(): string[] }, deadline = 5000): Promise<void> {
  const context = () => running().join("\n");
  await waitFor(() => running().length === 0, { what: "the end of all processes", deadline, context });
}

async function toolsRun({ running }: ScriptedClient, count: number): Promise<void> {
  const context = () => running().join("\n");
  await waitFor(() => running().filter(isSleep).length === count, { what: `${count} tools`, context });
}

/** All that is open fails within a second, in the same words as the exit, which comes once. */
async function expectDeath(
  { client, witness }: ScriptedClient,
  open: Promise<unknown>[],
  message: string,
): Promise<void> {
  const before = performance.now();
  for (const result of await Promise.allSettled(open)) {
    expect(result).toMatchObject({ status: "rejected", reason: { code: "exited", message } });
  }
  const exit: PiExit = await witness.exit();
  expect(performance.now() - before).toBeLessThan(1000);
  expect(exit).toMatchObject({ expected: false, message });
  expect(client.exit).toBe(exit);
  await expect(client.request({ type: "get_state" })).rejects.toMatchObject({ code: "exited", message });
  expect(witness.exits).toHaveLength(1);
}

const silent = { prompt: () => [], get_state: () => [], abort: () => [] };

describe("pi dies", () => {
  const boom = "pi exited with code 3: boom";

  it("before any record", async () => {
    const started = await startScriptedClient({ answers: silent });
    const open = [started.client.request({ type: "get_state" }), started.client.prompt("x")];
    await started.peer.command("prompt");
    started.peer.exit(3, "boom\n");
    await expectDeath(started, open, boom);
  });

  it("in the middle of a reply, whose last words still arrive", async () => {
    const started = await startScriptedClient({ answers: silent });
    const open: Promise<unknown>[] = [started.client.prompt("x")];
    await started.peer.command("prompt");
    started.peer.send(...runStart("x"));
    started.peer.exit(3, "boom\n");
    await expectDeath(started, open, boom);
    expect(started.witness.count("message_update")).toBe(1);
  });

  it("with half a record written", async () => {
    const started = await startScriptedClient({ answers: silent });
    const open = [started.client.request({ type: "abort" })];
    await started.peer.command("abort");
    started.peer.sendBytes(Buffer.from('{"type":"agent_start"}\n{"type":"agent_settled","abor'));
    started.peer.exit(3, "boom\n");
    await expectDeath(started, open, boom);
    expect(started.witness.types()).toEqual(["agent_start"]);
  });

  it("by a signal", async () => {
    const started = await startScriptedClient();
    process.kill(started.client.pid, "SIGKILL");
    await expectDeath(started, [], "pi was ended by SIGKILL.");
  });

  it("at once, each time it is started", async () => {
    const started = await startScriptedClient({ cmd: ["/bin/sh", "-c", "echo no model >&2; exit 1"], waits: false });
    await expectDeath(started, [], "pi exited with code 1: no model");
  });

  it("to us, when it closes its input and lives on: the next write tells", async () => {
    const started = await startScriptedClient({ answers: silent });
    const open: Promise<unknown>[] = [started.client.prompt("x")];
    await started.peer.command("prompt");
    await started.order({ kind: "stubborn" });
    await started.order({ kind: "closeStdin" });
    open.push(started.client.request({ type: "abort" }));
    await expectDeath(started, open, "pi closed its input and was ended.");
    await nothingRuns(started);
  });

  it("while a tool of its runs in a group of its own", async () => {
    const started = await startScriptedClient();
    const later = join(started.workspace.root, "later");
    const script = `while [ ! -e "${later}" ]; do sleep 0.05; done; sleep 600; true`;
    await started.order({ kind: "spawn", command: ["setsid", "sh", "-c", script] });
    await waitFor(() => started.running().some((command) => command.startsWith("sh -c")));
    started.peer.send({
      type: "tool_execution_update",
      toolCallId: "c",
      toolName: "bash",
      args: {},
      partialResult: {},
    });
    await started.witness.event("tool_execution_update");
    // Nobody has seen this one: it goes with the group that it is in.
    writeFileSync(later, "");
    await waitFor(() => started.running().includes("sleep 600"));
    process.kill(started.client.pid, "SIGKILL");
    await nothingRuns(started);
  });

  it("while something it started holds its pipes open", async () => {
    const started = await startScriptedClient({ answers: silent });
    const open: Promise<unknown>[] = [started.client.prompt("x")];
    await started.peer.command("prompt");
    await started.order({ kind: "spawn", command: ["sleep", "600"], stdio: "inherit" });
    await toolsRun(started, 1);
    started.peer.exit(3, "boom\n");
    await expectDeath(started, open, boom);
    await nothingRuns(started);
  });
});

describe("stopping", () => {
  it("ends stdin, and that is enough for a pi that obeys", async () => {
    const started = await startScriptedClient();
    const before = performance.now();
    const exit = await started.client.stop();
    expect(performance.now() - before).toBeLessThan(500);
    expect(exit).toMatchObject({ code: 0, signal: null, expected: true, message: "pi was stopped." });
    expect(started.witness.exits).toEqual([exit]);
    expect(started.peer.current.stdinEnded).toBe(true);
    await nothingRuns(started);
  });

  it("sends TERM, then KILL, to one that does not obey, and takes its tools along", async () => {
    const started = await startScriptedClient();
    await started.order({ kind: "stubborn" });
    await started.order({ kind: "spawn", command: ["sleep", "600"] });
    await started.order({ kind: "spawn", command: ["sh", "-c", "sleep 601; true"] });
    await started.order({ kind: "spawn", command: ["setsid", "sh", "-c", "trap '' TERM; sleep 602; true"] });
    await toolsRun(started, 3);
    const exit = await started.client.stop({ termAfterMs: 100, killAfterMs: 200 });
    expect(exit).toMatchObject({ signal: "SIGKILL", expected: true });
    await nothingRuns(started);
  });

  it("takes along a tool in a group of its own that pi leaves behind", async () => {
    const started = await startScriptedClient();
    await started.order({ kind: "spawn", command: ["setsid", "sleep", "600"] });
    await toolsRun(started, 1);
    expect(await started.client.stop()).toMatchObject({ code: 0 });
    await nothingRuns(started);
  });

  it("can be sped up while it is under way", async () => {
    const { client, order } = await startScriptedClient();
    await order({ kind: "stubborn" });
    const slow = client.stop({ termAfterMs: 60_000, killAfterMs: 60_000 });
    const exit = await client.stop({ termAfterMs: 0, killAfterMs: 100 });
    expect(exit).toMatchObject({ signal: "SIGKILL", expected: true });
    expect(await slow).toBe(exit);
  });

  it("ends a pi behind a wrapper that ends alone", async () => {
    const started = await startScriptedClient({ wrapped: true });
    expect(started.peer.current.pid).not.toBe(started.client.pid);
    await started.order({ kind: "stubborn" });
    const exit = await started.client.stop({ termAfterMs: 50, killAfterMs: 300 });
    expect(exit).toMatchObject({ signal: "SIGTERM", expected: true });
    // Not "soon after": that is what stop() waits for.
    expect(started.running()).toEqual([]);
  });

  it("kills at once and synchronously when the host ends", async () => {
    const started = await startScriptedClient();
    await started.order({ kind: "stubborn" });
    await started.order({ kind: "spawn", command: ["setsid", "sleep", "600"] });
    await toolsRun(started, 1);
    started.client.killNow();
    expect(await started.witness.exit()).toMatchObject({ signal: "SIGKILL", expected: true });
    await nothingRuns(started);
  });
});

describe("the host is killed", () => {
  /** A process that starts the peer through our client, as the host does. */
  async function startHost() {
    const workspace = new Workspace();
    const peer = await ScriptedPi.start(workspace);
    const program = join(workspace.root, "idleHost.cjs");
    buildSync({
      entryPoints: [join(repository, "test/support/idleHost.ts")],
      outfile: program,
      bundle: true,
      platform: "node",
      logLevel: "silent",
    });
    const host = spawn(process.execPath, [program, ...peer.cmd], {
      cwd: workspace.project,
      env: { ...process.env, ...peer.env, [MARKER]: workspace.root },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const running = () => markedProcesses(workspace.root).map(({ command }) => command);
    onTestFinished(async () => {
      host.kill("SIGKILL");
      await peer.close();
      workspace.remove();
    });
    await peer.started();
    await waitFor(() => running().some((command) => command.includes("pi-watchdog")));
    return { host, peer, running };
  }

  it("and a pi that obeys is gone with it", async () => {
    const { host, running } = await startHost();
    host.kill("SIGKILL");
    await nothingRuns({ running });
  });

  it("and one that hangs is ended within 5 s", async () => {
    const { host, peer, running } = await startHost();
    peer.order({ kind: "stubborn" });
    peer.order({ kind: "spawn", command: ["sleep", "600"] });
    await waitFor(() => running().some(isSleep));
    host.kill("SIGKILL");
    await nothingRuns({ running });
  });
});
