import { describe, expect, it } from "vitest";
import type { Block } from "../../../src/agent/blocks";
import { Conversation } from "../../../src/agent/conversation";
import { Reducer } from "../../../src/agent/reducer";
import type { PiEvent } from "../../../src/pi/protocol";

function setUp() {
  const conversation = new Conversation({ touched() {}, reset() {} });
  const heard: string[] = [];
  const reducer = new Reducer(conversation, {
    runStarted: () => heard.push("run"),
    runSettled: (outcome) => heard.push(outcome),
    countdownStarted() {},
    toolStarted: ({ name }) => heard.push(`${name} starts`),
    toolEnded: ({ name, state }) => heard.push(`${name} ${state}`),
  });
  let now = 0;
  const apply = (...events: unknown[]) => {
    for (const event of events) reducer.apply(event as PiEvent, now++);
  };
  return { conversation, reducer, apply, heard, show: () => conversation.blocks.map(show) };
}

function show(block: Block): string {
  if (block.kind === "user") return `user(${block.state}) ${block.text}`;
  if (block.kind === "notice") return `${block.level} ${block.text}`;
  if (block.kind === "tool") return `${block.name} ${block.state} ${JSON.stringify(block.args)} ${block.output}`;
  if (block.kind === "runEnd") return `end ${block.outcome}`;
  if (block.kind === "bash") return `bash ${block.command}`;
  return `${block.kind} ${block.text}`;
}

const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost: { total: 0.5 } };
const assistant = (content: unknown[], rest = {}) => ({
  role: "assistant",
  content,
  usage,
  stopReason: "stop",
  ...rest,
});
const update = (assistantMessageEvent: unknown) => ({ type: "message_update", assistantMessageEvent });
const text = (contentIndex: number, delta: string) => update({ type: "text_delta", contentIndex, delta });
const start = (message: unknown) => ({ type: "message_start", message });
const end = (message: unknown) => ({ type: "message_end", message });
const user = (content: string) => end({ role: "user", content, timestamp: 1 });
const settled = { type: "agent_settled", aborted: false };

