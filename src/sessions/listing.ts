import type { Logger } from "../log";
import type { SessionCache } from "./cache";
import { findFiles, projectFolders } from "./findFiles";
import type { SessionFolders } from "./folders";
import { inParallel } from "./inParallel";
import {
  isSkipped,
  needsWhole,
  readEnds,
  readWhole,
  type SessionFile,
  type SessionRow,
  type Skipped,
} from "./readSession";

/** Rows in one event: Neovim takes them within a frame. */
const ROWS_AT_ONCE = 50;
/** Files whose ends are read at once; whole files are read two at a time, so that the host stays free. */
const ENDS_AT_ONCE = 8;
const WHOLE_AT_ONCE = 2;

export interface ListingOptions {
  readonly folders: SessionFolders;
  /** Only sessions of this folder, also where others are kept beside them; undefined: of every project. */
  readonly cwd: string | undefined;
  readonly cache: SessionCache;
  readonly logger: Logger;
  /** `collect` has something. */
  wake(): void;
}

/** One run through the session files, the newest first: rows as the files' ends tell them, then with their counts. */
export class Listing {
  readonly #options: ListingOptions;
  #rows: SessionRow[] = [];
  #total: number | undefined;
  #isStopped = false;
  #isComplete = false;
  #hasTold = false;

  constructor(options: ListingOptions) {
    this.#options = options;
  }

  get hasNews(): boolean {
    return !this.#isStopped && !this.#hasTold && (this.#rows.length > 0 || this.#isComplete);
  }

  /** The next rows; one that was given before is replaced. `done` is true once. */
  collect(): { rows: readonly SessionRow[]; total: number; done: boolean } {
    const rows = this.#rows.splice(0, ROWS_AT_ONCE);
    this.#hasTold = this.#isComplete && this.#rows.length === 0;
    return { rows, total: this.#total ?? 0, done: this.#hasTold };
  }

  /** Nobody looks at it any more. */
  stop(): void {
    this.#isStopped = true;
    this.#rows = [];
  }

  /** Resolves when every file has been read, and what was read is in the cache. */
  async run(): Promise<void> {
    const { cache } = this.#options;
    const [files] = await Promise.all([this.#files(), cache.load()]);
    this.#total = files.length;
    const unread: SessionFile[] = [];
    const seen: (SessionRow | Skipped | undefined)[] = [];
    let told = 0;
    await inParallel([...files.keys()], ENDS_AT_ONCE, async (index) => {
      const file = files[index] as SessionFile;
      seen[index] = this.#isStopped ? { skipped: "" } : await this.#look(file, unread);
      // Told in their order, whichever was read first.
      for (let next = seen[told]; next !== undefined; next = seen[++told]) this.#show(next);
    });
    await inParallel(unread, WHOLE_AT_ONCE, async (file) => {
      if (!this.#isStopped) this.#show(this.#learn(file, await readWhole(file)));
    });
    this.#isComplete = true;
    this.#options.wake();
    await cache.save();
  }

  async #files(): Promise<SessionFile[]> {
    const { folders, cwd, cache } = this.#options;
    const isOne = cwd !== undefined || folders.root === undefined;
    const paths = isOne ? [folders.project] : await projectFolders(folders.root as string);
    const files = await findFiles(paths);
    await cache.load();
    for (const folder of paths) cache.keepOnly(folder, files);
    return files;
  }

  /** What is known of a file, or its ends tell; those of which there is more to know are added to `unread`. */
  async #look(file: SessionFile, unread: SessionFile[]): Promise<SessionRow | Skipped> {
    const known = this.#options.cache.get(file);
    if (known !== undefined) return known;
    const result = await readEnds(file);
    if (isSkipped(result) || !needsWhole(file)) return this.#learn(file, result);
    unread.push(file);
    return result;
  }

  #learn(file: SessionFile, result: SessionRow | Skipped): SessionRow | Skipped {
    if (isSkipped(result)) this.#options.logger.warn(`left out session file ${file.path}: ${result.skipped}`);
    this.#options.cache.set(file, result);
    return result;
  }

  #show(result: SessionRow | Skipped): void {
    const { folders, cwd, wake } = this.#options;
    if (isSkipped(result) || this.#isStopped) return;
    if (cwd !== undefined && folders.isShared && result.cwd !== cwd) return;
    this.#rows.push(result);
    wake();
  }
}
