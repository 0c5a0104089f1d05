import type { Logger } from "../log";
import type { Before, Look } from "./baseline";
import type { BlobStore } from "./blobStore";
import { type DiskFile, isBinary } from "./fileState";
import type { ChangeRecord, KeptState } from "./record";

/** For whom and by what something was changed. */
export type Cause = Pick<ChangeRecord, "prompt" | "promptText" | "run" | "tool" | "callId">;

/** `before` undefined: it was not there. */
export interface Changed extends Pick<Look, "file" | "now"> {
  readonly before?: Before | undefined;
}

/** Keeps both texts of what changed. */
export class ChangeRecorder {
  readonly #blobs: BlobStore;
  readonly #logger: Logger;

  constructor(blobs: BlobStore, logger: Logger) {
    this.#blobs = blobs;
    this.#logger = logger;
  }

  async record(look: Changed, cause: Cause): Promise<ChangeRecord> {
    const before = await this.#keepBefore(look.before);
    const after = await this.#keepNow(look.now);
    return { file: look.file, before, after, at: Date.now(), ...cause };
  }

  async #keepBefore(before: Before | undefined): Promise<KeptState> {
    if (before === undefined) return { kind: "absent" };
    const { stamp, bytes, mode } = before;
    const known = { kind: "file" as const, stamp, ...(mode !== undefined && { mode }) };
    if (bytes === undefined) return { ...known, isBinary: false };
    return { ...known, isBinary: isBinary(bytes), ...(await this.#put(bytes)) };
  }

  async #keepNow(now: DiskFile): Promise<KeptState> {
    switch (now.kind) {
      case "absent":
      case "other":
        return { kind: now.kind };
      case "large":
        return { kind: "file", stamp: now.stamp, isBinary: false };
      case "file":
        return {
          kind: "file",
          stamp: now.stamp,
          mode: now.mode,
          isBinary: isBinary(now.bytes),
          ...(await this.#put(now.bytes)),
        };
    }
  }

  /** A full disk must not end anything but the keeping. */
  async #put(bytes: Buffer): Promise<{ blob?: string }> {
    try {
      return { blob: await this.#blobs.put(bytes) };
    } catch (error) {
      this.#logger.warn("the text of a changed file was not kept", error);
      return {};
    }
  }
}
