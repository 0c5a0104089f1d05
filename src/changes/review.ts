import { createHash } from "node:crypto";
import { decode, type FileFormat, formatOf, splitLines } from "./bufferText";
import type { FixedSpan, Span } from "./changeLog";
import { changesOf, type FileChange, type Side } from "./changeSet";
import type { ChangeTracker } from "./changeTracker";
import { type Accepted, acceptedOf, judge } from "./judgements";
import { diffLines } from "./lineDiff";
import type { ChangeRecord } from "./record";

/** A file that is to be judged. */
export interface ReviewFile {
  /** Absolute, without links. */
  readonly path: string;
  readonly kind: "changed" | "created" | "deleted";
  /** Where a renamed one was; of the one that was there, where it went. */
  readonly from?: string;
  readonly to?: string;
  /** Lines, and changes that are not judged yet. */
  readonly added: number;
  readonly removed: number;
  readonly hunks: number;
  /** Nothing is left to be judged, since all of it was accepted in an earlier review. */
  readonly isAccepted: boolean;
  /** Why there are no lines to compare. */
  readonly reason?: string;
}

/** A text to compare a buffer with, or why there is none. */
export type ReviewText = { readonly lines: readonly string[] } | { readonly reason: string };

const REASONS = {
  binary: "a binary file",
  large: "too large to compare",
  other: "it cannot be read",
  lost: "its text from before is no longer kept",
};

/** The changes of a span as they are judged. */
export class Review {
  readonly span: FixedSpan;
  readonly #tracker: ChangeTracker;

  constructor(tracker: ChangeTracker, span: Span) {
    this.#tracker = tracker;
    this.span = tracker.log.fix(span);
  }

  /** The message that it begins with. */
  get title(): string {
    return this.#tracker.log.recordsOf(this.span)[0]?.promptText ?? "";
  }

  /** @param only one file, absent: all. */
  files(only?: string): Promise<ReviewFile[]> {
    return this.#inOrder(async () => {
      await this.#tracker.idle();
      const changes = await this.#changes();
      changes.sort((one, other) => (one.file < other.file ? -1 : 1));
      const accepted = new Map<FileChange, Accepted | undefined>();
      for (const change of changes) accepted.set(change, await acceptedOf(change, this.#tracker.log));
      return withRenames(changes, accepted).filter((file) => only === undefined || file.path === only);
    });
  }

  /** The text from before, as Neovim would have read it into the buffer of the file. */
  textBefore(file: string, encoding: string, format: FileFormat): Promise<ReviewText> {
    return this.#inOrder(async () => {
      const change = (await this.#changes()).find((each) => each.file === file);
      if (change === undefined) return { reason: "it is as it was before" };
      const accepted = await acceptedOf(change, this.#tracker.log);
      if (accepted !== undefined && "lines" in accepted) return accepted;
      return linesOf(change.before, encoding, isReadAsUnix(change.now, format) ? "unix" : undefined);
    });
  }

  /** The user has accepted changes: `lines` are those of the text before, with them. Absent: all of the file. */
  accept(file: string, lines?: readonly string[]): Promise<void> {
    return this.#inOrder(async () => {
      const change = (await this.#changes()).find((each) => each.file === file);
      if (change !== undefined) await judge(change, lines === undefined ? all(change) : { lines }, this.#tracker.log);
    });
  }

  /** Nothing counts as judged any more. @param only in one file, absent: in all. */
  forget(only?: string): Promise<void> {
    return this.#inOrder(async () => {
      for (const change of await this.#changes())
        if (only === undefined || change.file === only) await judge(change, undefined, this.#tracker.log);
    });
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    return this.#tracker.log.inOrder(work);
  }

  #changes(): Promise<FileChange[]> {
    const { log } = this.#tracker;
    return changesOf(log.recordsOf(this.span), log.blobs);
  }
}

