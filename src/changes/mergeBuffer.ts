import type { FileFormat } from "./bufferText";
import type { Span } from "./changeLog";
import { changesOf, type Side, textSide } from "./changeSet";
import type { ChangeTracker } from "./changeTracker";
import { readFileState } from "./fileState";
import { type Conflict, merge } from "./merge";
import { linesOf } from "./review";
import { isSameStamp, type Stamp } from "./stamp";

/** A buffer with changes that are not in its file. */
export interface UnsavedBuffer {
  readonly path: string;
  /** Of the text that it was read from, where that is known. */
  readonly stamp?: Stamp | undefined;
  readonly encoding: string;
  readonly format: FileFormat;
  readonly lines: readonly string[];
}

export interface BufferMerge {
  /** What the buffer was read from, and what is on disk. */
  readonly base: readonly string[];
  readonly theirs: readonly string[];
  /** Both, with markers around what does not go together. */
  readonly lines: readonly string[];
  readonly conflicts: readonly Conflict[];
  /** Of what is on disk. */
  readonly stamp: Stamp;
}

const NOT_MERGED = "has unsaved changes that are not merged with pi's: :PiReview does it";
const LABELS = { mine: "yours, not saved", base: "before", theirs: "pi's, on disk" };

/** What the user has typed and what the agent has made of the file, from the text that both started from. */
export async function mergeBuffer(
  buffer: UnsavedBuffer,
  span: Span,
  tracker: ChangeTracker,
): Promise<BufferMerge | { reason: string }> {
  const disk = await readFileState(buffer.path);
  if (disk.kind !== "file")
    return { reason: disk.kind === "absent" ? "it is not on disk any more" : "it cannot be read" };
  const theirs = linesOf(textSide(disk.bytes), buffer.encoding);
  const base = linesOf(await baseOf(buffer, span, tracker), buffer.encoding);
  if ("reason" in theirs) return theirs;
  if ("reason" in base) return base;
  const { lines, conflicts } = merge(base.lines, buffer.lines, theirs.lines, LABELS);
  return { base: base.lines, theirs: theirs.lines, lines, conflicts, stamp: disk.stamp };
}

/**
 * The buffer without what the agent has changed in a span: only where it comes from what is on disk, that is still the
 * agent's text, and the user has changed other lines.
 */
export async function putBackInBuffer(
  buffer: UnsavedBuffer,
  span: Span,
  tracker: ChangeTracker,
): Promise<{ lines: readonly string[] } | { reason: string }> {
  const own = tracker.log.recordsOf(span).filter(({ file }) => file === buffer.path);
  const [change] = await changesOf(own, tracker.log.blobs);
  if (change === undefined) return { reason: "is as it was before" };
  const disk = await readFileState(buffer.path);
  if (change.isTouchedSince || disk.kind !== "file") return { reason: "was changed since" };
  if (buffer.stamp === undefined || !isSameStamp(buffer.stamp, disk.stamp)) return { reason: NOT_MERGED };
  const [base, before] = [linesOf(textSide(disk.bytes), buffer.encoding), linesOf(change.before, buffer.encoding)];
  if (change.before.kind !== "text" || "reason" in base || "reason" in before) return { reason: "has unsaved changes" };
  const { lines, conflicts } = merge(base.lines, buffer.lines, before.lines, LABELS);
  return conflicts.length > 0 ? { reason: "has unsaved changes of yours in the same lines" } : { lines };
}

/** What the buffer was read from; where that is not known, what the agent found. */
async function baseOf({ path, stamp }: UnsavedBuffer, span: Span, tracker: ChangeTracker): Promise<Side> {
  const known = stamp && (await tracker.textAt(path, stamp));
  if (known !== undefined) return textSide(known);
  const own = tracker.log.recordsOf(span).filter(({ file }) => file === path);
  const [change] = await changesOf(own, tracker.log.blobs);
  return change?.before ?? { kind: "lost" };
}
