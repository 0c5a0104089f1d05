/** What the user has accepted: kept with the record of the session, and so also there after a restart. */
import type { ChangeLog } from "./changeLog";
import type { FileChange } from "./changeSet";
import type { Subject } from "./journal";
import type { ChangeRecord, Judgement } from "./record";

/** The lines that count as judged, or (no text) what the file was then. */
export type Accepted = { readonly lines: readonly string[] } | { readonly digest: string };

/** Undefined also where the lines are not kept any more: then nothing counts as judged. */
export async function acceptedOf(change: FileChange, log: ChangeLog): Promise<Accepted | undefined> {
  const { accepted } = log.judgementOf(subjectOf(change)) ?? {};
  if (accepted === undefined || "digest" in accepted) return accepted;
  const text = await log.blobs.get(accepted.blob);
  return text && { lines: JSON.parse(text.toString("utf8")) as string[] };
}

/** @param accepted undefined: nothing counts as judged any more. */
export async function judge(change: FileChange, accepted: Accepted | undefined, log: ChangeLog): Promise<void> {
  const subject = subjectOf(change);
  if (accepted !== undefined) await log.judge({ ...subject, accepted: await kept(accepted, log) });
  else if (log.judgementOf(subject) !== undefined) await log.judge(subject);
}

async function kept(accepted: Accepted, log: ChangeLog): Promise<NonNullable<Judgement["accepted"]>> {
  if ("digest" in accepted) return accepted;
  return { blob: await log.blobs.put(Buffer.from(JSON.stringify(accepted.lines))) };
}

/** The same text from before is the same thing to judge, whichever span it is in. */
function subjectOf({ file, records }: FileChange): Subject {
  const { before } = records[0] as ChangeRecord;
  return { file, before: before.kind === "file" ? (before.blob ?? "") : before.kind };
}
