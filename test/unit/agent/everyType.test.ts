/** Every event, message, entry, content part and stop reason of pi's own types has a rendering, or a reason for none. */
import { describe, expect, it } from "vitest";
import { Conversation } from "../../../src/agent/conversation";
import { showHistory } from "../../../src/agent/history";
import { type Phase, Reducer } from "../../../src/agent/reducer";
import type { EventOf, Message, MessageDelta, MessageOf, PiEvent, SessionEntry } from "../../../src/pi/protocol";
import { picture } from "../../support/picture";

/** Events before, and what must be seen after the one in question. */
type Shown = readonly [seen: string | RegExp, event: unknown, ...before: unknown[]];
/** Why the transcript does not show it. */
type NotShown = string;
/** What goes on is shown above the transcript. */
type InStatus = { readonly status: Phase["kind"]; readonly event: unknown; readonly before?: readonly unknown[] };

const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost: { total: 0.5 } };
const assistant = (content: unknown[] = [], rest = {}) => ({
  role: "assistant",
  content,
  usage,
  stopReason: "stop",
  ...rest,
});
const end = (message: unknown) => ({ type: "message_end", message });
const delta = (assistantMessageEvent: unknown) => ({ type: "message_update", usage, assistantMessageEvent });
const start = { type: "message_start", message: assistant() };
const agentStart = { type: "agent_start" };
const tool = { toolCallId: "c", toolName: "bash", args: { command: "make" } };
const toolStart = { type: "tool_execution_start", ...tool };
const result = (text: string) => ({ content: [{ type: "text", text }], details: {} });
const retry = { attempt: 1, maxAttempts: 3, delayMs: 2000, errorMessage: "529" };
const summary = { summary: "all of it", tokensBefore: 100_000, estimatedTokensAfter: 20_000, firstKeptEntryId: "x" };

const EVENTS: Readonly<Record<PiEvent["type"], Shown | NotShown | InStatus>> = {
  agent_start: { status: "waiting", event: agentStart },
  agent_end: "a run ends with agent_settled; what it repeats was shown",
  agent_settled: ["0 ms", { type: "agent_settled", aborted: false }, agentStart],
  turn_start: "a turn is what its messages are",
  turn_end: "its message and results were shown",
  message_start: "what it holds comes with the updates and the end",
  message_update: ["so far", delta({ type: "text_delta", contentIndex: 0, delta: "so far" }), start],
  message_end: ["the end", end(assistant([{ type: "text", text: "the end" }])), start],
  tool_execution_start: [/bash {2}make.*running/, toolStart],
  tool_execution_update: ["half", { type: "tool_execution_update", ...tool, partialResult: result("half") }, toolStart],
  tool_execution_end: [
    /✓ 1\.2 s/,
    { type: "tool_execution_end", ...tool, result: result("all"), durationMs: 1234 },
    toolStart,
  ],
  queue_update: "the queue stands below the transcript",
  compaction_start: { status: "compacting", event: { type: "compaction_start", reason: "manual" } },
  compaction_end: [
    "Compacted from 100k to 20k tokens",
    { type: "compaction_end", reason: "manual", result: summary, aborted: false, willRetry: false },
  ],
  entry_appended: "state of an extension, which says itself what is to be seen",
  session_info_changed: ["Session: name", { type: "session_info_changed", name: "name" }],
  thinking_level_changed: [
    "Thinking: high",
    { type: "thinking_level_changed", level: "high" },
    end({ role: "user", content: "x" }),
  ],
  auto_retry_start: ["529; retry 1 of 3 in 2 s · :PiAbort stops it", { type: "auto_retry_start", ...retry }],
  auto_retry_end: ["gave up", { type: "auto_retry_end", success: false, attempt: 3, finalError: "gave up" }],
  summarization_retry_scheduled: [
    "529; summarizing again, try 1 of 3 in 2 s",
    { type: "summarization_retry_scheduled", ...retry },
  ],
  summarization_retry_attempt_start: [
    /try 1 of 3\n/,
    { type: "summarization_retry_attempt_start", source: "branchSummary" },
    { type: "summarization_retry_scheduled", ...retry },
  ],
  summarization_retry_finished: [
    /try 1 of 3\n/,
    { type: "summarization_retry_finished" },
    { type: "summarization_retry_scheduled", ...retry },
  ],
  bash_execution_update: "the command's block is made and filled by who ran it",
  extension_error: [
    "Extension notes.ts failed in turn_end: gone",
    { type: "extension_error", extensionPath: "/x/notes.ts", event: "turn_end", error: "gone" },
  ],
};

