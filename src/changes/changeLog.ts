import { BlobStore } from "./blobStore";
import { Journal, trimJournals } from "./journal";
import type { ChangeRecord } from "./record";
import { isSameStamp, type Stamp } from "./stamp";

/** From one message on, up to another one (their times name them); from one run on; or what one call has done. */
export type FixedSpan =
  | { readonly since: number; readonly until?: number }
  | { readonly sinceRun: number }
  | { readonly callId: string };

/** The last run, the last message, or all of the session, as they are now; or one that stays what it is. */
export type Span = "run" | "prompt" | "session" | FixedSpan;

/** What an agent has changed in its session, with the texts: what is shown, reviewed and taken back is asked of here. */
export class ChangeLog {
  /** All texts, of all sessions. */
  readonly blobs: BlobStore;
  /** The message that is worked on, and the run: 0 before there is one in this editor. */
  prompt = { prompt: 0, promptText: "" };
  run = 0;
  readonly #folder: string;
  #session: string | undefined;
  #journal: Journal;

  constructor(folder: string) {
    this.#folder = folder;
    this.blobs = new BlobStore(`${folder}/texts`);
    this.#journal = new Journal(folder, undefined);
  }

  /** All of the session, oldest first. */
  get records(): readonly ChangeRecord[] {
    return this.#journal.records;
  }

  recordsOf(span: Span): readonly ChangeRecord[] {
    const fixed = this.fix(span);
    return this.records.filter((record) => isWithin(record, fixed));
  }

  /** The same span, also when other runs and messages follow. */
  fix(span: Span): FixedSpan {
    if (typeof span === "object") return span;
    if (span === "session") return { since: 0 };
    // After a restart: of the last one that has changed anything.
    const newest = this.records.at(-1);
    if (span === "run") return { sinceRun: this.run || (newest?.run ?? 0) };
    return { since: this.prompt.prompt || (newest?.prompt ?? 0) };
  }

  add(records: readonly ChangeRecord[]): Promise<void> {
    return this.#journal.add(records);
  }

  /** Another session; what was changed before the first one was known belongs to that. Undefined: it is not kept. */
  async setSession(file: string | undefined): Promise<void> {
    if (file === this.#session) return;
    const early = this.#session === undefined ? this.records : [];
    this.#session = file;
    this.#journal = new Journal(this.#folder, file);
    await this.#journal.load();
    await this.#journal.add(early);
  }

  /** The text of a file when its stamp was this one, where a change of it was recorded. */
  async textAt(file: string, stamp: Stamp): Promise<Buffer | undefined> {
    const own = this.records.filter((record) => record.file === file);
    const states = own.flatMap(({ before, after }) => [before, after]);
    const state = states.findLast((each) => each.kind === "file" && isSameStamp(each.stamp, stamp));
    return state?.kind === "file" && state.blob !== undefined ? this.blobs.get(state.blob) : undefined;
  }

  /** Drops what is too old. */
  async trim(): Promise<void> {
    await Promise.all([this.blobs.trim(), trimJournals(this.#folder)]);
  }
}

function isWithin({ prompt, run, callId }: ChangeRecord, span: FixedSpan): boolean {
  if ("callId" in span) return callId === span.callId;
  if ("sinceRun" in span) return run >= span.sinceRun;
  return prompt >= span.since && (span.until === undefined || prompt < span.until);
}
