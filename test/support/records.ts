/** Records as pi 1.6.0 writes them, for a peer in its place. */

// biome-ignore lint/suspicious/noExplicitAny: what a peer sends may be anything, that is its purpose
export type WireRecord = Record<string, any>;

const USAGE = {
  input: 10,
  output: 5,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 15,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

export function userMessage(text: string): WireRecord {
  return { role: "user", content: [{ type: "text", text }], timestamp: Date.now() };
}

/** An assistant message; `fields` override, e.g. `{ stopReason: "error", errorMessage: "…" }`. */
export function assistantMessage(content: readonly WireRecord[], fields: WireRecord = {}): WireRecord {
  const head = { role: "assistant", api: "faux", provider: "scripted", model: "demo", usage: USAGE };
  return { ...head, content, stopReason: "stop", timestamp: Date.now(), ...fields };
}

export function text(content: string): WireRecord {
  return { type: "text", text: content };
}

/** A `message_update` with one event of the provider's stream. */
export function update(assistantMessageEvent: WireRecord): WireRecord {
  return { type: "message_update", usage: USAGE, assistantMessageEvent };
}

export function delta(content: string, contentIndex = 0): WireRecord {
  return update({ type: "text_delta", contentIndex, delta: content });
}

export function message(message: WireRecord): WireRecord[] {
  return [
    { type: "message_start", message },
    { type: "message_end", message },
  ];
}

/** From the start of a run to the start of its text; `prompt` is echoed as the user's message. */
export function runStart(prompt?: string): WireRecord[] {
  return [
    { type: "agent_start" },
    { type: "turn_start" },
    ...(prompt === undefined ? [] : message(userMessage(prompt))),
    { type: "message_start", message: assistantMessage([], { stopReason: "pending" }) },
    update({ type: "text_start", contentIndex: 0 }),
  ];
}

/** The end of a text and of its message and turn. */
export function replyEnd(content: string, fields: WireRecord = {}): WireRecord[] {
  const end = assistantMessage(content === "" ? [] : [text(content)], fields);
  return [
    ...(content === "" ? [] : [update({ type: "text_end", contentIndex: 0, content })]),
    { type: "message_end", message: end },
    { type: "turn_end", message: end, toolResults: [] },
  ];
}

export function agentEnd(willRetry = false): WireRecord {
  return { type: "agent_end", messages: [], willRetry };
}

export function settled(aborted = false): WireRecord {
  return { type: "agent_settled", aborted };
}

/** All that ends a run whose text was `content`. */
export function runEnd(content: string, fields: WireRecord = {}): WireRecord[] {
  return [...replyEnd(content, fields), agentEnd(), settled(fields.stopReason === "aborted")];
}

/** A whole run that replies `content`, in deltas of the given texts or in one. */
export function run(content: string, options: { prompt?: string; deltas?: readonly string[] } = {}): WireRecord[] {
  const deltas = options.deltas ?? [content];
  return [...runStart(options.prompt), ...deltas.map((piece) => delta(piece)), ...runEnd(content)];
}

export interface ToolCall {
  readonly id?: string;
  readonly name?: string;
  readonly args?: WireRecord;
  readonly output?: string;
  readonly isError?: boolean;
  /** What pi's own tools say about their result, for an edit its diff. */
  readonly details?: WireRecord;
}

/** A message with one tool call, and the call from its start to its result. */
export function toolTurn(call: ToolCall): WireRecord[] {
  const { id = "call_1", name = "bash", args = { command: "make" }, output = "", isError = false, details } = call;
  const part = { type: "toolCall", id, name, arguments: args };
  const asked = assistantMessage([part], { stopReason: "toolUse" });
  const content = [text(output)];
  return [
    { type: "message_start", message: assistantMessage([], { stopReason: "pending" }) },
    update({ type: "toolcall_start", contentIndex: 0, id, toolName: name }),
    update({ type: "toolcall_delta", contentIndex: 0, delta: JSON.stringify(args) }),
    update({ type: "toolcall_end", contentIndex: 0, toolCall: part }),
    { type: "message_end", message: asked },
    { type: "tool_execution_start", toolCallId: id, toolName: name, args },
    {
      type: "tool_execution_end",
      toolCallId: id,
      toolName: name,
      result: { content, details },
      isError,
      durationMs: 12,
    },
    ...message({
      role: "toolResult",
      toolCallId: id,
      toolName: name,
      content,
      details,
      isError,
      timestamp: Date.now(),
    }),
    { type: "turn_end", message: asked, toolResults: [] },
    { type: "turn_start" },
  ];
}

/** The same records as pi 0.74.2 has them: every update repeats the whole message, and nothing says "settled". */
export function asOldPi(records: readonly WireRecord[]): WireRecord[] {
  let partial = "";
  return records.flatMap((record) => {
    if (record.type === "agent_settled") return [];
    if (record.type === "agent_end") return [{ type: "agent_end", messages: record.messages }];
    if (record.type !== "message_update") return [record];
    const event = record.assistantMessageEvent as WireRecord;
    if (event.type === "text_start") partial = "";
    if (event.type === "text_delta") partial += event.delta as string;
    const whole = assistantMessage([text(partial)], { stopReason: "pending" });
    return [{ type: "message_update", message: whole, assistantMessageEvent: { ...event, partial: whole } }];
  });
}
