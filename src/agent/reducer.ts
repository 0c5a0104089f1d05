import type { EventOf, Message, MessageOf, PiEvent } from "../pi/protocol";
import { AssistantStream } from "./assistantStream";
import type { NoticeBlock, ToolBlock, UserBlock } from "./blocks";
import { imagesOf, textOf } from "./content";
import type { Conversation } from "./conversation";
import { ExtensionErrors } from "./extensionErrors";
import { Run, type RunOutcome } from "./run";
import { StreamText } from "./streamText";
import { ToolCalls } from "./toolCalls";

/** What a person may want to be told of beside the transcript. */
export interface ReducerHooks {
  runStarted(): void;
  runSettled(outcome: RunOutcome): void;
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
  readonly #tools: ToolCalls;
  readonly #stream: AssistantStream;
  /** The newest provider error: a retry that follows turns it into a notice about the retry. */
  #failure: NoticeBlock | undefined;
  readonly #extensionErrors: ExtensionErrors;

  constructor(conversation: Conversation, hooks: ReducerHooks) {
    this.#conversation = conversation;
    this.#hooks = hooks;
    this.#extensionErrors = new ExtensionErrors(conversation);
    this.#tools = new ToolCalls(conversation);
    this.#stream = new AssistantStream(conversation, this.#tools);
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
        this.#addStopNotice(message);
        return;
      case "toolResult":
        this.#tools.result(message);
        return;
      case "bashExecution":
        this.#addBash(message);
        return;
      case "custom":
        if (message.display) {
          this.#conversation.add({
            kind: "custom",
            customType: message.customType,
            text: new StreamText(textOf(message.content)),
          });
        }
        return;
      case "branchSummary":
        this.addSummary("branch", message.summary);
        return;
      case "compactionSummary":
        this.addSummary("compaction", message.summary, message.tokensBefore);
        return;
      default:
      // `system`, and roles that extensions declare: not for the eye.
    }
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
    this.#failure = undefined;
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
        this.#enter({ kind: "waiting" }, now);
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
        this.#startRetry(event, now);
        return;
      case "auto_retry_end":
        this.#endRetry(event, now);
        return;
      case "compaction_start":
        this.#enter({ kind: "compacting" }, now);
        return;
      case "compaction_end":
        this.#endCompaction(event, now);
        return;
      case "summarization_retry_scheduled":
        this.#conversation.notice("warn", `${event.errorMessage}; summarizing again, try ${event.attempt}`);
        return;
      case "extension_error":
        this.#extensionErrors.add(event);
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
    this.#failure = undefined;
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
    if (message.role === "assistant") this.#stream.cut(now);
  }

  #endMessage(message: Message, now: number): void {
    if (message.role === "assistant") this.run?.count(message);
    this.addMessage(message, now);
  }

  #addUser(message: MessageOf<"user">): void {
    this.#failure = undefined;
    const text = textOf(message.content);
    const pending = this.#pendingFor(text);
    if (pending === undefined) {
      const images = imagesOf(message.content);
      this.#conversation.add({ kind: "user", text, images, at: message.timestamp, state: "accepted" });
      return;
    }
    pending.text = text;
    pending.images = imagesOf(message.content);
    this.#conversation.settlePending(pending);
  }

  /** pi expands `/templates` and skills, so the echo of such a message differs from what was typed. */
  #pendingFor(text: string): UserBlock | undefined {
    const pending = this.#conversation.pending;
    return pending.find((block) => block.text === text) ?? pending.find((block) => block.text.startsWith("/"));
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

  #addStopNotice(message: MessageOf<"assistant">): void {
    if (message.stopReason === "error") {
      // A retry that failed too: its error takes the place of the one before.
      if (this.#failure !== undefined) this.#conversation.remove(this.#failure);
      this.#failure = this.#conversation.notice("error", message.errorMessage || "The model ended with an error.");
    } else if (message.stopReason === "length") {
      this.#conversation.notice("warn", "The reply was cut off: the model reached its output limit.");
    }
  }

  #startRetry(event: EventOf<"auto_retry_start">, now: number): void {
    const seconds = Math.round(event.delayMs / 100) / 10;
    const text = `${event.errorMessage}; retry ${event.attempt} of ${event.maxAttempts} after ${seconds} s`;
    this.#setFailure("warn", text);
    this.#enter({ kind: "retrying", until: now + event.delayMs }, now);
  }

  #endRetry(event: EventOf<"auto_retry_end">, now: number): void {
    if (!event.success) this.#setFailure("error", event.finalError || "All retries failed.");
    this.#failure = undefined;
    if (this.phase.kind === "retrying") this.#enter({ kind: "waiting" }, now);
  }

  /** One failure has one notice, which is rewritten as the retry goes on. */
  #setFailure(level: NoticeBlock["level"], text: string): void {
    if (this.#failure === undefined) {
      this.#failure = this.#conversation.notice(level, text);
      return;
    }
    this.#failure.level = level;
    this.#failure.text = text;
    this.#conversation.touch(this.#failure);
  }

  #endCompaction(event: EventOf<"compaction_end">, now: number): void {
    this.#enter(this.run === undefined ? { kind: "idle" } : { kind: "waiting" }, now);
    if (event.result !== undefined && event.result !== null) {
      const { summary, tokensBefore, estimatedTokensAfter } = event.result;
      this.addSummary("compaction", summary, tokensBefore, estimatedTokensAfter);
    } else if (event.aborted) {
      this.#conversation.notice("info", "Compaction was stopped.");
    } else {
      this.#conversation.notice("error", event.errorMessage ?? "Compaction failed, and pi gave no reason.");
    }
  }

  #enter(phase: Phase, now: number): void {
    this.phase = phase;
    this.since = now;
  }
}
