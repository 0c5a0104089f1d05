import type { EventOf, MessageOf } from "../pi/protocol";
import type { TextBlock, ThinkingBlock, ToolBlock } from "./blocks";
import { argumentsOf } from "./content";
import type { Conversation } from "./conversation";
import { StreamText } from "./streamText";
import type { ToolCalls } from "./toolCalls";

type AssistantMessage = MessageOf<"assistant">;
type Update = EventOf<"message_update">["assistantMessageEvent"];
type StreamedBlock = TextBlock | ThinkingBlock | ToolBlock;

/**
 * One assistant message while it streams. Its content blocks interleave, so each is found by `contentIndex`,
 * never by order; `message_end` is the truth and corrects whatever was streamed.
 */
export class AssistantStream {
  readonly #conversation: Conversation;
  readonly #tools: ToolCalls;
  readonly #byIndex = new Map<number, StreamedBlock>();

  constructor(conversation: Conversation, tools: ToolCalls) {
    this.#conversation = conversation;
    this.#tools = tools;
  }

  update(event: Update, now: number): void {
    switch (event.type) {
      case "text_start":
        this.#restThinking(now);
        this.#text(event.contentIndex);
        return;
      case "text_delta":
        this.#appendText(this.#text(event.contentIndex), event.delta);
        return;
      case "text_end":
        this.#endText(this.#text(event.contentIndex), event.content);
        return;
      case "thinking_start":
        this.#thinking(event.contentIndex, now);
        return;
      case "thinking_delta":
        this.#think(this.#thinking(event.contentIndex, now), event.delta);
        return;
      case "thinking_end":
        this.#endThinking(this.#thinking(event.contentIndex, now), event.content, now);
        return;
      case "toolcall_start":
        this.#restThinking(now);
        this.#tool(event.contentIndex, event.id, event.toolName);
        return;
      case "toolcall_delta":
        this.#draft(this.#tool(event.contentIndex), event.delta);
        return;
      case "toolcall_end":
        this.#endTool(event.contentIndex, event.toolCall);
        return;
      default:
    }
  }

  /** Corrects everything by the complete message, and drops what it does not hold. */
  end(message: AssistantMessage, now: number): void {
    const seen = new Set<number>();
    message.content.forEach((part, index) => {
      if (this.#reconcile(part, index, now)) seen.add(index);
    });
    for (const [index, block] of this.#byIndex) {
      if (!seen.has(index)) this.#drop(block);
    }
    this.#byIndex.clear();
  }

  /** The message ended without its `message_end`: what was shown stays, as a cut-off text. */
  cut(now: number): void {
    for (const block of this.#byIndex.values()) {
      if (block.kind === "text") this.#endText(block, undefined);
      else if (block.kind === "thinking") this.#endThinking(block, undefined, now);
      else this.#tools.abort(block, now);
    }
    this.#byIndex.clear();
  }

  #reconcile(part: AssistantMessage["content"][number], index: number, now: number): boolean {
    if (part.type === "text") {
      if (part.text === "" && !this.#byIndex.has(index)) return false;
      this.#endText(this.#text(index), part.text);
    } else if (part.type === "thinking") {
      if (part.thinking === "" && !part.redacted && !this.#byIndex.has(index)) return false;
      // How long it took is known only of one that was streamed.
      const block = this.#thinking(index, undefined);
      block.redacted = part.redacted ?? false;
      this.#endThinking(block, part.thinking, now);
    } else if (part.type === "toolCall") {
      this.#endTool(index, part);
    } else {
      return false;
    }
    return true;
  }

  #text(index: number): TextBlock {
    const known = this.#byIndex.get(index);
    if (known?.kind === "text") return known;
    const block = this.#conversation.add({ kind: "text" as const, text: new StreamText(), streaming: true });
    this.#put(index, block);
    return block;
  }

  #thinking(index: number, startedAt: number | undefined): ThinkingBlock {
    const known = this.#byIndex.get(index);
    if (known?.kind === "thinking") return known;
    const block = this.#conversation.add({
      kind: "thinking" as const,
      text: new StreamText(),
      streaming: true,
      redacted: false,
      startedAt,
      durationMs: undefined,
    });
    this.#put(index, block);
    return block;
  }

  /** Before pi 0.84.3 a call's id and name come only with its end: then it is a nameless draft until that. */
  #tool(index: number, callId = "", name = ""): ToolBlock {
    const known = this.#byIndex.get(index);
    if (known?.kind === "tool") return known;
    const block = this.#tools.draft(callId, name);
    this.#put(index, block);
    return block;
  }

  #put(index: number, block: StreamedBlock): void {
    const stale = this.#byIndex.get(index);
    if (stale !== undefined) this.#drop(stale);
    this.#byIndex.set(index, block);
  }

  #drop(block: StreamedBlock): void {
    if (block.kind === "tool") this.#tools.forget(block);
    this.#conversation.remove(block);
  }

  #appendText(block: TextBlock | ThinkingBlock, delta: string): void {
    if (typeof delta === "string" && block.text.append(delta)) this.#conversation.touch(block);
  }

  #endText(block: TextBlock, content: string | undefined): void {
    if (typeof content === "string") block.text.set(content);
    block.streaming = false;
    this.#conversation.touch(block);
  }

  #think(block: ThinkingBlock, delta: string): void {
    if (!block.streaming) {
      Object.assign(block, { streaming: true, durationMs: undefined });
      this.#conversation.touch(block); // a delta may be empty
    }
    this.#appendText(block, delta);
  }

  /** Some providers tell the end of a thought only with that of the message: it is over when something else begins. */
  #restThinking(now: number): void {
    for (const block of this.#byIndex.values()) {
      if (block.kind === "thinking" && block.streaming) this.#endThinking(block, undefined, now);
    }
  }

  #endThinking(block: ThinkingBlock, content: string | undefined, now: number): void {
    if (typeof content === "string") block.text.set(content);
    if (block.streaming && block.startedAt !== undefined) block.durationMs ??= now - block.startedAt;
    block.streaming = false;
    this.#conversation.touch(block);
  }

  #draft(block: ToolBlock, delta: string): void {
    if (typeof delta !== "string") return;
    block.argsText += delta;
    this.#conversation.touch(block);
  }

  #endTool(index: number, call: { id: string; name: string; arguments: unknown }): void {
    const block = this.#tools.known(call.id) ?? this.#tool(index, call.id, call.name);
    const drafted = this.#byIndex.get(index);
    if (drafted !== undefined && drafted !== block) this.#drop(drafted);
    this.#byIndex.set(index, block);
    this.#tools.complete(block, call.id, call.name, argumentsOf(call.arguments));
  }
}
