import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryPeer } from "../../support/memoryPeer";
import { idleState, success } from "../../support/peerAnswers";
import { agentEnd, asOldPi, replyEnd, runStart, settled, type WireRecord } from "../../support/records";

/** What pi says it is doing; changed in the middle of a test. */
interface State {
  isStreaming: boolean;
  isCompacting: boolean;
  pendingMessageCount: number;
}

const settledCount = (peer: MemoryPeer) => peer.types().filter((type) => type === "agent_settled").length;

function setUp(answers: ConstructorParameters<typeof MemoryPeer>[0] = {}) {
  const state: State = { isStreaming: false, isCompacting: false, pendingMessageCount: 0 };
  const peer = new MemoryPeer({ get_state: (command) => [success(command, { ...idleState, ...state })], ...answers });
  return { peer, state };
}

/** Case 7: a retry, then a compaction that tries again; three texts in all. */
const detours: readonly (WireRecord | number)[] = [
  ...runStart("go"),
  ...replyEnd("", { stopReason: "error", errorMessage: "429" }),
  agentEnd(true),
  { type: "auto_retry_start", attempt: 1, maxAttempts: 3, delayMs: 2000, errorMessage: "429" },
  2000,
  ...runStart(),
  ...replyEnd("second"),
  agentEnd(),
  { type: "compaction_start", reason: "overflow" },
  30_000,
  { type: "compaction_end", reason: "overflow", aborted: false, willRetry: true },
  100,
  ...runStart(),
  ...replyEnd("third"),
  agentEnd(),
];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function play(peer: MemoryPeer, steps: readonly (WireRecord | number)[], isOld: boolean): Promise<void> {
  for (const step of steps) {
    if (typeof step === "number") await vi.advanceTimersByTimeAsync(step);
    else peer.send(...(isOld ? asOldPi([step]) : [step]));
  }
}