describe("Reducer", () => {
  it("keeps interleaved content blocks apart by their index", () => {
    const { apply, show } = setUp();
    const call = { type: "toolCall", id: "c1", name: "bash", arguments: { command: "ls" } };
    apply(
      start(assistant([])),
      text(0, "Hel"),
      update({ type: "toolcall_start", contentIndex: 1, id: "c1", toolName: "bash" }),
      update({ type: "toolcall_delta", contentIndex: 1, delta: '{"comm' }),
      text(0, "lo"),
      update({ type: "text_end", contentIndex: 0, content: "Hello" }),
      update({ type: "toolcall_end", contentIndex: 1, toolCall: call }),
    );
    expect(show()).toEqual(["text Hello", 'bash waiting {"command":"ls"} ']);
  });

  it("corrects what was streamed by message_end, and drops what it does not hold", () => {
    const { apply, show } = setUp();
    apply(start(assistant([])), text(0, "wrong"), text(1, "ghost"), end(assistant([{ type: "text", text: "right" }])));
    expect(show()).toEqual(["text right"]);
  });

  it("names a call of an old pi when its arguments are complete", () => {
    const { apply, show } = setUp();
    apply(
      start(assistant([])),
      update({ type: "toolcall_start", contentIndex: 0 }),
      update({ type: "toolcall_delta", contentIndex: 0, delta: "{}" }),
      update({
        type: "toolcall_end",
        contentIndex: 0,
        toolCall: { type: "toolCall", id: "x", name: "ls", arguments: {} },
      }),
      { type: "tool_execution_start", toolCallId: "x", toolName: "ls", args: {} },
    );
    expect(show()).toEqual(["ls running {} "]);
  });

  it("follows a tool from its start over partial results to its end", () => {
    const { apply, show, heard } = setUp();
    const partial = (output: string) => ({ content: [{ type: "text", text: output }] });
    const id = { toolCallId: "c", toolName: "bash", args: { command: "x" } };
    apply(
      { type: "agent_start" },
      { type: "tool_execution_start", ...id },
      { type: "tool_execution_update", ...id, partialResult: partial("a") },
      { type: "tool_execution_update", ...id, partialResult: partial("ab") },
      { type: "tool_execution_end", ...id, result: partial("abc"), isError: true },
      { type: "tool_execution_update", ...id, partialResult: partial("late") },
    );
    expect(show()).toEqual(['bash failed {"command":"x"} abc']);
    expect(heard).toEqual(["run", "bash starts", "bash failed"]);
  });

  it("stays in one run through retries and compaction, and tells the end once", () => {
    const { apply, show, heard, reducer } = setUp();
    const failed = assistant([], { stopReason: "error", errorMessage: "529 overloaded" });
    apply({ type: "agent_start" }, end(failed), { type: "agent_end", messages: [], willRetry: true });
    apply({ type: "auto_retry_start", attempt: 1, maxAttempts: 3, delayMs: 2000, errorMessage: "529 overloaded" });
    expect(reducer.phase).toMatchObject({ kind: "retrying" });
    expect(show()).toEqual(["warn 529 overloaded; retry 1 of 3"]);
    apply({ type: "agent_start" }, { type: "auto_retry_end", success: true, attempt: 1 });
    apply(start(assistant([])), text(0, "second"), end(assistant([{ type: "text", text: "second" }])));
    apply({ type: "agent_end", messages: [], willRetry: false }, { type: "compaction_start", reason: "threshold" });
    expect(reducer.phase).toMatchObject({ kind: "compacting" });
    apply({ type: "compaction_end", reason: "threshold", result: { summary: "S", tokensBefore: 9 }, aborted: false });
    expect(heard).toEqual(["run"]);
    apply(settled);
    expect(heard).toEqual(["run", "done"]);
    expect(show().slice(1)).toEqual(["text second", "summary S", "end done"]);
  });

  it("goes on compacting while pi tries again to summarize, and says so", () => {
    const { apply, show, reducer } = setUp();
    apply({ type: "agent_start" }, { type: "turn_start" }, { type: "compaction_start", reason: "threshold" });
    apply({ type: "summarization_retry_scheduled", attempt: 2, maxAttempts: 3, delayMs: 5, errorMessage: "529" });
    apply({ type: "summarization_retry_attempt_start", attempt: 2 }, { type: "summarization_retry_finished" });
    expect(reducer.phase).toMatchObject({ kind: "compacting" });
    expect(show()).toEqual(["warn 529; summarizing again, try 2 of 3"]);
    apply({ type: "compaction_end", reason: "threshold", aborted: false, errorMessage: "Compaction failed: 529" });
    apply({ type: "turn_end" });
    expect(show().at(-1)).toBe("error Compaction failed: 529");
  });

  it("shows a failure once, with what was said before it", () => {
    const { apply, show, heard } = setUp();
    const message = assistant([{ type: "text", text: "part" }], { stopReason: "error", errorMessage: "401 expired" });
    apply({ type: "agent_start" }, start(assistant([])), text(0, "part"), end(message), settled);
    expect(show()).toEqual(["text part", "error 401 expired", "end error"]);
    expect(heard.at(-1)).toBe("error");
  });

  it("shows the last failure of retries that were used up, once", () => {
    const { apply, show } = setUp();
    const failed = end(assistant([], { stopReason: "error", errorMessage: "529" }));
    apply({ type: "agent_start" }, failed);
    apply({ type: "auto_retry_start", attempt: 1, maxAttempts: 1, delayMs: 100, errorMessage: "529" }, failed);
    apply({ type: "auto_retry_end", success: false, attempt: 1, finalError: "529 overloaded" }, settled);
    expect(show()).toEqual(["error 529 overloaded", "end error"]);
  });

  it("keeps the reason when the user gives up a retry, which is no error", () => {
    const { apply, show } = setUp();
    apply({ type: "agent_start" }, end(assistant([], { stopReason: "error", errorMessage: "529" })));
    apply({ type: "auto_retry_start", attempt: 1, maxAttempts: 3, delayMs: 100, errorMessage: "529" });
    apply({ type: "auto_retry_end", success: false, attempt: 1, finalError: "Retry cancelled" });
    expect(show()).toEqual(["warn 529; not tried again"]);
  });

  it("says what still runs when one of several calls has ended", () => {
    const { apply, reducer } = setUp();
    const call = (toolCallId: string, toolName: string) => ({ toolCallId, toolName, args: {} });
    const result = { content: [], details: undefined };
    apply({ type: "agent_start" }, { type: "tool_execution_start", ...call("a", "bash") });
    const since = reducer.since;
    apply({ type: "tool_execution_start", ...call("b", "read") });
    expect(reducer.phase).toEqual({ kind: "tool", name: "read" });
    apply({ type: "tool_execution_end", ...call("b", "read"), result, isError: false });
    expect([reducer.phase, reducer.since]).toEqual([{ kind: "tool", name: "bash" }, since]);
    apply({ type: "tool_execution_end", ...call("a", "bash"), result, isError: false });
    expect(reducer.phase).toEqual({ kind: "waiting" });
  });

  it("calls a run that the user stopped stopped, and its open calls aborted", () => {
    const { apply, show } = setUp();
    apply({ type: "agent_start" }, { type: "tool_execution_start", toolCallId: "c", toolName: "bash", args: {} });
    apply(end(assistant([], { stopReason: "aborted" })), { type: "agent_settled", aborted: true });
    expect(show()).toEqual(["bash aborted {} ", "end aborted"]);
  });

  it("moves a pending message to its place when pi echoes it", () => {
    const { apply, show, conversation } = setUp();
    apply({ type: "agent_start" }, start(assistant([])), text(0, "reply"));
    conversation.addPending("B", 5);
    apply(text(0, " goes on"), end(assistant([{ type: "text", text: "reply goes on" }])));
    expect(show()).toEqual(["text reply goes on", "user(sending) B"]);
    apply(user("B"), start(assistant([])), text(0, "next"));
    expect(show()).toEqual(["text reply goes on", "user(accepted) B", "text next"]);
  });

  it("takes the echo of an expanded template for the command that was typed", () => {
    const { apply, show, conversation } = setUp();
    conversation.addPending("/fix it", 5);
    apply(user("Fix all of it, please."));
    expect(show()).toEqual(["user(accepted) Fix all of it, please."]);
  });

  it("does not show the system prompt, nor a custom message that is not for display", () => {
    const { apply, show } = setUp();
    apply(end({ role: "system", content: "You are" }), end({ role: "custom", customType: "x", display: false }));
    apply(end({ role: "custom", customType: "x", content: "seen", display: true }), end({ role: "alien" }));
    expect(show()).toEqual(["custom seen"]);
  });

  it("counts repeated errors of an extension instead of repeating them", () => {
    const { apply, show } = setUp();
    const error = { type: "extension_error", extensionPath: "/a/b/ext.ts", event: "tool_call", error: "boom" };
    apply(error, error, error);
    expect(show()).toEqual(["error Extension ext.ts failed in tool_call: boom (3 times)"]);
  });

  it("survives events of an unknown or broken shape", () => {
    const { apply, show } = setUp();
    apply({ type: "brand_new_event" }, { type: "message_update" }, update({ type: "odd", contentIndex: 0 }));
    apply(update({ type: "text_delta", contentIndex: 0 }), text(0, "fine"));
    expect(show()).toEqual(["text fine"]);
  });

  it("knows how long a thought took only where it has seen it", () => {
    const { conversation, apply } = setUp();
    const thought = [{ type: "thinking", thinking: "Hm." }];
    apply(end(assistant(thought)));
    apply(
      start(assistant([])),
      update({ type: "thinking_start", contentIndex: 0 }),
      text(1, "x"),
      end(assistant(thought)),
    );
    expect(conversation.blocks.map((block) => block.kind === "thinking" && block.durationMs)).toEqual([undefined, 2]);
  });

  it("shows that a thought goes on, also where nothing is added to it yet", () => {
    const { conversation, apply } = setUp();
    const think = (delta: string) => update({ type: "thinking_delta", contentIndex: 0, delta });
    apply(start(assistant([])), think("Hm"), update({ type: "text_start", contentIndex: 1 }));
    const thought = conversation.blocks.find(({ kind }) => kind === "thinking");
    const version = thought?.version;
    apply(think(""));
    expect(thought).toMatchObject({ streaming: true });
    expect(thought?.version).not.toBe(version);
  });

  it("takes a thought for ended when something else begins, whenever the provider says so", () => {
    const { conversation, apply } = setUp();
    const thoughts = () =>
      conversation.blocks.flatMap((block) => (block.kind === "thinking" ? [[block.streaming, block.durationMs]] : []));
    const think = (delta: string) => update({ type: "thinking_delta", contentIndex: 0, delta });
    apply(start(assistant([])), think("Hm"), update({ type: "text_start", contentIndex: 1 }), text(1, "So"));
    expect(thoughts()).toEqual([[false, 1]]);
    apply(think(", or"));
    expect(thoughts()).toEqual([[true, undefined]]);
    apply(update({ type: "toolcall_start", contentIndex: 2 }), text(1, "!"));
    expect(thoughts()).toEqual([[false, 4]]);
    apply(update({ type: "thinking_end", contentIndex: 0, content: "Hm, or" }));
    expect(thoughts()).toEqual([[false, 4]]);
  });
});
