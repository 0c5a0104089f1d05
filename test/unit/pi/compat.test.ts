import { describe, expect, it } from "vitest";
import { PiError } from "../../../src/errors";
import { isBusyRefusal, KNOWN_THINKING_LEVELS, Learner } from "../../../src/pi/compat";
import type { CommandType, PiEvent } from "../../../src/pi/protocol";
import { asOldPi, delta, type WireRecord } from "../../support/records";

function learn(...steps: ({ answer: WireRecord; to: CommandType } | { event: WireRecord })[]) {
  const learner = new Learner();
  for (const step of steps) {
    if ("event" in step) learner.fromEvent(step.event as PiEvent);
    else learner.fromAnswer(step.to, step.answer);
  }
  return learner.capabilities;
}

const unknown = (to: CommandType, id?: string) => ({
  to,
  answer: { id, type: "response", command: to, success: false, error: `Unknown command: ${to}` },
});
const ok = (to: CommandType, data?: unknown) => ({ to, answer: { id: "1", type: "response", success: true, data } });

const EVERYTHING = {
  excludeFromContext: true,
  entries: true,
  settled: true,
  thinkingLevels: true,
  bashUpdates: true,
  clearQueue: true,
  disposition: true,
};
const NOTHING = Object.fromEntries(Object.keys(EVERYTHING).map((feature) => [feature, false]));
const OPEN = Object.fromEntries(Object.keys(EVERYTHING).map((feature) => [feature, undefined]));

describe("Learner", () => {
  it("knows nothing at first, and nothing from what every pi says", () => {
    expect(learn()).toEqual(OPEN);
    expect(learn(ok("get_state", {}), { event: { type: "agent_start" } })).toEqual(OPEN);
  });

  it("learns all of the newest pi from one prompt", () => {
    expect(learn(ok("prompt", { disposition: "started" }))).toEqual(EVERYTHING);
  });

  it("learns all of pi 0.74 from the end of a run", () => {
    const [end] = asOldPi([{ type: "agent_end", messages: [], willRetry: false }]) as [WireRecord];
    expect(learn({ event: end })).toEqual(NOTHING);
  });

  it("concludes from a later feature that the earlier ones are there, and the other way round", () => {
    expect(learn(ok("get_available_thinking_levels", { levels: [] }))).toMatchObject({
      excludeFromContext: true,
      entries: true,
      settled: true,
      thinkingLevels: true,
      bashUpdates: undefined,
      clearQueue: undefined,
    });
    expect(learn(unknown("get_entries"))).toMatchObject({
      excludeFromContext: undefined,
      entries: false,
      settled: false,
      clearQueue: false,
    });
  });

  it("takes an unknown command that is answered with its id as a sign of 0.79.7", () => {
    expect(learn(unknown("get_entries", "n1"))).toMatchObject({ excludeFromContext: true, entries: false });
  });

  it("takes an entry that is not found as a sign that entries are known", () => {
    const notFound = { to: "get_entries", answer: { id: "1", success: false, error: "Entry not found: -" } } as const;
    expect(learn(notFound)).toMatchObject({ entries: true, excludeFromContext: true });
  });

  it("tells a pi that sends deltas only from one that repeats the message", () => {
    expect(learn({ event: delta("x") })).toMatchObject({ settled: true, bashUpdates: true, clearQueue: undefined });
    expect(learn({ event: asOldPi([delta("x")])[0] as WireRecord })).toEqual(OPEN);
  });

  it("counts what it has seen more than what follows from something else", () => {
    expect(learn({ event: { type: "agent_settled" } }, unknown("get_entries"))).toMatchObject({
      entries: false,
      settled: true,
      clearQueue: false,
    });
    expect(learn(unknown("get_entries"), { event: { type: "agent_settled" } }).settled).toBe(true);
  });
});

describe("isBusyRefusal", () => {
  it("knows pi's words, and nothing else", () => {
    const words =
      "Agent is already processing. Specify streamingBehavior ('steer' or 'followUp') to queue the message.";
    expect(isBusyRefusal(new PiError("refused", words))).toBe(true);
    expect(isBusyRefusal(new PiError("refused", "No API key found"))).toBe(false);
    expect(isBusyRefusal(new PiError("exited", words))).toBe(false);
    expect(isBusyRefusal(new Error(words))).toBe(false);
  });
});

it("offers seven thinking levels when pi cannot say", () => {
  expect(KNOWN_THINKING_LEVELS).toEqual(["off", "minimal", "low", "medium", "high", "xhigh", "max"]);
});
