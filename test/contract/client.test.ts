/** The client against the scripted peer: what goes over real pipes. */
import { describe, expect, it } from "vitest";
import { textOf } from "../support/memoryPeer";
import { failure, success, unknownToOldPi } from "../support/peerAnswers";
import { delta, run, runStart } from "../support/records";
import { startScriptedClient } from "../support/scriptedClient";
import { waitFor } from "../support/waitFor";

describe("starting", () => {
  it("starts cmd in RPC mode with its arguments, in its folder, with its environment", async () => {
    const { client, peer, workspace } = await startScriptedClient({ args: ["--model", "a b & c"] });
    const process = await peer.started();
    expect(process.argv).toEqual(["--mode", "rpc", "--model", "a b & c"]);
    expect(process.cwd).toBe(workspace.project);
    expect(process.pid).toBe(client.pid);
    expect(client.program).toBe(peer.cmd[0]);
  });

  it("finds pi on the PATH that was configured", async () => {
    const { peer, workspace, witness } = await startScriptedClient();
    const folder = workspace.path("bin with space & more");
    peer.installAs(workspace, `${folder}/pi`);
    const { PiClient } = await import("../../src/pi/client");
    const env = { ...peer.env, PATH: `${folder}:/usr/bin:/bin` };
    const second = await PiClient.start({ cmd: ["pi"], cwd: workspace.project, env, handlers: witness.handlers });
    expect(second.program).toBe(`${folder}/pi`);
    expect(await second.request({ type: "get_commands" })).toEqual({ commands: [] });
    await second.stop();
  });

  it.each([
    ["a program that does not exist", { cmd: ["/nowhere/pi"] }, "/nowhere/pi does not exist"],
    ["a folder that does not exist", { cwd: "/nowhere" }, "pi cannot start in /nowhere: there is no such folder."],
    [
      "a script without its interpreter",
      { cmd: ["./script"] },
      "script could not be started: the program that its first",
    ],
  ])("says in one sentence that it cannot: %s", async (_, options, message) => {
    const { workspace } = await startScriptedClient();
    workspace.write("script", "#!/nowhere/node\n", 0o755);
    await expect(startScriptedClient({ cwd: workspace.project, ...options })).rejects.toMatchObject({
      code: "spawn_failed",
      message: expect.stringContaining(message),
    });
  });
});

describe("the stream", () => {
  it("counts exactly the records sent, with Unicode's line separators in them", async () => {
    const { peer, witness } = await startScriptedClient();
    const records = run("a\u2028b\u2029c\u0085d", { prompt: "go" });
    for (const lineEnd of ["\n", "\r\n"]) {
      witness.events.length = 0;
      peer.sendBytes(Buffer.from(records.map((record) => JSON.stringify(record) + lineEnd).join("")));
      await witness.event("agent_settled");
      expect(witness.events).toHaveLength(records.length);
      expect(textOf(witness.events)).toBe("a\u2028b\u2029c\u0085d");
    }
  });

  it("gets a prompt with a line separator to pi as one record", async () => {
    const { client, peer } = await startScriptedClient();
    expect(await client.prompt("a\u2028b\nc")).toBe("started");
    expect(peer.received("prompt").map(({ message }) => message)).toEqual(["a\u2028b\nc"]);
  });

  it("survives noise: lines of it, and some in front of a record", async () => {
    const { peer, witness } = await startScriptedClient();
    peer.sendBytes(
      Buffer.from('npm warn something\n\u001b[2Kwarning: foo{"type":"agent_start"}\n{"type":"agent_settled"}\n'),
    );
    await witness.event("agent_settled");
    expect(witness.types()).toEqual(["agent_start", "agent_settled"]);
  });

  it("takes one record of 20 MB between small ones, in order", async () => {
    const { peer, witness } = await startScriptedClient();
    const long = "x".repeat(20 * 1024 * 1024);
    peer.send({ type: "agent_start" }, delta("a"), delta(long), delta("b"), { type: "agent_settled" });
    await witness.event("agent_settled");
    expect(textOf(witness.events)).toBe(`a${long}b`);
  });

  it("never stops reading: 20,000 old-shape updates of a growing message reach the end in order", async () => {
    const { peer, witness } = await startScriptedClient();
    const updates = Array.from({ length: 20_000 }, (_, i) => ({
      ...delta(`${i} `),
      message: { role: "assistant", content: [{ type: "text", text: "x".repeat(Math.min(i, 2_000)) }] },
    }));
    for (let i = 0; i < updates.length; i += 1000) peer.send(...updates.slice(i, i + 1000));
    peer.send({ type: "agent_settled" });
    await witness.event("agent_settled");
    expect(textOf(witness.events)).toBe(Array.from({ length: 20_000 }, (_, i) => `${i} `).join(""));
  });

  it("sends more than a pipe holds to a pi that does not read, without waiting, and in order", async () => {
    const { client, peer } = await startScriptedClient();
    const image = { type: "image", mimeType: "image/png", data: "A".repeat(3_000_000) } as const;
    const before = performance.now();
    const prompts = [1, 2, 3].map((n) => client.prompt(`prompt ${n}`, { images: [image] }));
    expect(performance.now() - before).toBeLessThan(500);
    await Promise.all(prompts);
    expect(peer.received("prompt").map(({ message }) => message)).toEqual(["prompt 1", "prompt 2", "prompt 3"]);
    expect(peer.received("prompt")[2]?.images[0].data).toHaveLength(3_000_000);
  });
});

