import { setImmediate as nextTurn } from "node:timers/promises";
import { Best, letterMask, scorePath } from "./fuzzy";

/** Milliseconds of searching after which others get a turn: pi's records must not wait. */
const SLICE_MS = 8;
/** Paths between two looks at the clock. */
const STRIDE = 2048;

/** Paths that can be searched while more of them come. Folders end with `/`. */
export class PathList {
  readonly #paths: string[] = [];
  readonly #lower: string[] = [];
  readonly #masks: number[] = [];
  readonly #nameAt: number[] = [];
  readonly #folders = new Set<string>();

  get length(): number {
    return this.#paths.length;
  }

  /** Adds files, and the folders they are in. A name that ends with `/` is a folder itself (a repository inside). */
  add(files: readonly string[]): void {
    for (const file of files) {
      this.#addFolders(file);
      if (!file.endsWith("/")) this.#push(file);
    }
  }

  /** The best matches, best first. */
  async search(query: string, limit: number): Promise<string[]> {
    const best = new Best<string>(limit);
    const wanted = query.toLowerCase();
    const mask = letterMask(wanted);
    let sliceEnd = performance.now() + SLICE_MS;
    for (let i = 0; i < this.#paths.length; i++) {
      if ((mask & ~(this.#masks[i] as number)) === 0)
        best.add(this.#paths[i] as string, scorePath(this.#lower[i] as string, this.#nameAt[i] as number, wanted));
      if (i % STRIDE !== 0 || performance.now() < sliceEnd) continue;
      await nextTurn();
      sliceEnd = performance.now() + SLICE_MS;
    }
    return best.list();
  }

  #addFolders(file: string): void {
    for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) {
      const folder = file.slice(0, at + 1);
      if (this.#folders.has(folder)) return;
      this.#folders.add(folder);
      this.#push(folder);
    }
  }

  #push(path: string): void {
    const lower = path.toLowerCase();
    this.#paths.push(path);
    this.#lower.push(lower);
    this.#masks.push(letterMask(lower));
    this.#nameAt.push(path.lastIndexOf("/", path.length - 2) + 1);
  }
}
