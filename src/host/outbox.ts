import type { EventName, Events } from "../contract";
import type { Editor, OutEvent } from "../editor/editor";
import { messageOf } from "../errors";
import type { Logger } from "../log";

/** What has news for Neovim: collected only when Neovim is ready, so that what changed meanwhile is one change. */
export interface NewsSource {
  readonly hasNews: boolean;
  /** Nothing is seen to move in it: what one batch does not hold follows closely. */
  readonly isBulk?: boolean;
  /** Questions, for whose answer somebody waits: they wait neither for the next frame nor for other news. */
  readonly isAwaited?: boolean;
  /** Events that count as delivered. */
  collect(): OutEvent[];
  /** An event of this source was not applied. */
  failed(): void;
}

/** From one batch of news to the next: sooner is not seen and costs the editor, later would miss 50 ms to the screen. */
const FRAME_MS = 44;
/** From one batch to the next where bulk waits: half of the editor's time is left for everything else. */
const BULK_MS = 10;
const RETRY_MS = [50, 100, 200, 400, 1000] as const;
/** How long news may have to wait for questions, of which each goes without them. */
const MOST_WAIT_MS = 100;

/** A question, and its end, behind which the next step is a question to the editor. */
const OF_QUESTIONS: ReadonlySet<EventName> = new Set(["dialog.opened", "dialog.closed"]);
/** Nobody waits for them. */
const ANNOUNCEMENTS: ReadonlySet<EventName> = new Set(["tool.started", "tool.ended"]);

/**
 * Everything that goes to Neovim, one batch at a time. While Neovim does not answer (a half-typed key, hit-enter)
 * nothing is sent and nothing piles up but what was posted; news are collected when it answers again.
 */
export class Outbox {
  readonly #editor: Editor;
  readonly #sources: () => Iterable<NewsSource>;
  readonly #logger: Logger;
  #posted: OutEvent[] = [];
  #isInFlight = false;
  #planned: Planned | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  /** Since when there may be news that are not sent, in the time of `performance.now()`. */
  #newsSince: number | undefined;
  /** Milliseconds from the last batch to the next. */
  #pause = FRAME_MS;
  #failures = 0;
  #isClosed = false;

  constructor(editor: Editor, sources: () => Iterable<NewsSource>, logger: Logger) {
    this.#editor = editor;
    this.#sources = sources;
    this.#logger = logger;
  }

  /** Queues one event; events keep their order. Most do not wait for the next frame, as news do. */
  post<N extends EventName>(name: N, params: Events[N]): void {
    this.#posted.push([name, params] as unknown as OutEvent);
    this.#plan(false);
  }

  /** A source has news, which somebody may wait for. Cheap: may be called for every delta. */
  wake(isAwaited = false): void {
    if (!isAwaited) this.#newsSince ??= performance.now();
    this.#plan(isAwaited);
  }

  #plan(isAwaited: boolean): void {
    if (this.#isInFlight || this.#isClosed) return;
    const isUrgent = (isAwaited || this.#posted.some(([name]) => !ANNOUNCEMENTS.has(name))) && this.#failures === 0;
    const due = isUrgent ? 0 : this.#sentAt + this.#pause;
    if (this.#planned !== undefined && this.#planned.due <= due) return;
    this.#planned?.cancel();
    this.#planned = plan(due, () => this.#send());
  }

  /** Neovim is gone. */
  close(): void {
    this.#isClosed = true;
  }

  #send(): void {
    this.#planned = undefined;
    const batch = this.#posted;
    const owners: (NewsSource | undefined)[] = batch.map(() => undefined);
    this.#posted = [];
    for (const source of this.#sourcesFor(batch)) {
      for (const event of source.hasNews ? source.collect() : []) {
        batch.push(event);
        owners.push(source);
      }
    }
    if (batch.length === 0 || this.#isClosed) return;
    this.#isInFlight = true;
    this.#sentAt = performance.now();
    void this.#deliver(batch, owners);
  }

  /** Where there is a question, what else there is takes time that somebody waits. */
  #sourcesFor(batch: readonly OutEvent[]): Iterable<NewsSource> {
    const all = [...this.#sources()];
    const questions = all.filter(({ isAwaited, hasNews }) => isAwaited && hasNews);
    const isAsked = questions.length > 0 || batch.some(([name]) => OF_QUESTIONS.has(name));
    const since = this.#newsSince ?? Number.POSITIVE_INFINITY;
    if (isAsked && performance.now() - since < MOST_WAIT_MS) return questions;
    this.#newsSince = undefined;
    return all;
  }

  async #deliver(batch: readonly OutEvent[], owners: readonly (NewsSource | undefined)[]): Promise<void> {
    try {
      const { errors } = await this.#editor.apply(batch);
      this.#failures = errors.length > 0 ? this.#failures + 1 : 0;
      for (const [position, message] of errors) {
        this.#logger.warn(`${batch[position - 1]?.[0]} was not applied: ${message}`);
        owners[position - 1]?.failed();
      }
    } catch (error) {
      this.#failures++;
      this.#logger.error(`Neovim did not take a batch: ${messageOf(error)}`);
      for (const source of new Set(owners)) source?.failed();
    } finally {
      this.#isInFlight = false;
    }
    const waiting = [...this.#sources()].filter((source) => source.hasNews);
    this.#pause = pauseBefore(waiting, this.#failures);
    if (waiting.some(({ isAwaited }) => !isAwaited)) this.#newsSince ??= this.#sentAt;
    if (this.#posted.length > 0 || waiting.length > 0) this.#plan(waiting.some(({ isAwaited }) => isAwaited));
  }
}

/** The next batch. `due`: in the time of `performance.now()`. */
interface Planned {
  readonly due: number;
  cancel(): void;
}

/** A timer takes a millisecond at least, which somebody would wait for in vain: what is due now goes with this turn's end. */
function plan(due: number, send: () => void): Planned {
  const wait = due - performance.now();
  if (wait <= 0) {
    const immediate = setImmediate(send);
    return { due, cancel: () => clearImmediate(immediate) };
  }
  const timer = setTimeout(send, wait);
  return { due, cancel: () => clearTimeout(timer) };
}

function pauseBefore(waiting: readonly NewsSource[], failures: number): number {
  if (failures > 0) return RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] as number;
  return waiting.some((source) => source.isBulk) ? BULK_MS : FRAME_MS;
}
