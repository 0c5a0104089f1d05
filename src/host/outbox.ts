import type { EventName, Events } from "../contract";
import type { Editor, OutEvent } from "../editor/editor";
import { messageOf } from "../errors";
import type { Logger } from "../log";

/** What has news for Neovim: collected only when Neovim is ready, so that what changed meanwhile is one change. */
export interface NewsSource {
  readonly hasNews: boolean;
  /** Nothing is seen to move in it: what one batch does not hold follows closely. */
  readonly isBulk?: boolean;
  /** Somebody waits for what it has: it does not wait for the next frame. */
  readonly isAwaited?: boolean;
  /** Events that count as delivered. */
  collect(): OutEvent[];
  /** An event of this source was not applied. */
  failed(): void;
}

/** At most 25 batches of news a second: more is not seen and costs the editor. */
const FRAME_MS = 40;
/** From one batch to the next where bulk waits: half of the editor's time is left for everything else. */
const BULK_MS = 10;
const RETRY_MS = [50, 100, 200, 400, 1000] as const;

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
  #timer: NodeJS.Timeout | undefined;
  /** When the timer fires, in the time of `performance.now()`. */
  #due = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  /** Milliseconds from the last batch to the next. */
  #pause = FRAME_MS;
  #failures = 0;
  #isClosed = false;

  constructor(editor: Editor, sources: () => Iterable<NewsSource>, logger: Logger) {
    this.#editor = editor;
    this.#sources = sources;
    this.#logger = logger;
  }

  /** Queues one event; events keep their order. Somebody waits for it: only news wait for the next frame. */
  post<N extends EventName>(name: N, params: Events[N]): void {
    this.#posted.push([name, params] as unknown as OutEvent);
    this.wake();
  }

  /** A source has news, which somebody may wait for. Cheap: may be called for every delta. */
  wake(isAwaited = false): void {
    if (this.#isInFlight || this.#isClosed) return;
    const isUrgent = (isAwaited || this.#posted.length > 0) && this.#failures === 0;
    const due = isUrgent ? 0 : this.#sentAt + this.#pause;
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#send(), due - performance.now());
  }

  /** Neovim is gone. */
  close(): void {
    this.#isClosed = true;
  }

  #send(): void {
    this.#timer = undefined;
    const batch = this.#posted;
    const owners: (NewsSource | undefined)[] = batch.map(() => undefined);
    this.#posted = [];
    for (const source of this.#sources()) {
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
    if (this.#posted.length > 0 || waiting.length > 0) this.wake(waiting.some((source) => source.isAwaited));
  }
}

function pauseBefore(waiting: readonly NewsSource[], failures: number): number {
  if (failures > 0) return RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] as number;
  return waiting.some((source) => source.isBulk) ? BULK_MS : FRAME_MS;
}
