import { setTimeout as pause } from "node:timers/promises";
import { messageOf } from "../errors";
import type { Logger } from "../log";
import { Baseline, type Before, type Look } from "./baseline";
import { ChangeLog } from "./changeLog";
import { type Cause, type Changed, ChangeRecorder } from "./changeRecorder";
import { type DiskFile, realName } from "./fileState";
import type { ChangeRecord } from "./record";
import { isSameStamp, type Stamp } from "./stamp";
import { type Reach, reachOf, resolveToolPath, type ToolCall, toLocal } from "./toolCall";

/** Where an agent works, and where what it changes is kept. */
export interface TrackedPlace {
  readonly cwd: string;
  /** What `cwd` is called where pi runs, when that is elsewhere. */
  readonly remote?: string | undefined;
  /** Folder of ours, shared by all editors of the user. */
  readonly folder: string;
}

export interface ChangeListener {
  /** What is new in the journal. */
  changed(records: readonly ChangeRecord[]): void;
  /** A call or a run has ended, and all that is known of its changes was told. */
  looked(): void;
}

/** Milliseconds that a call waits for the look before it, which takes long in a large folder on a slow disk. */
const MOST_WAIT_MS = 3_000;

/** Milliseconds after a look at all files in which the next command need not wait for another one. */
const FRESH_MS = 1_000;

/** A call under way. */
interface Running {
  readonly cause: Cause;
  /** Whether the look before it was over before the call could begin to write. */
  isInTime: boolean;
  /** The file it names, as it was before; undefined: it may change any. */
  look?: Look;
  readonly begun: Promise<unknown>;
}

/**
 * What one agent changes in files. Everything is done one after the other, in the order in which it was told.
 * `before` is to be awaited before a tool runs; a call that only `started` tells of may have begun to write by then, which
 * its end shows (the file was not changed meanwhile): then what the last look had is the text before.
 */
export class ChangeTracker {
  /** What was changed in this session. */
  readonly log: ChangeLog;
  readonly #place: TrackedPlace;
  readonly #logger: Logger;
  readonly #recorder: ChangeRecorder;
  readonly #listener: ChangeListener;
  readonly #running = new Map<string, Running>();
  #baseline: Promise<Baseline> | undefined;
  /** Files that an `edit` or a `write` under way will account for. */
  readonly #inHand = new Set<string>();
  #work: Promise<unknown> = Promise.resolve();
  /** The last call of this run that may have changed anything: what goes on after its end is its doing. */
  #lastWide: Cause | undefined;
  /** When all files were looked at last, milliseconds of this process. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #isRunning = false;

  constructor(place: TrackedPlace, listener: ChangeListener, logger: Logger) {
    this.#place = place;
    this.#listener = listener;
    this.#logger = logger;
    this.log = new ChangeLog(place.folder);
    this.#recorder = new ChangeRecorder(this.log.blobs, logger);
  }

  /** Resolves when all that was told has been dealt with. */
  async idle(): Promise<void> {
    await this.#work;
  }

  /** Another session, or the first one; undefined: it is not kept. */
  setSession(file: string | undefined): void {
    void this.#do(() => this.log.setSession(file, this.#isRunning));
  }

  /** Looks at all files: before anything is asked of pi, and while the model thinks, since there is time then. */
  prepare(): void {
    void this.#do(() => this.#lookAtAll(undefined));
  }

  /** Whether the agent is at work: what it finds and what it does belong together then. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  runStarted(now: number): void {
    this.#isRunning = true;
    this.log.run = now;
    this.#lastWide = undefined;
    this.prepare();
  }

  /** @param at as the session has it. */
  promptStarted(at: number, text: string): void {
    this.log.prompt = { prompt: at, promptText: text.slice(0, 200) };
  }

  /** Resolves when the call may run: the text before is kept. */
  async before(call: ToolCall): Promise<void> {
    const running = this.#begin(call, true);
    if (running === undefined) return;
    running.isInTime = true;
    const isLate = pause(MOST_WAIT_MS, true, { ref: false });
    if (await Promise.race([running.begun, isLate])) running.isInTime = false;
  }

  /** pi has begun with a call. */
  started(call: ToolCall): void {
    this.#begin(call, false);
  }

