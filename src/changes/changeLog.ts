import { BlobStore } from "./blobStore";
import { inherit } from "./inheritance";
import { Journal, type Subject, trimJournals } from "./journal";
import type { ChangeRecord, Judgement } from "./record";
import { isSameStamp, type Stamp } from "./stamp";

/** From one message on, up to another one (their times name them); from one run on; or what one call has done. */
export type FixedSpan =
  | { readonly since: number; readonly until?: number }
  | { readonly sinceRun: number }
  | { readonly callId: string };

/** The last run, the last message, or all of the session, as they are now; or one that stays what it is. */
export type Span = "run" | "prompt" | "session" | FixedSpan;

const NO_PROMPT = { prompt: 0, promptText: "" };

/** What an agent has changed in its session, with the texts: what is shown, reviewed and taken back is asked of here. */
export class ChangeLog {
  /** All texts, of all sessions. */
  readonly blobs: BlobStore;
  /** The message that is worked on, and the run: 0 before there is one in this editor and session. */
  prompt = NO_PROMPT;
  run = 0;
  readonly #folder: string;
  #session: string | undefined;
  #journal: Journal;
  #judging: Promise<unknown> = Promise.resolve();

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

  /** Judging takes its time: whoever asks later sees all that was judged before. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#judging.then(work);
    this.#judging = done.catch(() => undefined);
    return done;
  }

  judge(judgement: Judgement): Promise<void> {
    return this.#journal.judge(judgement);
  }

  judgementOf(subject: Subject): Judgement | undefined {
    return this.#journal.judgementOf(subject);
  }

  /**
   * Another session; what was changed before the first one was known belongs to that. Undefined: it is not kept.
   * @param isRunning a run is under way, which goes on in it.
   */
  async setSession(file: string | undefined, isRunning: boolean): Promise<void> {
    if (file === this.#session) return;
    if (!isRunning) {
      this.prompt = NO_PROMPT;
      this.run = 0;
    }
    const early = this.#session === undefined ? this.#journal : undefined;
    this.#session = file;
    this.#journal = new Journal(this.#folder, file);
    await this.#journal.load();
    if (file !== undefined && this.#journal.isNew) await inherit(this.#journal, this.#folder, file);
    if (early !== undefined) await this.#journal.takeOver(early);
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
