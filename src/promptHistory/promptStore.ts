import { appendFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";

/** Something that was typed and sent. */
export interface PromptEntry {
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A segment that has grown so far is not written to any more. */
const SEGMENT_BYTES = 256 * 1024;
/** Older segments are removed: some 1 MB is kept of each project. */
const KEPT_SEGMENTS = 4;

/**
 * The prompts of one project as JSON lines, in numbered segments. Any number of editors may write at once: each entry
 * is one append, nothing that others may be writing to is ever rewritten, and only whole old segments are removed.
 */
export class PromptStore {
  readonly #folder: string;

  /** @param folder of this project alone */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(entry: PromptEntry): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const numbers = await this.#segments();
    const newest = numbers.at(-1) ?? 1;
    const size = await stat(this.#file(newest)).then(
      (found) => found.size,
      () => 0,
    );
    const target = size < SEGMENT_BYTES ? newest : newest + 1;
    // One write to a file opened for appending: the system puts it at the end as a whole.
    await appendFile(this.#file(target), `${JSON.stringify({ at: entry.at, text: entry.text })}\n`, { mode: 0o600 });
    const old = numbers.filter((number) => number <= target - KEPT_SEGMENTS);
    await Promise.all(old.map((number) => rm(this.#file(number), { force: true })));
  }

  /** All that is kept, oldest first. A line that cannot be read is left out. */
  async read(): Promise<PromptEntry[]> {
    const segments = (await this.#segments()).map((number) => readFile(this.#file(number), "utf8").catch(() => ""));
    return (await Promise.all(segments)).flatMap((text) => text.split("\n")).flatMap(parseEntry);
  }

  async #segments(): Promise<number[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const numbers = names.map((name) => /^(\d+)\.jsonl$/.exec(name)?.[1]).filter((digits) => digits !== undefined);
    return numbers.map(Number).sort((one, other) => one - other);
  }

  #file(number: number): string {
    return path.join(this.#folder, `${number}.jsonl`);
  }
}

function parseEntry(line: string): PromptEntry[] {
  if (line === "") return [];
  try {
    const { at, text } = JSON.parse(line) as Partial<PromptEntry>;
    return typeof at === "number" && typeof text === "string" ? [{ at, text }] : [];
  } catch {
    return [];
  }
}
