import type { ChangedFile } from "../changeContract";
import type { BlobStore } from "./blobStore";
import { hunksOf, keptSide } from "./changeSet";
import type { ChangeRecord } from "./record";

/** What Neovim is told of new records. A file that is gone and came up elsewhere with the same text was renamed. */
export async function describeChanges(records: readonly ChangeRecord[], blobs: BlobStore): Promise<ChangedFile[]> {
  const created = new Map<string, ChangeRecord>();
  for (const record of records) if (isCreated(record)) created.set(textOf(record.after) ?? "", record);
  const files: ChangedFile[] = [];
  for (const record of records) {
    const { file, before, after, tool } = record;
    if (after.kind !== "file") {
      const to = created.get(textOf(before) ?? "-")?.file;
      files.push({
        path: file,
        tool,
        hunks: [],
        ...(to === undefined ? { kind: "deleted" } : { kind: "renamed", to }),
      });
    } else {
      const hunks = hunksOf(await keptSide(before, blobs), await keptSide(after, blobs));
      files.push({ path: file, tool, hunks, kind: before.kind === "file" ? "changed" : "created" });
    }
  }
  return files;
}

function isCreated({ before, after }: ChangeRecord): boolean {
  return before.kind === "absent" && after.kind === "file" && after.blob !== undefined;
}

function textOf(state: ChangeRecord["before"]): string | undefined {
  return state.kind === "file" ? state.blob : undefined;
}
