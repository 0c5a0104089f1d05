import { setTimeout as pause } from "node:timers/promises";
import { listFiles, type TakeNames } from "./listFiles";
import { PathList } from "./pathList";

/** Milliseconds that a question waits for the first listing, and longer when too little is found by then. */
const FIRST_WAIT_MS = 25;
const LONG_WAIT_MS = 1_000;
/** Milliseconds after which a listing may be old. A slow one is not made again more often than it pays. */
const FRESH_MS = 2_000;
const PAY_FACTOR = 10;

/** The files of one folder. Answers from what it has, and lists the folder again behind that. */
export class FileIndex {
  readonly #cwd: string;
  readonly #list: (cwd: string, take: TakeNames) => Promise<void>;
  #paths: PathList | undefined;
  #listing: Promise<void> | undefined;
  #partial: PathList | undefined;
  #freshUntil = 0;

  constructor(cwd: string, list = listFiles) {
    this.#cwd = cwd;
    this.#list = list;
  }

  /** The best matches, best first; of what is known so far while the folder is listed for the first time. */
  async search(query: string, limit: number): Promise<readonly string[]> {
    const listing = this.#refresh();
    if (this.#paths !== undefined || listing === undefined) return this.#known.search(query, limit);
    await Promise.race([listing, pause(FIRST_WAIT_MS)]);
    const first = await this.#known.search(query, limit);
    if (this.#paths !== undefined || first.length === limit) return first;
    await Promise.race([listing, pause(LONG_WAIT_MS)]);
    return this.#known.search(query, limit);
  }

  get #known(): PathList {
    return this.#paths ?? this.#partial ?? new PathList();
  }

  /** The listing that is under way, or a new one where the last is old. */
  #refresh(): Promise<void> | undefined {
    if (this.#listing !== undefined || performance.now() < this.#freshUntil) return this.#listing;
    this.#listing = this.#relist().finally(() => {
      this.#listing = undefined;
      this.#partial = undefined;
    });
    return this.#listing;
  }

  async #relist(): Promise<void> {
    const started = performance.now();
    const paths = new PathList();
    this.#partial = paths;
    await this.#list(this.#cwd, (names) => {
      paths.add(names);
      return true;
    });
    this.#paths = paths;
    const now = performance.now();
    this.#freshUntil = now + Math.max(FRESH_MS, (now - started) * PAY_FACTOR);
  }
}
