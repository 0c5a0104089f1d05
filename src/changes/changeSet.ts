import type { BlobStore } from "./blobStore";
import { decode, formatOf, splitLines } from "./bufferText";
import { type DiskFile, isBinary, readFileState } from "./fileState";
import { diffLines, type LineHunk } from "./lineDiff";
import type { ChangeRecord, KeptState } from "./record";
import { isSameStamp } from "./stamp";

/** A text, or why there is none to show: binary, too large, not a file, or no longer kept. */
export type Side =
  | { readonly kind: "text"; readonly bytes: Buffer; readonly lines: readonly string[] }
  | { readonly kind: "binary"; readonly bytes: Buffer }
  | { readonly kind: "absent" | "large" | "other" | "lost" };

/** A file that was changed in a span: as it was before the first change, and as it is on disk now. */
export interface FileChange {
  readonly file: string;
  readonly before: Side;
  readonly now: Side;
  /** Between both; none where a side is neither a text nor absent. */
  readonly hunks: readonly LineHunk[];
  /** Somebody else has changed it since the agent's last change. */
  readonly isTouchedSince: boolean;
  /** The calls that did it, oldest first. */
  readonly records: readonly ChangeRecord[];
}

/** What became of each file that these records (oldest first) are of; one that is as it was before is left out. */
export async function changesOf(records: readonly ChangeRecord[], blobs: BlobStore): Promise<FileChange[]> {
  const byFile = new Map<string, ChangeRecord[]>();
  for (const record of records) {
    const known = byFile.get(record.file);
    if (known === undefined) byFile.set(record.file, [record]);
    else known.push(record);
  }
  const changes: FileChange[] = [];
  for (const [file, own] of byFile) {
    const change = await changeOf(file, own, blobs);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

async function changeOf(file: string, records: ChangeRecord[], blobs: BlobStore): Promise<FileChange | undefined> {
  const before = await keptSide((records[0] as ChangeRecord).before, blobs);
  const last = (records.at(-1) as ChangeRecord).after;
  const disk = await readFileState(file);
  const now: Side = disk.kind === "file" ? textSide(disk.bytes) : { kind: disk.kind };
  if (isSameSide(before, now)) return undefined;
  const isTouchedSince = !(await isStill(last, disk, blobs));
  return { file, before, now, hunks: hunksOf(before, now), isTouchedSince, records };
}

/** Whether a file is as the agent's last change left it. */
async function isStill(last: KeptState, disk: DiskFile, blobs: BlobStore): Promise<boolean> {
  if (last.kind !== "file" || disk.kind === "absent" || disk.kind === "other") return last.kind === disk.kind;
  if (isSameStamp(last.stamp, disk.stamp)) return true;
  const kept = last.blob === undefined ? undefined : await blobs.get(last.blob);
  return disk.kind === "file" && kept?.equals(disk.bytes) === true;
}

export async function keptSide(state: KeptState, blobs: BlobStore): Promise<Side> {
  if (state.kind !== "file") return { kind: state.kind };
  if (state.blob === undefined) return { kind: "large" };
  const bytes = await blobs.get(state.blob);
  return bytes === undefined ? { kind: "lost" } : textSide(bytes);
}

export function textSide(bytes: Buffer): Side {
  if (isBinary(bytes)) return { kind: "binary", bytes };
  const text = decode(bytes, "utf-8")?.text ?? bytes.toString("latin1");
  return { kind: "text", bytes, lines: splitLines(text, formatOf(text) ?? "unix").lines };
}

export function hunksOf(before: Side, now: Side): readonly LineHunk[] {
  if (!isComparable(before) || !isComparable(now)) return [];
  return diffLines(linesOf(before), linesOf(now));
}

function isComparable(side: Side): boolean {
  return side.kind === "text" || side.kind === "absent";
}

function linesOf(side: Side): readonly string[] {
  return side.kind === "text" ? side.lines : [];
}

function isSameSide(one: Side, other: Side): boolean {
  if ("bytes" in one && "bytes" in other) return one.bytes.equals(other.bytes);
  return one.kind === other.kind && one.kind === "absent";
}