/** Lines of a side, or why it has none. An absent file has none. */
export function linesOf(side: Side, encoding: string, format?: "unix" | "dos"): ReviewText {
  if (side.kind === "absent") return { lines: [] };
  if (side.kind !== "text") return { reason: REASONS[side.kind] };
  const text = decode(side.bytes, encoding)?.text;
  if (text === undefined) return { reason: `its text from before cannot be read as ${encoding || "utf-8"}` };
  return { lines: splitLines(text, format ?? formatOf(text) ?? "unix").lines };
}

/** Its user wants to see carriage returns ('fileformats'). */
function isReadAsUnix(now: Side, format: FileFormat): boolean {
  return format === "unix" && now.kind === "text" && formatOf(now.bytes.toString("latin1")) === "dos";
}

function all({ now, records }: FileChange): Accepted {
  if (now.kind === "text") return { lines: now.lines };
  return now.kind === "absent" ? { lines: [] } : { digest: digestOf(now, records) };
}

/** Tells one state of a file without lines from another. */
function digestOf(now: Side, records: readonly ChangeRecord[]): string {
  const hash = createHash("sha256").update(`${now.kind} ${JSON.stringify(records.at(-1)?.after)}`);
  return hash.digest("hex");
}

/** A file that is gone, and came up elsewhere with the same text, was renamed. */
function withRenames(
  changes: readonly FileChange[],
  accepted: ReadonlyMap<FileChange, Accepted | undefined>,
): ReviewFile[] {
  const gone = new Map<string, string>();
  for (const { file, before, now } of changes)
    if (now.kind === "absent" && before.kind === "text") gone.set(before.bytes.toString("latin1"), file);
  const [from, to] = [new Map<string, string>(), new Map<string, string>()];
  for (const { file, before, now } of changes) {
    const source = before.kind === "absent" && now.kind === "text" ? gone.get(now.bytes.toString("latin1")) : undefined;
    if (source === undefined) continue;
    from.set(file, source);
    to.set(source, file);
  }
  return changes.map((change) => {
    const [came, went] = [from.get(change.file), to.get(change.file)];
    const names = { ...(came !== undefined && { from: came }), ...(went !== undefined && { to: went }) };
    return { ...fileOf(change, accepted.get(change)), ...names };
  });
}

function fileOf(change: FileChange, accepted: Accepted | undefined): ReviewFile {
  const { file, before, now, records } = change;
  const reason = reasonOf(now) ?? reasonOf(before) ?? sameLines(change, accepted);
  const base = accepted !== undefined && "lines" in accepted ? accepted.lines : plainLines(before);
  const hunks = reason === undefined ? diffLines(base, plainLines(now)) : [];
  const isSame = accepted !== undefined && "digest" in accepted && accepted.digest === digestOf(now, records);
  return {
    path: file,
    kind: kindOf(change),
    added: hunks.reduce((sum, { newCount }) => sum + newCount, 0),
    removed: hunks.reduce((sum, { oldCount }) => sum + oldCount, 0),
    hunks: hunks.length,
    isAccepted: accepted !== undefined && (isSame || ("lines" in accepted && hunks.length === 0)),
    ...(reason !== undefined && { reason }),
  };
}

/** Bytes that are none of a line are judged as a whole. */
function sameLines({ before, now, hunks }: FileChange, accepted: Accepted | undefined): string | undefined {
  if (accepted !== undefined || hunks.length > 0 || now.kind !== "text") return undefined;
  return before.kind === "absent" ? "an empty file" : "only line breaks, or what is before the first line, differ";
}

function kindOf({ before, now }: FileChange): "changed" | "created" | "deleted" {
  if (now.kind === "absent") return "deleted";
  return before.kind === "absent" ? "created" : "changed";
}

function reasonOf(side: Side): string | undefined {
  return side.kind === "text" || side.kind === "absent" ? undefined : REASONS[side.kind];
}

function plainLines(side: Side): readonly string[] {
  return side.kind === "text" ? side.lines : [];
}
