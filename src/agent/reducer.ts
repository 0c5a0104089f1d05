import type { EventOf, Message, MessageOf, PiEvent } from "../pi/protocol";
import { formatBytes } from "../view/format";
import { AssistantStream } from "./assistantStream";
import type { ToolBlock } from "./blocks";
import { type Content, imagesOf, textOf } from "./content";
import type { Conversation } from "./conversation";
import { ExtensionErrors } from "./extensionErrors";
import { Recovery } from "./recovery";
import { Run, type RunOutcome } from "./run";
import { StreamText } from "./streamText";
import { ToolCalls } from "./toolCalls";

/** What a person may want to be told of beside the transcript. */
export interface ReducerHooks {
  runStarted(): void;
  runSettled(outcome: RunOutcome): void;
  /** A countdown is shown, in a run or outside of one. */
  countdownStarted(): void;
  toolStarted(block: ToolBlock): void;
  toolEnded(block: ToolBlock): void;
}

/** What goes on between the runs' events; shown in the winbar. */
export type Phase =
  | { readonly kind: "idle" }
  | { readonly kind: "waiting" | "thinking" | "writing" | "compacting" }
  | { readonly kind: "tool"; readonly name: string }
  | { readonly kind: "retrying"; readonly until: number };

/**
 * Turns pi's events into blocks, and knows whether a run is under way. No I/O and no clock: `now` is given.
 * An event of a shape we do not know changes nothing.
 */
export class Reducer {
  queue: { steering: readonly string[]; followUp: readonly string[] } = { steering: [], followUp: [] };
  phase: Phase = { kind: "idle" };
  /** When `phase` began, Unix milliseconds. */
  since = 0;
  run: Run | undefined;

  readonly #conversation: Conversation;
  readonly #hooks: ReducerHooks;
  readonly #showsSystem: boolean;
  readonly #tools: ToolCalls;
  readonly #stream: AssistantStream;
  readonly #recovery: Recovery;
  readonly #extensionErrors: ExtensionErrors;

  /** @param showsSystem whether the transcript says where the system prompt was set or changed. */
  constructor(conversation: Conversation, hooks: ReducerHooks, showsSystem = false) {
    this.#showsSystem = showsSystem;
    this.#conversation = conversation;
    this.#hooks = hooks;
    this.#tools = new ToolCalls(conversation);
    this.#stream = new AssistantStream(conversation, this.#tools);
    this.#recovery = new Recovery(conversation);
    this.#extensionErrors = new ExtensionErrors(conversation);
  }

  apply(event: PiEvent, now: number): void {
    if (event.type === "message_update") {
      if (event.assistantMessageEvent !== undefined) this.#update(event.assistantMessageEvent, now);
      return;
    }
    this.#applyRare(event, now);
  }

  /** A message that is complete: of an old session, or one that pi reports without a stream. */
  addMessage(message: Message, now: number): void {
    switch (message.role) {
      case "user":
        this.#addUser(message);
        return;
      case "assistant":
        this.#stream.end(message, now);
        this.#recovery.messageEnded(message);
        return;
      case "toolResult":
        this.#tools.result(message);
        return;
      case "bashExecution":
        this.#addBash(message);
        return;
      case "custom":
        if (message.display) this.addCustom(message.customType, message.content);
        return;
      case "branchSummary":
        this.addSummary("branch", message.summary);
        return;
      case "compactionSummary":
        this.addSummary("compaction", message.summary, message.tokensBefore);
        return;
      case "system":
        if (this.#showsSystem) this.#conversation.notice("info", systemText(message));
        return;
      default: // Roles that extensions declare: not for the eye.
    }
  }

  addCustom(customType: string, content: Content): void {
    const text = new StreamText(textOf(content));
    this.#conversation.add({ kind: "custom", customType, text, images: imagesOf(content) });
  }

  addSessionName(name: string | undefined): void {
    this.#conversation.notice("info", name ? `Session: ${name}` : "The session has no name any more.");
  }

  /** All of an old session was added: no call of it is still under way. */
  endHistory(now: number): void {
    this.#tools.endRun(now);
    this.#recovery.forget();
  }

  addSummary(of: "compaction" | "branch", text: string, tokensBefore?: number, tokensAfter?: number): void {
    this.#conversation.add({ kind: "summary", of, text: new StreamText(text), tokensBefore, tokensAfter });
  }

  /** pi is gone or its session was replaced: nothing under way goes on. */
  cut(now: number): void {
    this.forgetBlocks(now);
    this.run = undefined;
    this.queue = { steering: [], followUp: [] };
    this.#enter({ kind: "idle" }, now);
  }

  /** No block goes on: all of them are about to be replaced. A run that is under way is. */
  forgetBlocks(now: number): void {
    this.#stream.cut(now);
    this.#tools.endRun(now);
    this.#recovery.forget();
    this.#extensionErrors.forget();
  }

  #applyRare(event: Exclude<PiEvent, { type: "message_update" }>, now: number): void {
    switch (event.type) {
      case "agent_start":
        this.#startRun(now);
        return;
      case "agent_settled":
        this.#settle(event.aborted, now);
        return;
      case "message_start":
        this.#startMessage(event.message, now);
        return;
      case "message_end":
        this.#endMessage(event.message, now);
        return;
      case "tool_execution_start":
        this.#hooks.toolStarted(this.#tools.start(event, now));
        this.#enter({ kind: "tool", name: event.toolName }, now);
        return;
      case "tool_execution_update":
        this.#tools.update(event);
        return;
      case "tool_execution_end":
        this.#hooks.toolEnded(this.#tools.end(event, now));
        this.#enterRest(now);
        return;
      case "queue_update":
        this.queue = { steering: event.steering ?? [], followUp: event.followUp ?? [] };
        return;
      default:
        this.#applyRecovery(event, now);
    }
  }

