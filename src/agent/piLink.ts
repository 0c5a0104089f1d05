import type { PiClient } from "../pi/client";
import type { StopLadder } from "../pi/process";

/** One pi at a time: started when it is needed, and never beside one that is still ending. */
export class PiLink {
  readonly #launch: () => Promise<PiClient>;
  readonly #opened: (client: PiClient) => Promise<void>;
  #client: PiClient | undefined;
  #connecting: Promise<PiClient> | undefined;
  #stopping: Promise<unknown> | undefined;

  /** @param opened called with each new pi, before anybody else may talk to it. */
  constructor(launch: () => Promise<PiClient>, opened: (client: PiClient) => Promise<void>) {
    this.#launch = launch;
    this.#opened = opened;
  }

  /** The pi that runs. */
  get client(): PiClient | undefined {
    return this.#client;
  }

  /** Starts pi unless it runs. */
  readonly connect = (): Promise<PiClient> => {
    if (this.#connecting === undefined) {
      if (this.#client !== undefined && this.#stopping === undefined) return Promise.resolve(this.#client);
      this.#connecting = this.#open().finally(() => {
        this.#connecting = undefined;
      });
    }
    return this.#connecting;
  };

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

  async #open(): Promise<PiClient> {
    await this.#stopping;
    const client = await this.#launch();
    this.#client = client;
    await this.#opened(client);
    return client;
  }
}