const DELTAS: Readonly<Record<MessageDelta["type"], Shown | NotShown>> = {
  start: "nothing was said yet",
  text_start: "nothing was said yet",
  text_delta: ["word", delta({ type: "text_delta", contentIndex: 0, delta: "word" })],
  text_end: ["word", delta({ type: "text_end", contentIndex: 0, content: "word" })],
  thinking_start: ["Thinking…", delta({ type: "thinking_start", contentIndex: 0 })],
  thinking_delta: ["hm", delta({ type: "thinking_delta", contentIndex: 0, delta: "hm" })],
  thinking_end: ["Thought for", delta({ type: "thinking_end", contentIndex: 0, content: "hm" })],
  toolcall_start: ["bash", delta({ type: "toolcall_start", contentIndex: 0, id: "c", toolName: "bash" })],
  toolcall_delta: [
    "make",
    delta({ type: "toolcall_delta", contentIndex: 0, delta: '{"command":"make' }),
    delta({ type: "toolcall_start", contentIndex: 0, id: "c", toolName: "bash" }),
  ],
  toolcall_end: [
    "make",
    delta({
      type: "toolcall_end",
      contentIndex: 0,
      toolCall: { id: "c", name: "bash", arguments: { command: "make" } },
    }),
  ],
  done: "message_end says it",
  error: "message_end says it",
};

const image = { type: "image", data: "AAAA", mimeType: "image/png" };

const MESSAGES: Readonly<Record<Message["role"], Shown | NotShown>> = {
  system: "long, and not for the eye; `showsSystem` shows that there is one",
  user: ["[image/png 3 B]", end({ role: "user", content: [{ type: "text", text: "look" }, image], timestamp: 0 })],
  assistant: ["answer", end(assistant([{ type: "text", text: "answer" }]))],
  toolResult: [
    "[image/png 3 B]",
    end({ role: "toolResult", toolCallId: "c", toolName: "read", content: [image], isError: false }),
  ],
  bashExecution: [
    /! *ls.*exit 2/,
    end({ role: "bashExecution", command: "ls", output: "x", exitCode: 2, cancelled: false, truncated: false }),
  ],
  custom: ["[image/png 3 B]", end({ role: "custom", customType: "note", content: [image], display: true })],
  branchSummary: ["Summary of the branch that was left", end({ role: "branchSummary", summary: "x", fromId: null })],
  compactionSummary: [
    "Compacted from 100k tokens",
    end({ role: "compactionSummary", summary: "x", tokensBefore: 100_000 }),
  ],
};

type Part = MessageOf<"assistant">["content"][number]["type"];

const PARTS: Readonly<Record<Part, Shown>> = {
  text: ["answer", end(assistant([{ type: "text", text: "answer" }]))],
  thinking: ["hidden by the provider", end(assistant([{ type: "thinking", thinking: "", redacted: true }]))],
  toolCall: ["make", end(assistant([{ type: "toolCall", id: "c", name: "bash", arguments: { command: "make" } }]))],
};

const STOPS: Readonly<Record<MessageOf<"assistant">["stopReason"], Shown | NotShown>> = {
  pending: "it has not ended",
  stop: "the usual end",
  toolUse: "the calls are shown",
  length: ["reached its output limit", end(assistant([], { stopReason: "length" }))],
  error: [
    "invalid key",
    end(assistant([], { stopReason: "error", errorMessage: '401: {"error":{"message":"invalid key"}}' })),
  ],
  aborted: [
    "stopped after",
    { type: "agent_settled", aborted: true },
    agentStart,
    end(assistant([], { stopReason: "aborted" })),
  ],
  deferred: ["puts the reply off", end(assistant([], { stopReason: "deferred" }))],
};

