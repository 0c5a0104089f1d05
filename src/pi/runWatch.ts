/**
 * Knows whether a run is under way, and sees to it that each one ends with exactly one `agent_settled`.
 *
 * A pi from 0.80.4 on sends it. For an older one it is made up here: after an `agent_end` that announces no retry, and
 * while neither a retry nor a compaction is under way, `get_state` is asked until pi is idle. The same is done after a
 * command that cuts a run off without an `agent_end` (0.74 does so when it compacts or changes the session).
 */
import type { CommandType, EventOf, PiEvent, RpcSessionState } from "./protocol";

export interface RunWatchOptions {
  getState(): Promise<RpcSessionState>;
  /** Whether pi sends `agent_settled` itself; undefined = not known. */
  hasSettled(): boolean | undefined;
  /** Takes the made-up event. */
  emit(event: EventOf<"agent_settled">): void;
}

/** Milliseconds between questions, growing so that a long wait costs little. */
const FIRST_ASK_MS = 50;
const MAX_ASK_MS = 500;
/** 0.74 goes on 100 ms after a compaction: with the same prompt, or with what is queued. */
const AFTER_COMPACTION_MS = 250;
const BEFORE_RETRIED_RUN_MS = 1000;
/** An announced retry that has not begun by then has failed without a word. */
const RETRY_GRACE_MS = 5000;
/** How long an idle pi may keep queued messages before that counts as settled: after an abort it keeps them for good. */
const QUEUE_GRACE_MS = 1000;
/** For a pi that should send the event itself. */
const SAFETY_MS = 1500;

/** Their answers can mean that a run is over without an `agent_end`. */
const CUTS_OFF: ReadonlySet<CommandType> = new Set([
  "abort",
  "compact",
  "new_session",
  "switch_session",
  "fork",
  "clone",
]);

export class RunWatch {
  /** Between `agent_start` and `agent_settled`. */
  isOpen = false;
  /** Runs begun so far. */
  runs = 0;
  /** How often pi's queue has grown so far. */
  queueGrowths = 0;
  queue: { readonly steering: readonly string[]; readonly followUp: readonly string[] } = {
    steering: [],
    followUp: [],
  };

  readonly #options: RunWatchOptions;
  #stopReason: string | undefined;
  #wasMadeUp = false;
  #timer: NodeJS.Timeout | undefined;
  /** Raised by everything that makes a question under way pointless. */
  #round = 0;
  readonly #runWaiters = new Set<() => void>();

  constructor(options: RunWatchOptions) {
    this.#options = options;
  }

  /** Takes note of an event and completes it. @returns false when it must not be handed on. */
  take(event: PiEvent): boolean {
    switch (event.type) {
      case "message_update":
        return true;
      case "agent_start":
        this.#open();
        return true;
      case "message_end":
        if (event.message?.role === "assistant") this.#stopReason = event.message.stopReason;
        return true;
      case "agent_end":
        event.willRetry ??= false;
        if (!event.willRetry && !this.#options.hasSettled()) this.#ask(0);
        return true;
      case "agent_settled":
        return this.#settle(event);
      case "queue_update":
        this.#takeQueue(event);
        return true;
      default:
        this.#takeDetour(event);
        return true;
    }
  }

  takeAnswer(command: CommandType): void {
    if (!this.isOpen || !CUTS_OFF.has(command)) return;
    this.#ask(this.#options.hasSettled() ? SAFETY_MS : 0);
  }

  /** Resolves true when a run begins, false when none has within `ms`. */
  nextRun(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (hasBegun: boolean) => {
        clearTimeout(timer);
        this.#runWaiters.delete(begin);
        resolve(hasBegun);
      };
      const begin = () => settle(true);
      const timer = setTimeout(() => settle(false), ms);
      this.#runWaiters.add(begin);
    });
  }

  /** pi is gone. */
  stop(): void {
    this.#cancel();
    this.isOpen = false;
  }

  #open(): void {
    this.#cancel();
    this.isOpen = true;
    this.runs++;
    this.#stopReason = undefined;
    this.#wasMadeUp = false;
    for (const begin of this.#runWaiters) begin();
  }

  #settle(event: EventOf<"agent_settled">): boolean {
    this.#cancel();
    event.aborted ??= this.#stopReason === "aborted";
    const isRepeated = !this.isOpen && this.#wasMadeUp;
    this.isOpen = false;
    return !isRepeated;
  }

  #takeQueue(event: EventOf<"queue_update">): void {
    const queue = { steering: event.steering ?? [], followUp: event.followUp ?? [] };
    const lengthOf = (of: typeof queue) => of.steering.length + of.followUp.length;
    if (lengthOf(queue) > lengthOf(this.queue)) this.queueGrowths++;
    this.queue = queue;
  }

  /** Retries and compactions: a run that has ended may go on after them. */
  #takeDetour(event: PiEvent): void {
    if (!this.isOpen) return;
    switch (event.type) {
      case "auto_retry_start":
        this.#cancel();
        if (!this.#options.hasSettled()) this.#ask((event.delayMs || 0) + RETRY_GRACE_MS);
        return;
      case "auto_retry_end":
        if (!event.success && !this.#options.hasSettled()) this.#ask(0);
        return;
      case "compaction_start":
        this.#cancel();
        return;
      case "compaction_end":
        if (!this.#options.hasSettled()) this.#ask(event.willRetry ? BEFORE_RETRIED_RUN_MS : AFTER_COMPACTION_MS);
        return;
      default:
    }
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#round++;
  }

  #ask(afterMs: number): void {
    this.#cancel();
    const since = performance.now() + afterMs;
    this.#askAgain(afterMs, FIRST_ASK_MS, since);
  }

  #askAgain(afterMs: number, nextMs: number, since: number): void {
    const round = this.#round;
    this.#timer = setTimeout(async () => {
      const isIdle = await this.#isIdle(since);
      if (round !== this.#round || !this.isOpen) return;
      if (isIdle) this.#makeUp();
      else this.#askAgain(nextMs, Math.min(nextMs * 2, MAX_ASK_MS), since);
    }, afterMs);
    this.#timer.unref();
  }

  async #isIdle(since: number): Promise<boolean> {
    try {
      const state = await this.#options.getState();
      if (state.isStreaming || state.isCompacting) return false;
      return !state.pendingMessageCount || performance.now() - since > QUEUE_GRACE_MS;
    } catch {
      return false;
    }
  }

  #makeUp(): void {
    this.#cancel();
    this.isOpen = false;
    this.#wasMadeUp = true;
    this.#options.emit({ type: "agent_settled", aborted: this.#stopReason === "aborted" });
  }
}
