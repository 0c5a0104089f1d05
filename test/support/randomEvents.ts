/** Random events of pi, each valid by itself, in any order: what a stream could ever bring. */
import fc from "fast-check";
import type { PiEvent } from "../../src/pi/protocol";

const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { total: 0 } };

/** Pieces of markdown and code, and what has broken a line somewhere. */
const piece = fc.oneof(
  fc.constantFrom(
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "```ts\n",
    "```\n",
    "````\n",
    "~~~\n",
    "- ",
    "1. ",
    "> ",
    "# ",
    "| a | b |\n",
    "| - | - |\n",
  ),
  fc.constantFrom(
    "**",
    "`",
    "_",
    "[x](y)",
    "===\n",
    "---\n",
    "    ",
    "\t",
    "日本",
    "👩‍👩‍👧",
    "e\u0301",
    "\u001b[31m",
    "\u001b[0m",
    "\0",
    "\ud83d",
  ),
  fc.constantFrom(
    "const a = `b ${",
    "}` // c\n",
    "/*",
    "*/",
    "'''",
    "if (x) {\n",
    "word ",
    "fn main() ",
    "<script>\n",
    "</script>\n",
  ),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
const index = fc.integer({ min: 0, max: 3 });
const callId = fc.constantFrom("c1", "c2", "c3");
const toolName = fc.constantFrom("bash", "read", "edit", "write", "grep", "ls", "mcp__x__y");
const path = fc.constantFrom("a.ts", "b.py", "c", "x/Makefile", "d.php");

const args = fc.oneof(
  fc.record({ path, content: text }),
  fc.record({ command: text }),
  fc.record({ path, edits: fc.array(fc.record({ oldText: text, newText: text }), { maxLength: 2 }) }),
  fc.record({ path, offset: fc.nat(9), limit: fc.nat(9) }),
);
const call = fc.record({ type: fc.constant("toolCall"), id: callId, name: toolName, arguments: args });
const part = fc.oneof(
  text.map((content) => ({ type: "text", text: content })),
  text.map((thinking) => ({ type: "thinking", thinking })),
  call,
);
const assistant = fc.record({
  role: fc.constant("assistant"),
  content: fc.array(part, { maxLength: 4 }),
  stopReason: fc.constantFrom("stop", "toolUse", "length", "error", "aborted", "deferred"),
  errorMessage: text,
  usage: fc.constant(usage),
});
const diff = fc.array(fc.tuple(fc.constantFrom("+1 ", "-1 ", " 1 ", "   ...", "@@"), text), { maxLength: 5 });
const details = fc.oneof(
  fc.constant(undefined),
  diff.map((lines) => ({ diff: lines.map(([sign, line]) => `${sign}${line.replace(/[\r\n]/g, "")}`).join("\n") })),
);
const result = fc.record({
  content: fc.array(
    fc.oneof(
      text.map((output) => ({ type: "text", text: output })),
      fc.constant({ type: "image", data: "AAAA", mimeType: "image/png" }),
    ),
    { maxLength: 2 },
  ),
  details,
});
const message = fc.oneof(
  assistant,
  text.map((content) => ({ role: "user", content, timestamp: 0 })),
  fc.record({ id: callId, toolName, result }).map(({ id, toolName: name, result: { content, details: more } }) => ({
    role: "toolResult",
    toolCallId: id,
    toolName: name,
    content,
    details: more,
    isError: false,
  })),
  text.map((content) => ({ role: "custom", customType: "note", content, display: true })),
  text.map((summary) => ({ role: "compactionSummary", summary, tokensBefore: 1000 })),
  text.map((output) => ({
    role: "bashExecution",
    command: "ls",
    output,
    exitCode: 1,
    cancelled: false,
    truncated: false,
  })),
);

const jsonPiece = fc.oneof(
  text.map((value) => JSON.stringify(value).slice(1, -1)),
  fc.constantFrom('{"path":"a.ts","content":"', '"', "}", '{"command":"'),
);

const delta = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("text_delta"), contentIndex: index, delta: text }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("thinking_delta"), contentIndex: index, delta: text }) },
  fc.record({ type: fc.constant("toolcall_start"), contentIndex: index, id: callId, toolName }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant("toolcall_delta"), contentIndex: index, delta: jsonPiece }) },
  fc.record({ type: fc.constant("toolcall_end"), contentIndex: index, toolCall: call }),
  fc.record({ type: fc.constant("text_end"), contentIndex: index, content: text }),
  fc.record({ type: fc.constant("thinking_end"), contentIndex: index, content: text }),
);

