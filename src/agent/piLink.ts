import type { PiClient } from "../pi/client";
import type { StopLadder } from "../pi/process";

/** One pi at a time: started when it is needed, and never beside one that is still ending. */
export class PiLink {
  readonly #launch: () => Promise<PiClient>;
  readonly #opened: (client: PiClient) => Promise<void>;
  #client: PiClient | undefined;
  #connecting: Promise<PiClient> | undefined;
  #stopping: Promise<unknown> | undefined;
  /** Why the last start came to nothing. */
  #failure: { readonly reason: unknown } | undefined;

  /** @param opened called with each new pi, before anybody else may talk to it. */
  constructor(launch: () => Promise<PiClient>, opened: (client: PiClient) => Promise<void>) {
    this.#launch = launch;
    this.#opened = opened;
  }

  /** The pi that runs. */
  get client(): PiClient | undefined {
    return this.#client;
  }

  /**
   * Starts pi unless it runs. Where the last start has failed, only `start` tries again: what a user does is a start and
   * what it is for, and by the time of the second the first may be over.
   */
  readonly connect = (): Promise<PiClient> => {
    if (this.#connecting !== undefined) return this.#connecting;
    if (this.#client !== undefined && this.#stopping === undefined) return Promise.resolve(this.#client);
    return this.#failure === undefined ? this.#begin() : Promise.reject(this.#failure.reason);
  };

  /** Starts pi unless it runs, whatever became of it before. */
  start(): Promise<PiClient> {
    this.#failure = undefined;
    return this.connect();
  }

  /** The pi that runs, or that is being started. */
  async running(): Promise<PiClient | undefined> {
    return this.#client ?? (await this.#connecting?.catch(() => undefined));
  }

  /** Ends pi in order. */
  async stop(ladder?: Partial<StopLadder>): Promise<void> {
    const client = await this.running();
    this.#stopping = client?.stop(ladder);
    await this.#stopping;
  }

  /** Synchronous, at once. */
  killNow(): void {
    this.#client?.killNow();
  }

  /** pi has ended. */
  ended(): void {
    this.#client = undefined;
    this.#stopping = undefined;
  }

  #begin(): Promise<PiClient> {
    this.#connecting = this.#open()
      .catch((reason: unknown) => {
        this.#failure = { reason };
        throw reason;
      })
      .finally(() => {
        this.#connecting = undefined;
      });
    return this.#connecting;
  }

  async #open(): Promise<PiClient> {
    await this.#stopping;
    const client = await this.#launch();
    this.#client = client;
    await this.#opened(client);
    return client;
  }
}