describe("a run ends once", () => {
  it("on a pi that says so: not before it does", async () => {
    const { peer } = setUp();
    await play(peer, detours, false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settledCount(peer)).toBe(0);
    peer.send(settled());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settledCount(peer)).toBe(1);
    expect(peer.received).toEqual([]);
  });

  it("on an old pi: after the retry and the compaction", async () => {
    const { peer } = setUp();
    await play(peer, detours, true);
    expect(settledCount(peer)).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(settledCount(peer)).toBe(1);
    expect(peer.events.at(-1)).toEqual({ type: "agent_settled", aborted: false });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settledCount(peer)).toBe(1);
  });

  it("on an old pi: not while it says that it streams or compacts", async () => {
    const { peer, state } = setUp();
    state.isStreaming = true;
    await play(peer, [...runStart("go"), ...replyEnd("text"), agentEnd()], true);
    await vi.advanceTimersByTimeAsync(5000);
    Object.assign(state, { isStreaming: false, isCompacting: true });
    await vi.advanceTimersByTimeAsync(5000);
    expect(settledCount(peer)).toBe(0);
    state.isCompacting = false;
    await vi.advanceTimersByTimeAsync(600);
    expect(settledCount(peer)).toBe(1);
    expect(peer.received.length).toBeLessThan(40);
  });

  it("on an old pi: messages it keeps after an abort do not keep the run open", async () => {
    const { peer, state } = setUp();
    state.pendingMessageCount = 2;
    await play(peer, [...runStart("go"), ...replyEnd("", { stopReason: "aborted" }), agentEnd()], true);
    await vi.advanceTimersByTimeAsync(500);
    expect(settledCount(peer)).toBe(0);
    await vi.advanceTimersByTimeAsync(1500);
    expect(peer.events.at(-1)).toEqual({ type: "agent_settled", aborted: true });
  });

  it("on an old pi: when the announced retry is called off", async () => {
    const { peer } = setUp();
    await play(peer, detours.slice(0, detours.indexOf(2000)), true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(settledCount(peer)).toBe(0);
    peer.send({ type: "auto_retry_end", success: false, attempt: 1, finalError: "Retry cancelled" });
    await vi.advanceTimersByTimeAsync(100);
    expect(settledCount(peer)).toBe(1);
  });

  it("on an old pi: when the announced retry never begins", async () => {
    const { peer } = setUp();
    await play(peer, detours.slice(0, detours.indexOf(2000)), true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(settledCount(peer)).toBe(1);
  });

  it.each(["compact", "new_session", "switch_session", "fork", "clone"] as const)(
    "on an old pi: when %s cuts it off without a word",
    async (type) => {
      const { peer } = setUp();
      await play(peer, runStart("go"), true);
      void peer.connection.request({ type } as { type: "compact" });
      await vi.advanceTimersByTimeAsync(1000);
      expect(settledCount(peer)).toBe(1);
    },
  );

  it("even when an old pi's answer is lost", async () => {
    let asked = 0;
    const { peer } = setUp({
      get_state: (command) => (asked++ === 0 ? [] : [success(command, idleState)]),
    });
    await play(peer, [...runStart("go"), ...replyEnd("text"), agentEnd()], true);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(settledCount(peer)).toBe(1);
  });

  it("even when pi says so after we have concluded it", async () => {
    const { peer } = setUp();
    peer.send({ type: "agent_start" }, agentEnd());
    await vi.advanceTimersByTimeAsync(100);
    expect(settledCount(peer)).toBe(1);
    peer.send(settled());
    expect(settledCount(peer)).toBe(1);
    await play(peer, [{ type: "agent_start" }, agentEnd()], false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settledCount(peer)).toBe(1);
    peer.send(settled());
    expect(settledCount(peer)).toBe(2);
  });

  it("adds `aborted` where pi leaves it out (before 1.1)", () => {
    const { peer } = setUp();
    peer.send({ type: "agent_start" }, ...replyEnd("", { stopReason: "aborted" }), agentEnd(), {
      type: "agent_settled",
    });
    expect(peer.events.at(-1)).toEqual({ type: "agent_settled", aborted: true });
  });

  it("asks nothing any more once pi is gone", async () => {
    const { peer } = setUp();
    await play(peer, [...runStart("go"), ...replyEnd("text"), agentEnd()], true);
    peer.connection.end({ code: 1, signal: null, stderr: "", expected: false, message: "gone" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([settledCount(peer), peer.received.length]).toEqual([0, 0]);
  });
});

describe("what became of a prompt", () => {
  const accept =
    (after: readonly WireRecord[] = []) =>
    (command: WireRecord) => [success(command), ...after];
  const prompt = (peer: MemoryPeer, message = "go", fields: { streamingBehavior?: "steer" } = {}) => {
    const result: { disposition?: string } = {};
    void peer.connection.request({ type: "prompt", message, ...fields }).then((data) => Object.assign(result, data));
    return result;
  };

  it("is what pi says", async () => {
    const { peer } = setUp({ prompt: (command) => [success(command, { disposition: "handled" })] });
    const result = prompt(peer);
    await vi.advanceTimersByTimeAsync(0);
    expect(result.disposition).toBe("handled");
    expect(peer.receivedTypes()).toEqual(["prompt"]);
  });

  it("on an old pi: started, when a run begins with the answer", async () => {
    const { peer } = setUp({ prompt: accept(asOldPi(runStart("go"))) });
    const result = prompt(peer);
    await vi.advanceTimersByTimeAsync(0);
    expect(result.disposition).toBe("started");
  });

  it("on an old pi: started, when it streams already", async () => {
    const { peer, state } = setUp({ prompt: accept() });
    state.isStreaming = true;
    const result = prompt(peer);
    await vi.advanceTimersByTimeAsync(10);
    expect(result.disposition).toBe("started");
  });

  it("on an old pi: handled, in under half a second, when no run begins", async () => {
    const { peer } = setUp({
      prompt: accept([{ type: "extension_ui_request", id: "1", method: "notify", message: "pong" }]),
    });
    const result = prompt(peer, "/ping");
    await vi.advanceTimersByTimeAsync(400);
    expect(result.disposition).toBe("handled");
    expect(peer.types()).toEqual([]);
  });

  it("on an old pi: started, when the run begins 300 ms after the answer", async () => {
    const { peer } = setUp({ prompt: accept() });
    const result = prompt(peer, "/ping");
    await vi.advanceTimersByTimeAsync(300);
    expect(result.disposition).toBeUndefined();
    peer.send({ type: "agent_start" });
    await vi.advanceTimersByTimeAsync(0);
    expect(result.disposition).toBe("started");
  });

  it("on an old pi: a run that begins after that is a run all the same", async () => {
    const { peer } = setUp({ prompt: accept() });
    const result = prompt(peer, "/ping");
    await vi.advanceTimersByTimeAsync(1000);
    expect(result.disposition).toBe("handled");
    await play(peer, [...runStart(), ...replyEnd("late"), agentEnd()], true);
    await vi.advanceTimersByTimeAsync(100);
    expect(settledCount(peer)).toBe(1);
  });

  it("on an old pi: queued during a run, when the queue has grown; handled for a command that runs at once", async () => {
    const queued = { type: "queue_update", steering: ["go"], followUp: [] };
    const { peer } = setUp({
      prompt: (command) => (command.message === "go" ? [queued, success(command)] : [success(command)]),
    });
    await play(peer, runStart("first"), true);
    const text = prompt(peer, "go", { streamingBehavior: "steer" });
    await vi.advanceTimersByTimeAsync(0);
    const command = prompt(peer, "/ping", { streamingBehavior: "steer" });
    await vi.advanceTimersByTimeAsync(0);
    expect([text.disposition, command.disposition]).toEqual(["queued", "handled"]);
  });

  it("on an old pi: started, when the run that it was meant for ended first", async () => {
    const { peer } = setUp({ prompt: accept(asOldPi(runStart("go"))) });
    await play(peer, runStart("first"), true);
    const result = prompt(peer, "go", { streamingBehavior: "steer" });
    await play(peer, [...replyEnd("text"), agentEnd()], true);
    await vi.advanceTimersByTimeAsync(0);
    expect(result.disposition).toBe("started");
  });

  it("on an old pi: steering and follow-ups are queued", async () => {
    const { peer } = setUp({ steer: accept(), follow_up: accept() });
    const request = peer.connection.request.bind(peer.connection);
    expect(await request({ type: "steer", message: "x" })).toEqual({ disposition: "queued" });
    expect(await request({ type: "follow_up", message: "x" })).toEqual({ disposition: "queued" });
  });
});