describe("requests", () => {
  it("matches answers that come in another order", async () => {
    const { client, peer } = await startScriptedClient({ answers: { abort: () => [], get_state: () => [] } });
    const abort = client.request({ type: "abort" });
    const state = client.request({ type: "get_state" });
    const [first, second] = [await peer.command("abort"), await peer.command("get_state")];
    peer.send(success(second, { isStreaming: true }), success(first));
    expect(await state).toEqual({ isStreaming: true });
    expect(await abort).toBeUndefined();
  });

  it("answers a dialog once, with its id", async () => {
    const { client, peer, witness } = await startScriptedClient();
    peer.send({ type: "extension_ui_request", id: "d1", method: "confirm", title: "Sure?", message: "" });
    await waitFor(() => witness.uiRequests.length === 1);
    client.respond({ type: "extension_ui_response", id: "d1", confirmed: true });
    expect(await peer.command("extension_ui_response")).toEqual({
      type: "extension_ui_response",
      id: "d1",
      confirmed: true,
    });
  });

  it("clears the queue, then aborts, in this order on the wire", async () => {
    const queue = { steering: ["one"], followUp: ["two"] };
    const { client, peer } = await startScriptedClient({ answers: { clear_queue: (c) => [success(c, queue)] } });
    const clearing = client.clearQueue();
    await client.request({ type: "abort" });
    expect(await clearing).toEqual({ supported: true, ...queue });
    expect(peer.commandTypes()).toEqual(["clear_queue", "abort"]);
  });

  it("passes pi's refusal on in its words", async () => {
    const busy = "Agent is already processing. Specify streamingBehavior ('steer' or 'followUp') to queue the message.";
    const { client } = await startScriptedClient({ answers: { prompt: (c) => [failure(c, busy)] } });
    await expect(client.prompt("x")).rejects.toMatchObject({ code: "refused", message: busy });
  });
});

describe("a pi without the newer commands", () => {
  const old = () => startScriptedClient({ answers: unknownToOldPi() });

  it("says what is still queued when it cannot clear the queue, and is not asked again", async () => {
    const { client, peer, witness } = await old();
    peer.send(...runStart("go"), { type: "queue_update", steering: ["a"], followUp: ["b"] });
    await witness.event("queue_update");
    const kept = { supported: false, steering: ["a"], followUp: ["b"] };
    expect(await client.clearQueue()).toEqual(kept);
    expect(await client.clearQueue()).toEqual(kept);
    expect(peer.received("clear_queue")).toHaveLength(1);
  });

  it("gives its messages in place of entries, and all levels in place of the model's", async () => {
    const { client, peer } = await old();
    expect(await client.history()).toEqual({ kind: "messages", messages: [] });
    expect(await client.history()).toEqual({ kind: "messages", messages: [] });
    expect(peer.received("get_entries")).toHaveLength(1);
    expect(await client.thinkingLevels()).toHaveLength(7);
    expect(client.capabilities).toMatchObject({ entries: false, thinkingLevels: false });
  });

  it("does not run a command whose output it would show to the model", async () => {
    const { client, peer } = await old();
    await expect(client.bash("env", { excludeFromContext: true })).rejects.toMatchObject({ code: "unsupported" });
    expect(peer.received("bash")).toEqual([]);
    peer.answers.bash = (command) => [success(command, { output: "x", exitCode: 0 })];
    expect(await client.bash("ls")).toMatchObject({ output: "x" });
  });

  it("while a newer one is asked for its age once, and runs it", async () => {
    const { client, peer } = await startScriptedClient({
      answers: {
        get_entries: (command) => [failure(command, "Entry not found: -")],
        bash: (command) => [success(command, { output: "x", exitCode: 0 })],
      },
    });
    await client.bash("env", { excludeFromContext: true });
    await client.bash("env", { excludeFromContext: true });
    expect(peer.received("get_entries")).toHaveLength(1);
    expect(peer.received("bash").map(({ excludeFromContext }) => excludeFromContext)).toEqual([true, true]);
  });
});
