import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  type ApprovalRequest,
  type Dialog,
  type DialogAnswer,
  type DialogEnd,
  type DialogOwner,
  DialogQueue,
} from "../../../src/agent/dialogs";
import type { DialogRequest, UiResponse } from "../../../src/pi/protocol";

const OPTIONS = ["same", "same", "", "two\nlines", "\u001b[31mred\u001b[0m", "%{execute('q')}", "日本"];

function requestOf(id: string, method: DialogRequest["method"], timeout?: number): DialogRequest {
  const head = { type: "extension_ui_request" as const, id, title: `title of ${id}`, ...(timeout && { timeout }) };
  if (method === "select") return { ...head, method, options: OPTIONS };
  if (method === "confirm") return { ...head, method, message: "sure?" };
  return { ...head, method };
}

const ANSWERS: Record<DialogRequest["method"], DialogAnswer> = {
  select: { index: 1 },
  confirm: { confirmed: false },
  input: { text: "" },
  editor: { text: "a\n\n\n" },
};

function setUp() {
  let now = 1000;
  const sent: UiResponse[] = [];
  const log: string[] = [];
  const listener = {
    opened: vi.fn(({ request }, waiting: number) => void log.push(`opened ${request.id} +${waiting}`)),
    counted: vi.fn(({ request }, waiting: number) => void log.push(`counted ${request.id} +${waiting}`)),
    closed: vi.fn(({ request }, end: DialogEnd) => void log.push(`closed ${request.id} ${end}`)),
    rescheduled: vi.fn(),
  };
  const queue = new DialogQueue(listener, () => now);
  const owner = (agent: number): DialogOwner => ({ agent, respond: (r) => void sent.push(r), counted: vi.fn() });
  const numbers = new Map<string, number>();
  return {
    queue,
    sent,
    log,
    owner,
    pass: (ms: number) => (now += ms),
    add: (from: DialogOwner, request: DialogRequest, ofRun = false) => {
      queue.add({ owner: from, request, ofRun });
      numbers.set(request.id, queue.lastId);
    },
    number: (id: string) => numbers.get(id) as number,
  };
}

