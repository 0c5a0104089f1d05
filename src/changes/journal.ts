import { createHash } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { inParallel } from "../sessions/inParallel";
import type { ChangeRecord } from "./record";

/** Sessions whose changes are remembered. */
const KEPT_JOURNALS = 300;
const AT_ONCE = 8;

/** What was changed in one session, oldest first, as JSON lines on disk: also there after a restart. */
export class Journal {
  readonly #file: string | undefined;
  #records: ChangeRecord[] = [];
  #writing: Promise<void> = Promise.resolve();

  /** @param session its file; undefined: of a session that is not kept either. */
  constructor(folder: string, session: string | undefined) {
    const name = session && createHash("sha256").update(session).digest("hex").slice(0, 32);
    this.#file = name && path.join(folder, "journals", `${name}.jsonl`);
  }

  get records(): readonly ChangeRecord[] {
    return this.#records;
  }

  /** Reads what earlier editors have written. A line that cannot be read is left out. */
  async load(): Promise<void> {
    if (this.#file === undefined) return;
    const text = await readFile(this.#file, "utf8").catch(() => "");
    this.#records = [...text.split("\n").flatMap(parse), ...this.#records];
  }

  /** Resolves when it is on disk. */
  add(records: readonly ChangeRecord[]): Promise<void> {
    this.#records.push(...records);
    const file = this.#file;
    if (file === undefined || records.length === 0) return Promise.resolve();
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    this.#writing = this.#writing.then(async () => {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await appendFile(file, text, { mode: 0o600 });
    });
    return this.#writing;
  }
}

/** Removes the journals of the sessions that were worked in longest ago. */
export async function trimJournals(folder: string, most = KEPT_JOURNALS): Promise<void> {
  const names = await readdir(path.join(folder, "journals")).catch(() => []);
  if (names.length <= most) return;
  const found = await inParallel(names, AT_ONCE, async (name) => {
    const file = path.join(folder, "journals", name);
    return {
      file,
      at: await stat(file).then(
        (stats) => stats.mtimeMs,
        () => 0,
      ),
    };
  });
  found.sort((one, other) => other.at - one.at);
  await inParallel(found.slice(most), AT_ONCE, ({ file }) => rm(file, { force: true }));
}

function parse(line: string): ChangeRecord[] {
  if (line === "") return [];
  try {
    const record = JSON.parse(line) as ChangeRecord;
    return typeof record.file === "string" && isState(record.before) && isState(record.after) ? [record] : [];
  } catch {
    return [];
  }
}

function isState(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "kind");
}
