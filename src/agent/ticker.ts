/** Calls somebody at intervals, from `start` to `stop`. It keeps no process alive. */
export class Ticker {
  readonly #ms: number;
  readonly #tick: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, tick: () => void) {
    this.#ms = ms;
    this.#tick = tick;
  }

  start(): void {
    this.#timer ??= setInterval(this.#tick, this.#ms).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
