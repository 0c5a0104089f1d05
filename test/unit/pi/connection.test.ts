import { describe, expect, it } from "vitest";
import { PiError } from "../../../src/errors";
import { MemoryPeer, textOf } from "../../support/memoryPeer";
import { failure, success } from "../../support/peerAnswers";
import { asOldPi, delta, run, update } from "../../support/records";

const silent = () => [];
const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error("did not fail")),
    (error: unknown) => {
      expect(error).toBeInstanceOf(PiError);
      return error as PiError;
    },
  );

describe("Connection: requests", () => {
  it("matches answers by id, in whatever order they come", async () => {
    const peer = new MemoryPeer({ get_state: silent, get_commands: silent, get_messages: silent });
    const order: string[] = [];
    const requests = (["get_state", "get_commands", "get_messages"] as const).map((type) =>
      peer.connection.request({ type }).then(() => order.push(type)),
    );
    for (const command of [...peer.received].reverse()) peer.send(success(command, {}));
    await Promise.all(requests);
    expect(order).toEqual(["get_messages", "get_commands", "get_state"]);
    expect(new Set(peer.received.map(({ id }) => id)).size).toBe(3);
  });

  it("gives an answer without id to the oldest request of that command", async () => {
    const peer = new MemoryPeer({ get_messages: silent, get_commands: silent });
    const first = peer.connection.request({ type: "get_messages" });
    const other = peer.connection.request({ type: "get_commands" });
    const second = peer.connection.request({ type: "get_messages" });
    const answer = (messages: unknown[]) => ({
      type: "response",
      command: "get_messages",
      success: true,
      data: { messages },
    });
    peer.send(answer([1]), answer([2]));
    expect(await first).toEqual({ messages: [1] });
    expect(await second).toEqual({ messages: [2] });
    peer.send({ type: "response", command: "get_commands", success: false, error: "no" });
    expect((await failed(other)).message).toBe("no");
  });

  it("rejects what pi refuses with pi's words, and what it does not know as unsupported", async () => {
    const peer = new MemoryPeer({
      set_model: (command) => [failure(command, "Model not found: a/b")],
      get_tree: ({ type }) => [{ type: "response", command: type, success: false, error: `Unknown command: ${type}` }],
      abort: ({ id, type }) => [{ id, type: "response", command: type, success: false }],
    });
    const refused = await failed(peer.connection.request({ type: "set_model", provider: "a", modelId: "b" }));
    expect([refused.code, refused.message]).toEqual(["refused", "Model not found: a/b"]);
    const unsupported = await failed(peer.connection.request({ type: "get_tree" }));
    expect([unsupported.code, unsupported.message]).toEqual([
      "unsupported",
      "This pi does not know `get_tree` yet: update pi to use it.",
    ]);
    expect((await failed(peer.connection.request({ type: "abort" }))).message).toContain("refused `abort`");
  });

  it("rejects the newest request when pi could not read a line", async () => {
    const peer = new MemoryPeer({ bash: silent, get_state: silent });
    const bash = peer.connection.request({ type: "bash", command: "sleep 1" });
    const state = peer.connection.request({ type: "get_state" });
    peer.send({ type: "response", command: "parse", success: false, error: "Failed to parse command: x" });
    expect((await failed(state)).message).toBe("Failed to parse command: x");
    peer.send(success(peer.received[0] as object, { output: "done" }));
    expect(await bash).toEqual({ output: "done" });
  });

  it("ignores an answer that nobody waits for", async () => {
    const peer = new MemoryPeer();
    peer.send({ id: "x", type: "response", command: "get_state", success: true, data: {} });
    peer.send({ type: "response", command: "constructor", success: true });
    expect(await peer.connection.request({ type: "get_commands" })).toEqual({ commands: [] });
  });

  it("sends a prompt with a line separator in it as one line", async () => {
    const lines: string[] = [];
    const peer = new MemoryPeer();
    const write = peer.connection.write;
    peer.connection.write = (line) => {
      lines.push(line);
      write(line);
    };
    const message = "a\u2028b\u2029c\nd\u0085\ud800";
    await peer.connection.request({ type: "prompt", message });
    expect(lines.join("")).not.toMatch(/[\n\r]/);
    expect(peer.received[0]?.message).toBe(message);
  });

  it("rejects everything open, and everything later, when pi ends", async () => {
    const peer = new MemoryPeer({ prompt: silent, get_state: silent });
    const open = [
      peer.connection.request({ type: "prompt", message: "x" }),
      peer.connection.request({ type: "get_state" }),
    ].map(failed);
    peer.connection.end({
      code: 3,
      signal: null,
      stderr: "boom",
      expected: false,
      message: "pi exited with code 3: boom",
    });
    open.push(failed(peer.connection.request({ type: "get_state" })));
    for (const error of await Promise.all(open)) {
      expect([error.code, error.message]).toEqual(["exited", "pi exited with code 3: boom"]);
    }
    expect(peer.exits).toHaveLength(1);
    expect(peer.received).toHaveLength(2);
  });
});