  #applyRecovery(event: PiEvent, now: number): void {
    switch (event.type) {
      case "auto_retry_start":
        this.#recovery.startRetry(event, now);
        this.#enter({ kind: "retrying", until: now + event.delayMs }, now);
        return;
      case "auto_retry_end":
        this.#recovery.endRetry(event);
        if (this.phase.kind === "retrying") this.#enter({ kind: "waiting" }, now);
        return;
      case "compaction_start":
        this.#enter({ kind: "compacting" }, now);
        return;
      case "compaction_end":
        this.#endCompaction(event, now);
        return;
      case "summarization_retry_scheduled":
        this.#recovery.startSummarizing(event, now);
        this.#hooks.countdownStarted();
        return;
      case "summarization_retry_attempt_start":
        this.#recovery.attemptSummarizing();
        return;
      case "summarization_retry_finished":
        this.#recovery.endSummarizing();
        return;
      case "extension_error":
        this.#extensionErrors.add(event);
        return;
      case "session_info_changed":
        this.addSessionName(event.name);
        return;
      case "thinking_level_changed":
        this.#conversation.setting(`Thinking: ${event.level}`);
        return;
      default:
    }
  }

  #startRun(now: number): void {
    if (this.run === undefined) {
      const prompt = this.#conversation.pending.find((block) => block.state === "sending");
      this.run = new Run(now, prompt?.text);
      this.#hooks.runStarted();
    }
    this.#enter({ kind: "waiting" }, now);
  }

  #settle(aborted: boolean, now: number): void {
    this.#stream.cut(now);
    this.#tools.endRun(now);
    this.#recovery.forget();
    const run = this.run;
    this.run = undefined;
    this.#enter({ kind: "idle" }, now);
    if (run === undefined) return;
    const outcome = aborted ? "aborted" : run.outcome;
    const { input, output, cost } = run;
    this.#conversation.add({ kind: "runEnd", outcome, durationMs: now - run.startedAt, input, output, cost });
    this.#hooks.runSettled(outcome);
  }

  #update(event: EventOf<"message_update">["assistantMessageEvent"], now: number): void {
    this.#stream.update(event, now);
    const kind = event.type === "thinking_delta" ? "thinking" : event.type === "text_delta" ? "writing" : undefined;
    if (kind !== undefined && this.phase.kind !== kind) this.#enter({ kind }, now);
  }

  #startMessage(message: Message, now: number): void {
    if (message.role !== "assistant") return;
    this.#stream.cut(now);
    this.#recovery.attempt();
  }

  #endMessage(message: Message, now: number): void {
    if (message.role === "assistant") this.run?.count(message);
    this.addMessage(message, now);
  }

  #addUser(message: MessageOf<"user">): void {
    this.#recovery.forget();
    const text = textOf(message.content);
    const images = imagesOf(message.content);
    const pending = this.#conversation.pendingFor(text, images.length > 0);
    if (pending === undefined) {
      this.#conversation.add({ kind: "user", text, images, at: message.timestamp, state: "accepted" });
      return;
    }
    pending.text = text;
    pending.images = images;
    this.#conversation.settlePending(pending);
  }

  #addBash(message: MessageOf<"bashExecution">): void {
    this.#conversation.add({
      kind: "bash",
      command: message.command,
      output: new StreamText(message.output),
      running: false,
      excluded: message.excludeFromContext ?? false,
      exitCode: message.exitCode,
      cancelled: message.cancelled,
      truncated: message.truncated,
      fullOutputPath: message.fullOutputPath,
    });
  }

  #endCompaction(event: EventOf<"compaction_end">, now: number): void {
    this.#enter(this.run === undefined ? { kind: "idle" } : { kind: "waiting" }, now);
    if (event.result !== undefined && event.result !== null) {
      const { summary, tokensBefore, estimatedTokensAfter } = event.result;
      this.addSummary("compaction", summary, tokensBefore, estimatedTokensAfter);
    } else this.#recovery.compactionFailed(event);
  }

  /** After a tool call: others of the same step may still run. */
  #enterRest(now: number): void {
    const rest = this.#tools.longestRunning;
    if (rest === undefined) this.#enter({ kind: "waiting" }, now);
    else this.#enter({ kind: "tool", name: rest.name }, rest.startedAt ?? now);
  }

  #enter(phase: Phase, now: number): void {
    this.phase = phase;
    this.since = now;
  }
}

/** That there is one, and how much: its text is long and not for the eye. */
function systemText(message: MessageOf<"system">): string {
  return `System message, ${formatBytes(Buffer.byteLength(textOf(message.content)))}`;
}