const entry = (fields: Record<string, unknown>) => ({ timestamp: "2026-01-01T00:00:00.000Z", ...fields });
const question = { type: "message", message: { role: "user", content: "question" } };

const ENTRIES: Readonly<Record<SessionEntry["type"], readonly [seen: string, entry: unknown] | NotShown>> = {
  message: ["question", question],
  compaction: ["Compacted from 100k tokens", { type: "compaction", ...summary }],
  branch_summary: ["Summary of the branch that was left", { type: "branch_summary", summary: "x" }],
  custom_message: ["note", { type: "custom_message", customType: "note", content: "x", display: true }],
  model_change: ["Model: a/b", { type: "model_change", provider: "a", modelId: "b" }],
  thinking_level_change: ["Thinking: low", { type: "thinking_level_change", thinkingLevel: "low" }],
  label: ["Label: here", { type: "label", targetId: "x", label: "here" }],
  session_info: ["Session: name", { type: "session_info", name: "name" }],
  usage: "it counts in the costs of the session",
  custom: "state of an extension",
  context_edit: "what the model sees, not what was said",
};

function setUp(showsSystem = false) {
  const conversation = new Conversation({ touched() {}, reset() {} });
  const none = { runStarted() {}, runSettled() {}, countdownStarted() {}, toolStarted() {}, toolEnded() {} };
  return { conversation, reducer: new Reducer(conversation, none, showsSystem) };
}

/** Text lines of the conversation after these events, all blocks open. */
function seenAfter(events: readonly unknown[]): string {
  const { conversation, reducer } = setUp();
  for (const event of events) reducer.apply(event as PiEvent, 0);
  return picture(conversation.blocks, true).replace(/^ {6}·.*\n/gm, "");
}

function check(table: Readonly<Record<string, Shown | NotShown | InStatus>>): void {
  for (const [name, row] of Object.entries(table)) {
    if (typeof row === "string") continue;
    if ("status" in row) it(`${name} is shown above the transcript`, () => expectPhase(row));
    else it(`${name} is shown`, () => expectShown(row));
  }
}

function expectShown([seen, event, ...before]: Shown): void {
  const [old, now] = [seenAfter(before), seenAfter([...before, event])];
  expect(now).toMatch(seen);
  expect(now).not.toBe(old);
}

function expectPhase({ status, event, before = [] }: InStatus): void {
  const { reducer } = setUp();
  for (const each of [...before, event]) reducer.apply(each as PiEvent, 0);
  expect(reducer.phase.kind).toBe(status);
}

describe("every event", () => check(EVENTS));
describe("every delta", () => check(DELTAS));
describe("every message", () => check(MESSAGES));
describe("every part of the model's messages", () => check(PARTS));
describe("every stop reason", () => check(STOPS));

describe("every entry of a session", () => {
  for (const [name, row] of Object.entries(ENTRIES)) {
    if (typeof row === "string") continue;
    it(`${name} is shown`, () => {
      const { conversation, reducer } = setUp();
      const entries = [question, row[1]].map((each, index) =>
        entry({ id: `e${index}`, parentId: index === 0 ? null : "e0", ...(each as object) }),
      );
      showHistory(
        { kind: "entries", entries: entries as unknown as SessionEntry[], leafId: "e1" },
        conversation,
        reducer,
      );
      expect(picture(conversation.blocks.slice(1), true)).toContain(row[0]);
    });
  }
});

describe("system messages", () => {
  it("have a line where someone wants to know", () => {
    const { conversation, reducer } = setUp(true);
    const message = { role: "system", content: "x".repeat(2048) } as EventOf<"message_end">["message"];
    reducer.apply({ type: "message_end", message }, 0);
    expect(picture(conversation.blocks, true)).toContain("System message, 2 KB");
  });
});
