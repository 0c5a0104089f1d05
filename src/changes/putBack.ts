import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { removeToTrash } from "../files/trash";
import type { BlobStore } from "./blobStore";
import type { Span } from "./changeLog";
import type { Cause } from "./changeRecorder";
import { changesOf, type FileChange } from "./changeSet";
import type { ChangeTracker } from "./changeTracker";
import type { ChangeRecord, KeptState } from "./record";

/** Names what was put back, in the record of a session. */
const PUT_BACK = "revert";

/** What became of the files of a span that was to be put back. */
export interface PutBack {
  /** Names what was done, in the record. */
  readonly callId: string;
  readonly done: readonly string[];
  /** Files that the agent had created. */
  readonly removed: readonly string[];
  /** Whether all that were removed are in the user's trash. */
  readonly isInTrash: boolean;
  /** What stays as it is, and why, e.g. `was changed since`. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  /** Those that were not touched since a buffer has unsaved changes of them. */
  readonly unsaved: readonly string[];
}

/** @param only these files, absent: all. @param unsaved files that a buffer has unsaved changes of: not touched. */
export interface PutBackOptions {
  readonly only?: readonly string[] | undefined;
  readonly unsaved: readonly string[];
}

/**
 * Puts files back to what they were before a span. A file that somebody has changed since is left alone. What is done is
 * recorded as well, so that it can be put back in turn.
 */
export async function putBack(tracker: ChangeTracker, span: Span, options: PutBackOptions): Promise<PutBack> {
  await tracker.idle();
  const { log } = tracker;
  const changes = await changesOf(log.recordsOf(span), log.blobs);
  const wanted = changes.filter(({ file }) => options.only?.includes(file) !== false);
  const callId = `${PUT_BACK}:${Date.now()}`;
  const [done, removed, unsaved]: [string[], string[], string[]] = [[], [], []];
  const refused: { path: string; reason: string }[] = [];
  let isInTrash = true;
  for (const change of wanted) {
    const { file: path, records } = change;
    const before = (records[0] as ChangeRecord).before;
    if (options.unsaved.includes(path)) {
      unsaved.push(path);
      continue;
    }
    const refusal = await refusalOf(change, log.blobs);
    const cause = { ...causeOf(records.at(-1) as ChangeRecord), tool: PUT_BACK, callId };
    const problem =
      refusal ??
      (await tracker.change(path, cause, async () => {
        isInTrash = (await restore(path, before, log.blobs)) && isInTrash;
      }));
    if (problem !== undefined) refused.push({ path, reason: problem });
    else (before.kind === "absent" ? removed : done).push(path);
  }
  return { callId, done, removed, isInTrash, refused, unsaved };
}

/** What was put back last, as a span of its own. */
export function lastPutBack(records: readonly ChangeRecord[]): Span | undefined {
  const last = records.findLast(({ tool }) => tool === PUT_BACK);
  return last && { callId: last.callId };
}

async function refusalOf(change: FileChange, blobs: BlobStore): Promise<string | undefined> {
  const { before } = change.records[0] as ChangeRecord;
  if (change.isTouchedSince) return "was changed since";
  if (before.kind === "other" || change.now.kind === "other") return "is no plain file";
  if (before.kind === "absent") return undefined;
  if (before.blob === undefined) return "was too large for its text to be kept";
  return (await blobs.get(before.blob)) === undefined ? "has no text from before any more" : undefined;
}

function causeOf({ prompt, promptText, run }: ChangeRecord): Omit<Cause, "tool" | "callId"> {
  return { prompt, promptText, run };
}

/** @returns false for a file that was deleted for good. */
async function restore(file: string, state: KeptState, blobs: BlobStore): Promise<boolean> {
  if (state.kind !== "file") return removeToTrash(file);
  const bytes = state.blob === undefined ? undefined : await blobs.get(state.blob);
  if (bytes === undefined) throw new Error("its text from before is not kept");
  await mkdir(path.dirname(file), { recursive: true });
  // In place: links to it and its owner stay. The mode counts for a file that was gone, and may be narrowed by the umask.
  await writeFile(file, bytes, state.mode === undefined ? {} : { mode: state.mode });
  if (state.mode !== undefined) await chmod(file, state.mode);
  return true;
}