describe("DialogQueue", () => {
  it("takes tool calls as well: one verdict each, none when it is over", () => {
    const { queue, add, owner, log, sent } = setUp();
    const answers: unknown[] = [];
    const approval = (id: string): ApprovalRequest => ({
      method: "approve",
      id,
      title: "",
      message: { lines: [], marks: [] },
      texts: undefined,
      scope: "edit",
      isChange: false,
      answered: (answer) => void answers.push(answer?.verdict),
    });
    const from = owner(1);
    add(from, requestOf("a", "input"));
    for (const id of ["b", "c", "d", "e"]) queue.add({ owner: from, request: approval(id), ofRun: true });
    const [b, c, d] = [queue.lastId - 3, queue.lastId - 2, queue.lastId - 1];
    expect(() => queue.answer(b, { index: 0 })).toThrow("no answer to this question");
    expect(() => queue.answer(b, { verdict: "maybe" } as unknown as DialogAnswer)).toThrow();
    expect(queue.answer(b, { verdict: "no", reason: "x" })).toBe(true);
    expect(queue.answer(b, { verdict: "yes" })).toBe(false);
    expect(queue.request(c)?.id).toBe("c");
    queue.end(from, "aborted", ({ request }) => request.id === "c");
    queue.answer(d, { cancelled: true });
    queue.end(from, "exited");
    expect(queue.request(c)).toBeUndefined();
    expect(answers).toEqual(["no", undefined, undefined, undefined]);
    expect(sent).toEqual([]);
    expect(log).toContain("closed c aborted");
  });

  it("shows one at a time in order of arrival, across agents, and counts the others", () => {
    const { queue, add, owner, log, sent, number } = setUp();
    const [one, two] = [owner(1), owner(2)];
    add(one, requestOf("a", "select"));
    add(two, requestOf("b", "confirm"));
    add(one, requestOf("c", "input"));
    expect([queue.count(1), queue.count(2)]).toEqual([2, 1]);
    queue.answer(number("a"), { cancelled: true });
    queue.answer(number("b"), { confirmed: true });
    queue.answer(number("c"), { text: "x" });
    expect(log).toEqual([
      "opened a +0",
      "counted a +1",
      "counted a +2",
      "closed a answered",
      "opened b +1",
      "closed b answered",
      "opened c +0",
      "closed c answered",
    ]);
    expect(sent).toEqual([
      { type: "extension_ui_response", id: "a", cancelled: true },
      { type: "extension_ui_response", id: "b", confirmed: true },
      { type: "extension_ui_response", id: "c", value: "x" },
    ]);
  });

  it.each(OPTIONS.map((value, index) => ({ value, index })))(
    "gives back the original value of option $index, byte for byte",
    ({ value, index }) => {
      const { queue, add, owner, sent, number } = setUp();
      add(owner(1), requestOf("a", "select"));
      queue.answer(number("a"), { index });
      expect(sent).toEqual([{ type: "extension_ui_response", id: "a", value }]);
    },
  );

  it("tells an empty text from a cancel", () => {
    const { queue, add, owner, sent, number } = setUp();
    add(owner(1), requestOf("a", "input"));
    queue.answer(number("a"), { text: "" });
    expect(sent).toEqual([{ type: "extension_ui_response", id: "a", value: "" }]);
  });

  it("counts the time from arrival, and sends nothing when it is over", () => {
    const { queue, add, owner, pass, log, sent, number } = setUp();
    add(owner(1), requestOf("a", "confirm"));
    add(owner(1), requestOf("b", "confirm", 500));
    expect(queue.nextDeadline).toBe(1500);
    pass(400);
    queue.answer(number("a"), { confirmed: true });
    pass(100);
    expect(queue.answer(number("b"), { confirmed: true })).toBe(false);
    expect(log.at(-1)).toBe("closed b expired");
    expect(sent).toHaveLength(1);
    expect(queue.nextDeadline).toBe(Number.POSITIVE_INFINITY);
  });

  it("ends with a run only what came during it, and cancels it", () => {
    const { queue, add, owner, log, sent } = setUp();
    const pi = owner(1);
    add(pi, requestOf("of the run", "select"), true);
    add(pi, requestOf("after it", "select"), false);
    queue.end(pi, "settled", ({ ofRun }) => ofRun);
    expect(sent).toEqual([{ type: "extension_ui_response", id: "of the run", cancelled: true }]);
    expect(log.slice(-2)).toEqual(["closed of the run settled", "opened after it +0"]);
  });

  it("leaves other agents' questions alone when one pi dies, and writes nothing to the dead", () => {
    const { queue, add, owner, sent, log } = setUp();
    const [one, two] = [owner(1), owner(2)];
    add(one, requestOf("a", "input"));
    add(two, requestOf("b", "input"));
    queue.end(one, "exited");
    expect(sent).toEqual([]);
    expect(log.at(-1)).toBe("opened b +0");
  });

  it("refuses what is no answer to the question, which stays", () => {
    const { queue, add, owner, number } = setUp();
    add(owner(1), requestOf("a", "select"));
    expect(() => queue.answer(number("a"), { index: 99 })).toThrow("no answer");
    expect(() => queue.answer(number("a"), { text: "same" })).toThrow("no answer");
    expect(queue.count(1)).toBe(1);
  });

  const command = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("ask"),
        agent: fc.integer({ min: 1, max: 3 }),
        timeout: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
        ofRun: fc.boolean(),
        method: fc.constantFrom("select", "confirm", "input", "editor"),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("answer"), which: fc.nat(30), isCancel: fc.boolean() }) },
    fc.record({ do: fc.constant("pass"), ms: fc.integer({ min: 1, max: 60 }) }),
    fc.record({
      do: fc.constant("end"),
      agent: fc.integer({ min: 1, max: 3 }),
      how: fc.constantFrom("settled", "aborted", "stopped", "exited", "session"),
    }),
  );

  it("whatever comes in whatever order: one answer at most for each, none after its end, none lost", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const { queue, add, owner, pass, sent, log, number } = setUp();
        const owners = [owner(1), owner(2), owner(3)];
        const asked: { id: string; method: DialogRequest["method"]; agent: number; ofRun: boolean; dies: number }[] =
          [];
        let now = 1000;
        for (const step of commands) {
          if (step.do === "ask") {
            const { agent, timeout, ofRun, method } = step;
            const id = `q${asked.length}`;
            asked.push({ id, method, agent, ofRun, dies: timeout ? now + timeout : Number.POSITIVE_INFINITY });
            add(owners[agent - 1] as DialogOwner, requestOf(id, method, timeout), ofRun);
          } else if (step.do === "answer" && asked.length > 0) {
            const { id, method } = asked[step.which % asked.length] as (typeof asked)[number];
            const before = sent.length;
            const isTaken = queue.answer(number(id), step.isCancel ? { cancelled: true } : ANSWERS[method]);
            expect(sent.length - before).toBe(isTaken ? 1 : 0);
          } else if (step.do === "pass") {
            now += step.ms;
            pass(step.ms);
            queue.expire();
          } else if (step.do === "end") {
            const isMeant = step.how === "settled" ? ({ ofRun }: Dialog) => ofRun : undefined;
            queue.end(owners[step.agent - 1] as DialogOwner, step.how, isMeant);
          }
        }
        const ended = log.filter((line) => line.startsWith("closed")).map((line) => line.split(" ")[1]);
        const opened = log.filter((line) => line.startsWith("opened")).map((line) => line.split(" ")[1]);
        const answered = sent.map(({ id }) => id);
        expect(new Set(answered).size).toBe(answered.length);
        expect(new Set(ended).size).toBe(ended.length);
        expect(new Set(opened).size).toBe(opened.length);
        const silent = log.filter((line) => /^closed .* (expired|exited)$/.test(line)).length;
        expect(answered.length).toBe(ended.length - silent);
        const left = asked.filter(({ id }) => !ended.includes(id));
        expect(left.length).toBe(queue.count(1) + queue.count(2) + queue.count(3));
        // Each one that is left can still be answered, the oldest is the one that is shown, and then nothing is left.
        expect(opened.at(-1)).toBe(left.length > 0 ? left[0]?.id : opened.at(-1));
        for (const { id, method } of left) expect(queue.answer(number(id), ANSWERS[method])).toBe(true);
        expect(sent.length).toBe(answered.length + left.length);
      }),
      { numRuns: 500 },
    );
  });
});
