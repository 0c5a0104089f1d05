import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { SessionFile, SessionRow, Skipped } from "./readSession";

/** Raised when a row changes its meaning. */
const VERSION = 1;
const FILE_NAME = "sessions.json";

interface Known {
  readonly size: number;
  readonly modified: number;
  readonly result: SessionRow | Skipped;
}

/** What was read of session files before, true as long as a file keeps its size and time. Kept on disk. */
export class SessionCache {
  readonly #file: string;
  #known: Map<string, Known> | undefined;
  #isChanged = false;

  /** @param folder where to keep it; made when needed. */
  constructor(folder: string) {
    this.#file = path.join(folder, FILE_NAME);
  }

  /** Reads what an earlier Neovim has left; one that cannot be read is none. */
  async load(): Promise<void> {
    if (this.#known !== undefined) return;
    const text = await readFile(this.#file, "utf8").catch(() => "");
    this.#known ??= new Map(entriesOf(text));
  }

  get(file: SessionFile): SessionRow | Skipped | undefined {
    const known = this.#known?.get(file.path);
    return known?.size === file.size && known.modified === file.modified ? known.result : undefined;
  }

  set(file: SessionFile, result: SessionRow | Skipped): void {
    this.#known?.set(file.path, { size: file.size, modified: file.modified, result });
    this.#isChanged = true;
  }

  forget(file: string): void {
    if (this.#known?.delete(file)) this.#isChanged = true;
  }

  /** Forgets the files of `folder` that are not there any more. */
  keepOnly(folder: string, files: readonly SessionFile[]): void {
    const present = new Set(files.map((file) => file.path));
    for (const known of this.#known?.keys() ?? []) {
      if (path.dirname(known) === folder && !present.has(known)) this.forget(known);
    }
  }

  /** Writes it, if it has changed. Not being able to is no reason to complain: it is read anew the next time. */
  async save(): Promise<void> {
    if (!this.#isChanged || this.#known === undefined) return;
    this.#isChanged = false;
    const own = `${this.#file}.${process.pid}`;
    try {
      await mkdir(path.dirname(this.#file), { recursive: true });
      await writeFile(own, JSON.stringify({ version: VERSION, known: [...this.#known] }), { mode: 0o600 });
      await rename(own, this.#file);
    } catch {
      this.#isChanged = true;
    }
  }
}

function entriesOf(text: string): [string, Known][] {
  try {
    const { version, known } = JSON.parse(text) as { version?: unknown; known?: unknown };
    return version === VERSION && Array.isArray(known) ? (known as [string, Known][]) : [];
  } catch {
    return [];
  }
}