  ended(callId: string): void {
    const running = this.#running.get(callId);
    this.#running.delete(callId);
    if (running === undefined) return;
    void this.#do(async () => {
      await this.#finish(running);
      this.#listener.looked();
    });
  }

  /** The run is over, or pi is: commands may have left something running. */
  settled(): void {
    this.#isRunning = false;
    for (const callId of this.#running.keys()) this.ended(callId);
    void this.#do(async () => {
      this.#inHand.clear();
      if (this.#lastWide !== undefined) await this.#lookAtAll(this.#lastWide);
      this.#listener.looked();
    });
  }

  /** The user has written a file: that is none of the agent's changes. */
  saved(file: string): void {
    if (this.#baseline === undefined) return;
    void this.#do(async () => {
      await (await this.#getBaseline()).lookAt(await realName(file));
    });
  }

  /** Has the user change a file: `act` writes it. Resolves with what has kept it from that. */
  async change(file: string, cause: Cause, act: () => Promise<void>): Promise<string | undefined> {
    let problem: string | undefined = "the agent has ended";
    await this.#do(async () => {
      const baseline = await this.#getBaseline();
      const before = (await baseline.lookAt(file)).now;
      problem = await act().then(() => undefined, messageOf);
      const { now } = await baseline.lookAt(file);
      await this.#tellDifference(file, before, now, cause);
    });
    return problem;
  }

  /** The text of a file when its stamp was this one, where it is known. */
  async textAt(file: string, stamp: Stamp): Promise<Buffer | undefined> {
    return (await (await this.#baseline)?.textAt(file, stamp)) ?? this.log.textAt(file, stamp);
  }

  close(): void {
    this.#isClosed = true;
    void this.#baseline?.then((baseline) => baseline.close());
  }

  /** @param isInTime the call waits for it. Undefined for a call that changes nothing. */
  #begin(call: ToolCall, isInTime: boolean): Running | undefined {
    const known = this.#running.get(call.callId);
    if (known !== undefined) return known;
    const reach = reachOf(call);
    if (reach === "none") return undefined;
    const cause = { ...this.log.prompt, run: this.log.run, tool: call.name, callId: call.callId };
    const running: Running = { cause, isInTime, begun: this.#do(() => this.#lookBefore(running, reach)) };
    this.#running.set(call.callId, running);
    return running;
  }

  async #lookBefore(running: Running, reach: Reach): Promise<void> {
    if (reach === "any") {
      const isFresh = performance.now() - this.#lookedAt < FRESH_MS;
      // Not in time: what is new may be this call's doing already.
      if (!running.isInTime) await this.#lookAtAll(running.cause);
      else if (!isFresh) await this.#lookAtAll(this.#lastWide);
      this.#lastWide = running.cause;
      return;
    }
    running.look = await (await this.#getBaseline()).lookAt(await this.#fileOf(reach.path));
    this.#inHand.add(running.look.file);
  }

  async #finish({ look, cause, isInTime }: Running): Promise<void> {
    if (look === undefined) {
      await this.#lookAtAll(cause);
      return;
    }
    this.#inHand.delete(look.file);
    const { now } = await (await this.#getBaseline()).lookAt(look.file);
    const isTold = await this.#tellDifference(look.file, look.now, now, cause);
    if (!isTold && look.isChanged && !isInTime) await this.#tell([await this.#record(look, cause)]);
  }

  /** @returns false where a file has the same text as before. */
  async #tellDifference(file: string, before: DiskFile, now: DiskFile, cause: Cause): Promise<boolean> {
    if (isSameText(before, now)) return false;
    await this.#tell([await this.#record({ file, before: asBefore(before), now }, cause)]);
    return true;
  }

  /** @param cause of what has changed since the last look; undefined: somebody else's doing. */
  async #lookAtAll(cause: Cause | undefined): Promise<void> {
    const records: ChangeRecord[] = [];
    await (await this.#getBaseline()).lookAtAll(async (look) => {
      if (cause !== undefined && !this.#inHand.has(look.file)) records.push(await this.#record(look, cause));
    });
    this.#lookedAt = performance.now();
    await this.#tell(records);
  }

  #record(look: Changed, cause: Cause): Promise<ChangeRecord> {
    return this.#recorder.record(look, cause);
  }

  async #tell(records: readonly ChangeRecord[]): Promise<void> {
    if (records.length === 0) return;
    await this.log.add(records);
    this.#listener.changed(records);
  }

  #fileOf(named: string): Promise<string> {
    const { cwd, remote } = this.#place;
    return realName(toLocal(resolveToolPath(named, remote ?? cwd), remote, cwd));
  }

  #getBaseline(): Promise<Baseline> {
    this.#baseline ??= this.#createBaseline();
    return this.#baseline;
  }

  async #createBaseline(): Promise<Baseline> {
    const { folder, cwd } = this.#place;
    void this.log.trim().catch((error: unknown) => this.#logger.warn(messageOf(error)));
    return new Baseline(await realName(cwd), `${folder}/baselines`);
  }

  /** A failure must not stop the agent, nor what comes after it. */
  #do<T>(work: () => Promise<T>): Promise<T | undefined> {
    const done = this.#work.then(async () => {
      if (this.#isClosed) return undefined;
      return work();
    });
    this.#work = done.catch((error: unknown) => this.#logger.warn(`changes of files: ${messageOf(error)}`));
    return done.catch(() => undefined);
  }
}

function asBefore(now: DiskFile): Before | undefined {
  if (now.kind === "file") return { stamp: now.stamp, bytes: now.bytes, mode: now.mode };
  return now.kind === "large" ? { stamp: now.stamp } : undefined;
}

function isSameText(one: DiskFile, other: DiskFile): boolean {
  if (one.kind === "file" && other.kind === "file") return one.bytes.equals(other.bytes);
  if (one.kind === "large" && other.kind === "large") return isSameStamp(one.stamp, other.stamp);
  return one.kind === other.kind;
}
