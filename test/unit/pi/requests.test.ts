import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PiError } from "../../../src/errors";
import type { CommandType } from "../../../src/pi/protocol";
import { ANSWER_MS, Requests, START_UP_MS } from "../../../src/pi/requests";

describe("Requests: limits", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function setUp(probe: () => Promise<unknown> = () => Promise.resolve()) {
    const peer = { spoken: true, hasSpoken: () => peer.spoken, probe: vi.fn(probe) };
    const requests = new Requests(peer);
    const errors: PiError[] = [];
    const add = (command: CommandType, timeoutMs?: number, id: string = command) =>
      requests.add({ id, command, resolve: () => undefined, reject: (error) => void errors.push(error) }, timeoutMs);
    return { peer, requests, errors, add };
  }

  it("gives up on a question after a while, with the command and the time in the message", async () => {
    const { errors, add } = setUp();
    add("get_state");
    await vi.advanceTimersByTimeAsync(ANSWER_MS - 1);
    expect(errors).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      ["timeout", "pi has not answered `get_state` within 30 s."],
    ]);
  });

  it("waits longer for a pi that is still starting", async () => {
    const { peer, errors, add } = setUp();
    peer.spoken = false;
    add("get_state");
    await vi.advanceTimersByTimeAsync(START_UP_MS - 1);
    expect(errors).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(errors).toHaveLength(1);
  });

  it.each([
    "prompt",
    "steer",
    "abort",
    "compact",
    "bash",
    "new_session",
    "switch_session",
    "fork",
    "export_html",
  ] as const)("waits for %s as long as pi shows signs of life", async (command) => {
    const { peer, errors, add } = setUp();
    add(command);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(errors).toEqual([]);
    expect(peer.probe.mock.calls.length).toBeGreaterThan(100);
  });

  it("gives up on a prompt when pi shows no sign of life", async () => {
    const { errors, add } = setUp(() => Promise.reject(new Error("no answer")));
    add("prompt");
    await vi.advanceTimersByTimeAsync(ANSWER_MS);
    expect(errors[0]?.code).toBe("timeout");
    expect(errors[0]?.message).toContain("does not react any more");
  });

  it("asks for no sign of life of what has been answered meanwhile", async () => {
    const { peer, requests, errors, add } = setUp();
    add("prompt");
    expect(requests.settle({ id: "prompt", success: true })?.command).toBe("prompt");
    await vi.advanceTimersByTimeAsync(10 * ANSWER_MS);
    expect([peer.probe.mock.calls.length, errors.length]).toEqual([0, 0]);
  });

  it("takes the caller's limit, and none for Infinity", async () => {
    const { errors, add } = setUp();
    add("get_state", 100, "a");
    add("get_state", Number.POSITIVE_INFINITY, "b");
    await vi.advanceTimersByTimeAsync(100);
    expect(errors).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(errors).toHaveLength(1);
  });
});
