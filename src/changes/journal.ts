import { createHash } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { inParallel } from "../sessions/inParallel";
import type { ChangeRecord, Judgement } from "./record";

type JournalLine = ChangeRecord | Judgement;
/** What a judgement is about. */
export type Subject = Pick<Judgement, "file" | "before">;

/** Sessions whose changes are remembered. */
const KEPT_JOURNALS = 300;
const AT_ONCE = 8;

/** What was changed in one session, oldest first, and judged, as JSON lines on disk: also there after a restart. */
export class Journal {
  readonly #file: string | undefined;
  #records: ChangeRecord[] = [];
  readonly #judgements = new Map<string, Judgement>();
  #writing: Promise<void> = Promise.resolve();

  /** @param session its file; undefined: of a session that is not kept either. */
  constructor(folder: string, session: string | undefined) {
    const name = session && createHash("sha256").update(session).digest("hex").slice(0, 32);
    this.#file = name && path.join(folder, "journals", `${name}.jsonl`);
  }

  get records(): readonly ChangeRecord[] {
    return this.#records;
  }

  /** Nothing was changed in this session. */
  get isNew(): boolean {
    return this.#records.length === 0;
  }

  judgementOf(subject: Subject): Judgement | undefined {
    return this.#judgements.get(keyOf(subject));
  }

  /** Reads what earlier editors have written. A line that cannot be read is left out. */
  async load(): Promise<void> {
    if (this.#file === undefined) return;
    const text = await readFile(this.#file, "utf8").catch(() => "");
    const lines = text.split("\n").flatMap(parse);
    this.#records = [...lines.filter(isRecord), ...this.#records];
    for (const line of lines) if (!isRecord(line)) this.#judgements.set(keyOf(line), line);
  }

  /** Resolves when it is on disk. */
  add(records: readonly ChangeRecord[]): Promise<void> {
    this.#records.push(...records);
    return this.#append(records);
  }

  /** Resolves when it is on disk. */
  judge(...judgements: readonly Judgement[]): Promise<void> {
    for (const judgement of judgements) this.#judgements.set(keyOf(judgement), judgement);
    return this.#append(judgements);
  }

  /** Takes over what another journal has, which this one has not. Resolves when it is on disk. */
  async takeOver(other: Journal, isMeant: (record: ChangeRecord) => boolean = () => true): Promise<void> {
    const records = other.#records.filter(isMeant);
    if (records.length === 0) return;
    await this.add(records);
    await this.judge(...other.#judgements.values());
  }

  #append(lines: readonly JournalLine[]): Promise<void> {
    const file = this.#file;
    if (file === undefined || lines.length === 0) return Promise.resolve();
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
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

function parse(line: string): JournalLine[] {
  if (line === "") return [];
  try {
    const value = JSON.parse(line) as JournalLine;
    return typeof value.file === "string" && (isRecord(value) || typeof value.before === "string") ? [value] : [];
  } catch {
    return [];
  }
}

function isRecord(line: JournalLine): line is ChangeRecord {
  return isState(line.before) && "after" in line && isState(line.after);
}

function isState(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "kind");
}

function keyOf({ file, before }: Subject): string {
  return `${file}\0${before}`;
}