const tool = fc.record({ toolCallId: callId, toolName, args });
const parent = fc.constantFrom(undefined, undefined, "c1");
const withParent = <T extends object>(event: T, parentToolCallId: string | undefined) =>
  parentToolCallId === undefined ? event : { ...event, toolCallId: "c1/1", parentToolCallId };

const event = fc.oneof(
  {
    weight: 8,
    arbitrary: delta.map((assistantMessageEvent) => ({ type: "message_update", usage, assistantMessageEvent })),
  },
  { weight: 2, arbitrary: message.map((each) => ({ type: "message_end", message: each })) },
  fc.constant({ type: "message_start", message: { role: "assistant", content: [], usage, stopReason: "pending" } }),
  fc.tuple(tool, parent).map(([fields, from]) => withParent({ type: "tool_execution_start", ...fields }, from)),
  {
    weight: 2,
    arbitrary: fc
      .tuple(tool, result, parent)
      .map(([fields, partialResult, from]) =>
        withParent({ type: "tool_execution_update", ...fields, partialResult }, from),
      ),
  },
  fc
    .tuple(tool, result, fc.boolean(), parent)
    .map(([fields, value, isError, from]) =>
      withParent({ type: "tool_execution_end", ...fields, result: value, isError, durationMs: 5 }, from),
    ),
  fc.constantFrom(
    { type: "agent_start" },
    { type: "agent_settled", aborted: false },
    { type: "auto_retry_start", attempt: 1, maxAttempts: 3, delayMs: 5000, errorMessage: "529" },
    { type: "auto_retry_end", success: false, attempt: 3, finalError: "gone" },
    { type: "auto_retry_end", success: true, attempt: 2 },
    { type: "compaction_start", reason: "threshold" },
    {
      type: "compaction_end",
      reason: "threshold",
      result: { summary: "- a", tokensBefore: 9, firstKeptEntryId: "" },
      aborted: false,
    },
    { type: "compaction_end", reason: "manual", aborted: true },
    { type: "summarization_retry_scheduled", attempt: 1, maxAttempts: 3, delayMs: 5000, errorMessage: "cut" },
    { type: "summarization_retry_finished" },
    { type: "extension_error", extensionPath: "/x.ts", event: "turn_end", error: "bad" },
    { type: "queue_update", steering: ["x"], followUp: [] },
    { type: "session_info_changed", name: "n" },
  ),
);

export const randomEvent = event as unknown as fc.Arbitrary<PiEvent>;

/** Code that comes in small pieces, whose meaning changes with what follows. */
const codePiece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("/", "*", "*/", "`", "${", "}", '"', "'", "//", "<", "日", " ", "let a", " = 1"),
  },
  fc.constant("\n"),
  { weight: 1, arbitrary: fc.constantFrom("\n```\n", "\n===\n", "**", "_", "| a |\n| - |\n", "\n\n", "- ", "> ") },
);
const startOfCode = fc.constantFrom(
  "```ts\n",
  "```py\n",
  "```html\n",
  "text\n\n```js\n",
  "- x\n  ```c\n",
  "> ```rs\n",
  "",
  "a\n",
);

function update(assistantMessageEvent: object): object {
  return { type: "message_update", usage, assistantMessageEvent };
}

/** One reply that streams in: code in a fence, and a file that is written meanwhile. */
export const streamingEvents = fc
  .record({
    start: startOfCode,
    /** What the message turns out to begin with when it ends. */
    truth: startOfCode,
    path,
    pieces: fc.array(fc.record({ code: codePiece, toTool: fc.boolean() }), { minLength: 4, maxLength: 40 }),
  })
  .map(({ start, truth, path: file, pieces }) => {
    const first = [
      { type: "message_start", message: { role: "assistant", content: [], usage, stopReason: "pending" } },
      update({ type: "text_delta", contentIndex: 0, delta: start }),
      update({ type: "toolcall_start", contentIndex: 1, id: "w", toolName: "write" }),
      update({ type: "toolcall_delta", contentIndex: 1, delta: `{"path":"${file}","content":"` }),
    ];
    const rest = pieces.map(({ code, toTool }) =>
      toTool
        ? update({ type: "toolcall_delta", contentIndex: 1, delta: JSON.stringify(code).slice(1, -1) })
        : update({ type: "text_delta", contentIndex: 0, delta: code }),
    );
    const said = pieces.filter(({ toTool }) => !toTool).map(({ code }) => code);
    const end = update({ type: "text_end", contentIndex: 0, content: truth + said.join("") });
    return [...first, ...rest, end] as unknown as PiEvent[];
  });
