import type { Logger } from "../log";
import { SessionCache } from "./cache";
import type { SessionFolders } from "./folders";
import { Listing } from "./listing";

export interface ListRequest {
  /** Number of the list, chosen by who asks. */
  readonly list: number;
  readonly folders: SessionFolders;
  /** Undefined: the sessions of all projects. */
  readonly cwd: string | undefined;
  /** Folder for what is remembered from one list to the next. */
  readonly cacheFolder: string;
}

/** The lists that are being made; one for each picker that is open. */
export class SessionLists {
  readonly #logger: Logger;
  readonly #wake: () => void;
  readonly #running = new Map<number, Listing>();
  #cache: SessionCache | undefined;

  constructor(logger: Logger, wake: () => void) {
    this.#logger = logger;
    this.#wake = wake;
  }

  start({ list, folders, cwd, cacheFolder }: ListRequest): void {
    this.#cache ??= new SessionCache(cacheFolder);
    const listing = new Listing({ folders, cwd, cache: this.#cache, logger: this.#logger, wake: this.#wake });
    this.#running.set(list, listing);
    void listing.run().catch((error: unknown) => this.#logger.error("listing the sessions failed:", error));
  }

  stop(list: number): void {
    this.#running.get(list)?.stop();
    this.#running.delete(list);
  }

  /** A session is not there any more, or has changed. */
  forget(file: string): void {
    this.#cache?.forget(file);
  }

  entries(): Iterable<[number, Listing]> {
    return this.#running.entries();
  }
}
