/** The client against the real pi, oldest and newest, whose model is a script on loopback. */
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { PiClient } from "../../src/pi/client";
import { textOf } from "../support/memoryPeer";
import { type Answer, type Brain, says, script } from "../support/modelScript";
import { ModelServer, SCRIPTED_MODEL } from "../support/modelServer";
import { pi } from "../support/paths";
import { MARKER, markedProcesses } from "../support/processes";
import { Gate } from "../support/realPi";
import { Witness } from "../support/scriptedClient";
import { waitFor } from "../support/waitFor";
import { Workspace } from "../support/workspace";

const bash = (command: string): Answer => ({ parts: [{ tool: "bash", args: { command } }] });

/** A reply that begins, and ends when the gate is opened. */
const held = (gate: Gate): Answer => ({ parts: [{ text: "begun" }, { hold: gate.opened }, { text: " and done" }] });

describe.each([
  { name: `pi ${pi.newest.version}`, program: pi.newest, isNew: true },
  { name: `pi ${pi.oldest.version}`, program: pi.oldest, isNew: false },
])("$name", ({ program, isNew }) => {
  async function start(answers: readonly (Answer | Brain)[], args: readonly string[] = []) {
    const workspace = new Workspace();
    const model = await ModelServer.start(script(...answers));
    model.writeAgentDir(join(workspace.root, "agent"));
    const witness = new Witness();
    const client = await PiClient.start({
      cmd: program.command,
      args: ["--offline", "--model", SCRIPTED_MODEL, ...args],
      cwd: workspace.project,
      env: { HOME: workspace.home, PI_CODING_AGENT_DIR: join(workspace.root, "agent"), [MARKER]: workspace.root },
      handlers: witness.handlers,
    });
    onTestFinished(async () => {
      await client.stop({ termAfterMs: 1000, killAfterMs: 1000 });
      await model.close();
      workspace.remove();
    });
    const running = () => markedProcesses(workspace.root).map(({ command }) => command);
    return { client, witness, model, workspace, running };
  }

  it("answers what it is asked, and knows what the model is", async () => {
    const { client } = await start([]);
    const state = await client.request({ type: "get_state" });
    expect(state).toMatchObject({ isStreaming: false, model: { id: "demo" }, pendingMessageCount: 0 });
    const { models } = await client.request({ type: "get_available_models" });
    expect(models.map(({ id }) => id)).toEqual(["demo"]);
    const levels = await client.thinkingLevels();
    expect(levels).toContain("medium");
    expect(client.capabilities.thinkingLevels).toBe(isNew);
  });

  it("takes a prompt, streams the reply, and settles once", async () => {
    const { client, witness } = await start([says("Hello, 世界 🙂\u2028!"), says("Again.")]);
    expect(await client.prompt("hi")).toBe("started");
    await witness.event("agent_settled");
    expect(textOf(witness.events)).toBe("Hello, 世界 🙂\u2028!");
    expect(witness.events.at(-1)).toMatchObject({ type: "agent_settled", aborted: false });
    expect(await client.prompt("more")).toBe("started");
    await witness.event("agent_settled", 2);
    expect([witness.count("agent_start"), witness.count("agent_settled")]).toEqual([2, 2]);
    expect(client.capabilities).toMatchObject({ settled: isNew, disposition: isNew });
  });

  it("runs a tool, and settles after it", async () => {
    const { client, witness } = await start([bash("echo from-the-tool"), says("Done.")]);
    await client.prompt("run it");
    await witness.event("agent_settled");
    const end = witness.events.find((event) => event.type === "tool_execution_end");
    expect(JSON.stringify(end)).toContain("from-the-tool");
    expect(witness.count("agent_settled")).toBe(1);
    expect(textOf(witness.events)).toBe("Done.");
  });

  it("settles once after a retry, and not before", async () => {
    const { client, witness } = await start([{ status: 429, message: "rate limit" }, says("Second try.")]);
    await client.prompt("hi");
    await witness.event("agent_settled");
    expect(witness.count("auto_retry_start")).toBe(1);
    expect(textOf(witness.events)).toBe("Second try.");
    expect(witness.types().lastIndexOf("agent_end")).toBeLessThan(witness.types().indexOf("agent_settled"));
    expect(witness.count("agent_settled")).toBe(1);
  });

  it("settles once when the provider's error is final", async () => {
    const { client, witness } = await start([{ status: 401, message: "token expired" }]);
    expect(await client.prompt("hi")).toBe("started");
    await witness.event("agent_settled");
    expect(witness.count("agent_settled")).toBe(1);
    const ends = witness.events.filter((event) => event.type === "message_end");
    expect(JSON.stringify(ends)).toContain("token expired");
  });

  it("queues what comes during a run, whichever way it comes", async () => {
    const gate = new Gate();
    const { client, witness } = await start([held(gate), says("two"), says("three"), says("four")]);
    await client.prompt("one");
    await witness.event("message_update");
    await expect(client.prompt("no mode")).rejects.toMatchObject({ code: "refused" });
    expect(await client.prompt("a", { streamingBehavior: "steer" })).toBe("queued");
    expect(await client.request({ type: "steer", message: "b" })).toEqual({ disposition: "queued" });
    expect(await client.request({ type: "follow_up", message: "c" })).toEqual({ disposition: "queued" });
    expect((await client.request({ type: "get_state" })).pendingMessageCount).toBe(3);
    gate.open();
    await witness.event("agent_settled");
    expect(textOf(witness.events)).toBe("begun and donetwothreefour");
    expect(witness.count("agent_settled")).toBe(1);
  });

  it("stops a run, and gives the queue back where it can", async () => {
    const gate = new Gate();
    const { client, witness } = await start([held(gate), says("late"), says("later")]);
    await client.prompt("one");
    await witness.event("message_update");
    await client.request({ type: "steer", message: "queued" });
    const clearing = client.clearQueue();
    const aborting = client.request({ type: "abort" });
    expect(await clearing).toEqual({ supported: isNew, steering: ["queued"], followUp: [] });
    await aborting;
    await witness.event("agent_settled");
    expect(witness.events.find((event) => event.type === "agent_settled")).toMatchObject({ aborted: true });
    expect((await client.request({ type: "get_state" })).pendingMessageCount).toBe(isNew ? 0 : 1);
    expect(witness.count("agent_settled")).toBe(1);
    expect(await client.prompt("go on")).toBe("started");
    await witness.event("agent_settled", 2);
  });

  it("settles a run that a new session cuts off", async () => {
    const gate = new Gate();
    const { client, witness } = await start([held(gate), says("fresh")]);
    await client.prompt("one");
    await witness.event("message_update");
    expect(await client.request({ type: "new_session" })).toEqual({ cancelled: false });
    await witness.event("agent_settled");
    await client.prompt("two");
    await witness.event("agent_settled", 2);
    expect(witness.count("agent_settled")).toBe(2);
  });

  it("tells its history: entries, or messages where it has none", async () => {
    const { client, witness } = await start([says("reply")]);
    await client.prompt("question");
    await witness.event("agent_settled");
    const history = await client.history();
    expect(history.kind).toBe(isNew ? "entries" : "messages");
    expect(JSON.stringify(history)).toContain("question");
    expect(JSON.stringify(history)).toContain("reply");
  });

  it("runs the user's shell command; outside the context only if it can", async () => {
    const { client, witness } = await start([]);
    expect(await client.bash("echo shell-$((40 + 2))")).toMatchObject({ exitCode: 0, output: "shell-42\n" });
    expect(witness.count("bash_execution_update") > 0).toBe(isNew);
    const excluded = client.bash("echo secret", { excludeFromContext: true });
    if (isNew) expect(await excluded).toMatchObject({ output: "secret\n" });
    else await expect(excluded).rejects.toMatchObject({ code: "unsupported" });
  });

  it("runs an extension's command: handled at once, after a dialog, or with a run of its own", async () => {
    const { client, witness } = await start([says("said")], ["-e", writeExtension()]);
    await client.request({ type: "get_state" });
    const before = performance.now();
    expect(await client.prompt("/ping")).toBe("handled");
    expect(performance.now() - before).toBeLessThan(500);
    expect(witness.uiRequests).toMatchObject([{ method: "notify", message: "pong" }]);

    const asking = client.prompt("/ask");
    await waitFor(() => witness.uiRequests.length === 2, { what: "the dialog" });
    client.respond({ type: "extension_ui_response", id: witness.uiRequests[1]?.id as string, confirmed: true });
    expect(await asking).toBe("handled");
    expect(witness.uiRequests.at(-1)).toMatchObject({ method: "notify", message: "yes" });

    await client.prompt("/say something");
    await witness.event("agent_settled");
    expect(textOf(witness.events)).toBe("said");
    expect(witness.count("agent_settled")).toBe(1);
  });

  function writeExtension(): string {
    const workspace = new Workspace();
    onTestFinished(() => workspace.remove());
    return workspace.write(
      "demo.ts",
      `export default function (pi) {
        const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
        command("ping", async (args, { ui }) => ui.notify("pong", "info"));
        command("ask", async (args, { ui }) => ui.notify((await ui.confirm("Sure?", "Really?")) ? "yes" : "no", "info"));
        command("say", async (args) => pi.sendUserMessage(args));
      }`,
    );
  }

  it("stops in order, in the middle of a tool, and takes it along", async () => {
    const { client, witness, running } = await start([bash("sleep 600"), says("never")]);
    await client.prompt("sleep");
    await waitFor(() => running().some((command) => command.startsWith("sleep ")), { what: "the tool" });
    const open = client.request({ type: "bash", command: "sleep 601" });
    await waitFor(() => running().some((command) => command.startsWith("sleep 601")), { what: "the command" });
    const before = performance.now();
    const [exit, failed] = await Promise.all([client.stop(), open.catch((error: unknown) => error)]);
    expect(performance.now() - before).toBeLessThan(3000);
    expect(exit).toMatchObject({ expected: true, message: expect.stringMatching(/^pi was stopped/) });
    if (failed instanceof Error) expect(failed).toMatchObject({ code: "exited" });
    await waitFor(() => running().length === 0, { what: "the end of all", context: () => running().join("\n") });
    expect(witness.exits).toHaveLength(1);
  });

  it("is killed with its tool when there is no time", async () => {
    const { client, witness, running } = await start([bash("sleep 600")]);
    await client.prompt("sleep");
    await waitFor(() => running().some((command) => command.startsWith("sleep ")), { what: "the tool" });
    client.killNow();
    expect(await witness.exit()).toMatchObject({ signal: "SIGKILL", expected: true });
    await waitFor(() => running().length === 0, { what: "the end of all", context: () => running().join("\n") });
  });

  it("says why it ends at once", async () => {
    const { client, witness } = await start([], ["@file.md"]);
    const state = client.request({ type: "get_state" });
    await expect(state).rejects.toMatchObject({
      code: "exited",
      message: expect.stringMatching(/^pi exited with code 1: .*@file/),
    });
    expect(await witness.exit()).toMatchObject({ code: 1, expected: false });
    expect(client.stderr).toContain("@file");
  });
});
