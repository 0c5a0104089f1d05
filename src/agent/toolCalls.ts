import type { EventOf, MessageOf } from "../pi/protocol";
import type { ToolBlock, ToolState } from "./blocks";
import { argumentsOf, type Content, imagesOf, textOf } from "./content";
import type { Conversation } from "./conversation";
import { StreamText } from "./streamText";

type NestedCall = NonNullable<MessageOf<"toolResult">["nestedCalls"]>["calls"][number];

const NESTED_STATES: Readonly<Record<NestedCall["status"], ToolState>> = {
  ok: "done",
  error: "failed",
  unfinished: "aborted",
};

interface ToolResult {
  readonly content?: Content;
  readonly details?: unknown;
}

/** The tool calls of one conversation, from the first drafted argument to the result. */
export class ToolCalls {
  readonly #conversation: Conversation;
  readonly #byCallId = new Map<string, ToolBlock>();
  /** In the order in which they began. */
  readonly #running = new Set<ToolBlock>();

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  known(callId: string): ToolBlock | undefined {
    return this.#byCallId.get(callId);
  }

  /** The call that has run longest of those that still do. */
  get longestRunning(): ToolBlock | undefined {
    return this.#running.values().next().value;
  }

  /** A call whose arguments begin to stream. `callId` and `name` may be empty until `complete`. */
  draft(callId: string, name: string, parentCallId?: string): ToolBlock {
    const added = {
      kind: "tool" as const,
      callId,
      name,
      state: "drafting" as const,
      argsText: "",
      args: undefined,
      output: new StreamText(),
      images: [],
      details: undefined,
      startedAt: undefined,
      durationMs: undefined,
      parentCallId,
    };
    const parent = parentCallId === undefined ? undefined : this.#byCallId.get(parentCallId);
    const block = parent === undefined ? this.#conversation.add(added) : this.#conversation.addNested(parent, added);
    if (callId !== "") this.#byCallId.set(callId, block);
    return block;
  }

  /** The arguments are complete. */
  complete(block: ToolBlock, callId: string, name: string, args: Readonly<Record<string, unknown>>): void {
    this.#identify(block, callId);
    block.name = name;
    block.args = args;
    block.argsText = "";
    if (block.state === "drafting") block.state = "waiting";
    this.#conversation.touch(block);
  }

  start(event: EventOf<"tool_execution_start">, now: number): ToolBlock {
    const block = this.#find(event);
    block.args ??= argumentsOf(event.args);
    block.state = "running";
    this.#running.add(block);
    block.startedAt ??= now;
    this.#conversation.touch(block);
    return block;
  }

  update(event: EventOf<"tool_execution_update">): void {
    const block = this.#find(event);
    if (isEnded(block.state)) return;
    this.#setResult(block, event.partialResult as ToolResult | undefined);
    this.#conversation.touch(block);
  }

  end(event: EventOf<"tool_execution_end">, now: number): ToolBlock {
    const block = this.#find(event);
    this.#setResult(block, event.result as ToolResult | undefined);
    const measured = event.durationMs ?? (block.startedAt === undefined ? undefined : now - block.startedAt);
    this.#finish(block, event.isError ? "failed" : "done", measured);
    return block;
  }

  /** The result as a message: the truth for a call of an old session; a call that ended live already has it. */
  result(message: MessageOf<"toolResult">): void {
    const block = this.#byCallId.get(message.toolCallId) ?? this.draft(message.toolCallId, message.toolName);
    block.args ??= {};
    this.#setResult(block, message);
    this.#finish(block, message.isError ? "failed" : "done", block.durationMs);
    const { calls } = message.nestedCalls ?? {};
    if (Array.isArray(calls)) for (const call of calls) this.#addNested(call, message.toolCallId);
  }

  /** The record of a call that another tool made, for one that was not seen live. */
  #addNested(call: NestedCall, parentCallId: string): void {
    if (this.#byCallId.has(call.id)) return;
    const block = this.draft(call.id, call.name, parentCallId);
    block.args = argumentsOf(call.arguments);
    block.output.set(call.error ?? "");
    this.#finish(block, NESTED_STATES[call.status] ?? "aborted", call.durationMs);
  }

  /** No call goes on after a run: what never ended was stopped, and no later event can mean one of these calls. */
  endRun(now: number): void {
    for (const block of this.#byCallId.values()) this.abort(block, now);
    this.#byCallId.clear();
  }

  abort(block: ToolBlock, now: number): void {
    if (isEnded(block.state)) return;
    this.#finish(block, "aborted", block.startedAt === undefined ? undefined : now - block.startedAt);
  }

  forget(block: ToolBlock): void {
    this.#running.delete(block);
    this.#byCallId.delete(block.callId);
  }

  #find(event: { toolCallId: string; toolName: string; parentToolCallId?: string }): ToolBlock {
    return this.#byCallId.get(event.toolCallId) ?? this.draft(event.toolCallId, event.toolName, event.parentToolCallId);
  }

  #identify(block: ToolBlock, callId: string): void {
    if (block.callId === callId) return;
    (block as { callId: string }).callId = callId;
    this.#byCallId.set(callId, block);
  }

  #setResult(block: ToolBlock, result: ToolResult | undefined): void {
    if (result === undefined || result === null) return;
    block.output.set(textOf(result.content));
    block.images = imagesOf(result.content);
    if (result.details !== undefined) block.details = result.details;
  }

  #finish(block: ToolBlock, state: ToolState, durationMs: number | undefined): void {
    this.#running.delete(block);
    block.state = state;
    block.durationMs = durationMs;
    block.argsText = "";
    this.#conversation.touch(block);
  }
}

function isEnded(state: ToolState): boolean {
  return state === "done" || state === "failed" || state === "aborted";
}
