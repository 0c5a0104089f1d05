import type { EventOf, MessageOf } from "../pi/protocol";
import type { NoticeBlock } from "./blocks";
import type { Conversation } from "./conversation";
import { readableError } from "./providerError";

type RetryStart = EventOf<"auto_retry_start"> | EventOf<"summarization_retry_scheduled">;

/** What pi gives as the error when the user has stopped a wait. */
const CANCELLED = "Retry cancelled";

/** How the user can stop a wait, said where one waits. */
const HOW_TO_STOP = ":PiAbort stops it";

/** What goes wrong and what is done about it: errors, retries with their countdown, summaries. */
export class Recovery {
  readonly #conversation: Conversation;
  /** The newest provider error: a retry that follows turns it into a notice about the retry. */
  #failure: NoticeBlock | undefined;
  /** Why it is being tried again. */
  #cause: string | undefined;
  #summarizing: NoticeBlock | undefined;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** How a message of the model ended, where that is not what one expects. */
  messageEnded(message: MessageOf<"assistant">): void {
    switch (message.stopReason) {
      case "error":
        // A retry that failed too: its error takes the place of the one before.
        if (this.#failure !== undefined) this.#conversation.remove(this.#failure);
        this.#failure = this.#conversation.notice("error", failureOf(message.errorMessage));
        return;
      case "length":
        this.#conversation.notice("warn", "The reply was cut off: the model reached its output limit.");
        return;
      case "deferred":
        this.#conversation.notice("warn", "The provider puts the reply off: it is not here yet.");
        return;
      default:
    }
  }

  startRetry(event: EventOf<"auto_retry_start">, now: number): void {
    this.#cause = failureOf(event.errorMessage);
    this.#failure = this.#wait(this.#failure, `${this.#cause}; retry ${countOf(event)}`, event, now);
  }

  endRetry(event: EventOf<"auto_retry_end">): void {
    if (event.finalError === CANCELLED && this.#cause !== undefined) {
      this.#failure = this.#set(this.#failure, "warn", `${this.#cause}; not tried again`);
    } else if (!event.success) {
      this.#failure = this.#set(this.#failure, "error", failureOf(event.finalError));
    } else if (this.#failure !== undefined) this.#settle(this.#failure);
    this.#failure = undefined;
  }

  /** The wait is over: what was waited for begins. */
  attempt(): void {
    if (this.#failure?.until !== undefined) this.#settle(this.#failure);
  }

  startSummarizing(event: EventOf<"summarization_retry_scheduled">, now: number): void {
    const text = `${failureOf(event.errorMessage)}; summarizing again, try ${countOf(event)}`;
    this.#summarizing = this.#wait(this.#summarizing, text, event, now);
  }

  attemptSummarizing(): void {
    if (this.#summarizing !== undefined) this.#settle(this.#summarizing);
  }

  endSummarizing(): void {
    this.attemptSummarizing();
    this.#summarizing = undefined;
  }

  /** Says why there is no summary: one that was made is shown by itself. */
  compactionFailed(event: EventOf<"compaction_end">): void {
    if (event.aborted) this.#conversation.notice("info", "Compaction was stopped.");
    else
      this.#conversation.notice(
        "error",
        readableError(event.errorMessage ?? "Compaction failed, and pi gave no reason."),
      );
  }

  /** What is tried again belongs to the run that failed, not to a later one. */
  forget(): void {
    this.attempt();
    this.endSummarizing();
    this.#failure = undefined;
  }

  /** One failure has one notice, which is rewritten as the retry goes on. */
  #set(known: NoticeBlock | undefined, level: NoticeBlock["level"], text: string, until?: number): NoticeBlock {
    const block = known ?? this.#conversation.notice(level, text);
    block.level = level;
    block.text = text;
    block.until = until;
    this.#conversation.touch(block);
    return block;
  }

  #wait(known: NoticeBlock | undefined, text: string, { delayMs }: RetryStart, now: number): NoticeBlock {
    const block = this.#set(known, "warn", text, now + delayMs);
    block.hint = HOW_TO_STOP;
    return block;
  }

  #settle(block: NoticeBlock): void {
    if (block.until === undefined) return;
    block.until = undefined;
    this.#conversation.touch(block);
  }
}

function failureOf(message: string | undefined): string {
  return message ? readableError(message) : "The model ended with an error.";
}

function countOf({ attempt, maxAttempts }: RetryStart): string {
  return `${attempt} of ${maxAttempts}`;
}
