import type { BufferRead, BufferUpdate } from "../changeContract";
import { changeBuffer } from "./bufferEdits";
import type { ChangeTracker } from "./changeTracker";
import { readFileState } from "./fileState";

/** How a buffer that was read at one moment becomes what its file is now. */
export async function updateOf(read: BufferRead, tracker: ChangeTracker): Promise<BufferUpdate> {
  const now = await readFileState(read.path);
  if (now.kind === "absent") return { kind: "absent" };
  const before = now.kind === "file" ? await tracker.textAt(read.path, read.stamp) : undefined;
  if (now.kind !== "file" || before === undefined) return { kind: "reload" };
  const change = changeBuffer(before, now.bytes, read);
  return change === undefined ? { kind: "reload" } : { kind: "edits", stamp: now.stamp, ...change };
}