describe("Connection: events", () => {
  it("reads a reply whose characters are cut at any byte", () => {
    const bytes = Buffer.from(`${JSON.stringify(delta("日本語🙂é\u2028x\u2029y\u0085z"))}\r\n`);
    for (let at = 0; at <= bytes.length; at++) {
      const peer = new MemoryPeer();
      peer.sendBytes(bytes.subarray(0, at));
      peer.sendBytes(bytes.subarray(at));
      expect(textOf(peer.events)).toBe("日本語🙂é\u2028x\u2029y\u0085z");
    }
  });

  it("gives the same stream for the old shape of a reply as for the new one", async () => {
    const reply = run("one two", { deltas: ["one ", "two"] });
    const fresh = new MemoryPeer();
    const old = new MemoryPeer();
    fresh.send(...reply);
    old.send(...asOldPi(reply));
    expect(textOf(old.events)).toBe("one two");
    expect(old.types()).toEqual(fresh.types().slice(0, -1));
    await expect.poll(() => old.types()).toEqual(fresh.types());
    expect(old.events.at(-1)).toEqual({ type: "agent_settled", aborted: false });
  });

  it("hands on what it does not know, logs it once for each type, and goes on", () => {
    const peer = new MemoryPeer();
    peer.send(
      { type: "agent_start" },
      { type: "brand_new_event", a: 1 },
      { type: "brand_new_event", a: 2 },
      { type: "message_update" },
      { type: "message_update", assistantMessageEvent: null },
      update({ type: "hologram_delta", contentIndex: 0 }),
      update({ type: "constructor" }),
      { type: "toString" },
      { notype: true },
      { type: 5 },
      delta("on"),
    );
    expect(peer.types()).toEqual(["agent_start", "message_update"]);
    expect(textOf(peer.events)).toBe("on");
    expect(peer.unknown).toHaveLength(9);
    expect(peer.logged.filter((line) => line.includes("brand_new_event"))).toHaveLength(1);
    expect(peer.logged.filter((line) => line.includes("hologram_delta"))).toHaveLength(1);
  });

  it("survives known events without any of their fields", () => {
    const peer = new MemoryPeer();
    const types = [
      "agent_start",
      "message_start",
      "message_end",
      "queue_update",
      "auto_retry_start",
      "auto_retry_end",
      "compaction_start",
      "compaction_end",
      "agent_end",
      "bash_execution_update",
      "extension_error",
      "agent_settled",
    ];
    peer.send(...types.map((type) => ({ type })));
    expect(peer.types()).toEqual(types);
    expect(peer.logged).toEqual([]);
  });

  it("goes on after a handler that throws", () => {
    const seen: string[] = [];
    const peer = new MemoryPeer(
      {},
      {
        onEvent(event) {
          seen.push(event.type);
          throw new Error("ouch");
        },
        onUiRequest() {
          throw new Error("ouch too");
        },
      },
    );
    peer.send(
      { type: "agent_start" },
      { type: "extension_ui_request", id: "1", method: "select", title: "", options: [] },
    );
    peer.send({ type: "agent_settled" });
    expect(seen).toEqual(["agent_start", "agent_settled"]);
    expect(peer.logged).toHaveLength(3);
  });

  it("logs the size of what is no record, not its text", () => {
    const peer = new MemoryPeer();
    peer.sendBytes(Buffer.from('my secret prompt{"type":"agent_start"}\n'));
    expect(peer.types()).toEqual(["agent_start"]);
    expect(peer.logged.join()).toContain("16 characters");
    expect(peer.logged.join()).not.toContain("secret");
  });

  it("tells dialogs of a known method from those of an unknown one", () => {
    const peer = new MemoryPeer();
    const request = (method: unknown, id: unknown = "1") => ({ type: "extension_ui_request", id, method, title: "T" });
    peer.send(request("select"), request("notify"), request("colourPicker", "2"), request("x", 7), request(undefined));
    expect(peer.uiRequests.map(({ method }) => method)).toEqual(["select", "notify"]);
    expect(peer.unknownUiRequests).toEqual([{ id: "2", method: "colourPicker" }]);
    expect(peer.unknown).toHaveLength(2);
  });
});
