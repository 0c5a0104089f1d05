import path from "node:path";
import { listFiles } from "../files/listFiles";
import { inParallel } from "../sessions/inParallel";
import { type DiskFile, lookAt, readFileState } from "./fileState";
import { PackFile, type PackPlace } from "./packFile";
import { isSameStamp, type Stamp } from "./stamp";

/** Of a folder with more files only those are watched that a tool has named. */
const MOST_FILES = 20_000;
/** Bytes of text that are kept of a folder. */
const MOST_BYTES = 128 * 1024 * 1024;
/** A larger file is seen to change, but its text before is not kept. */
const MOST_KEPT = 1024 * 1024;
/** Older texts of one file that can still be asked for: of a buffer that has not caught up. */
const MOST_VERSIONS = 4;
const AT_ONCE = 16;

/** A file as it was at one look. Without `place` its text is not kept. */
interface Version {
  readonly stamp: Stamp;
  readonly mode?: number;
  readonly place?: PackPlace;
}

/** A file as it was. */
export interface Before {
  readonly stamp: Stamp;
  readonly mode?: number;
  /** Absent: not kept. */
  readonly bytes?: Buffer;
}

/** A file at a look, and at the last one before: `before` is absent where it was not there or never looked at. */
export interface Look {
  readonly file: string;
  readonly before?: Before;
  readonly now: DiskFile;
  readonly isChanged: boolean;
}

/**
 * All files of a folder (but the ignored ones), and those elsewhere that a tool has named, as they were: tells what a
 * shell command changed, and the text before.
 */
export class Baseline {
  readonly #cwd: string;
  readonly #mostFiles: number;
  readonly #pack: PackFile;
  /** Of each file, the newest first. */
  readonly #versions = new Map<string, Version[]>();
  #isComplete = false;
  #isTooLarge = false;

  /** @param cwd without links in it. @param folder where the texts are kept. */
  constructor(cwd: string, folder: string, mostFiles = MOST_FILES) {
    this.#cwd = cwd;
    this.#mostFiles = mostFiles;
    this.#pack = new PackFile(folder);
  }

  /** Looks at every file, and hands over those that changed. The first time there is nothing to compare with. */
  async lookAtAll(take: (look: Look) => Promise<void>): Promise<void> {
    const found = await this.#list();
    const files = [...new Set([...(found ?? []), ...this.#versions.keys()])];
    const stamps = await inParallel(files, AT_ONCE, lookAt);
    const different = files.filter((file, i) => !this.#isNewest(file, stamps[i]));
    await inParallel(different, AT_ONCE, async (file) => {
      const look = await this.lookAt(file);
      if (look.isChanged) await take(look);
    });
    this.#isComplete = found !== undefined;
  }

  /** Looks at one file. */
  async lookAt(file: string): Promise<Look> {
    const last = this.#versions.get(file)?.[0];
    const now = await readFileState(file);
    const isTold = last !== undefined || this.#isComplete;
    if (last === undefined) {
      await this.#keep(file, now);
      return { file, now, isChanged: isTold && isThere(now) };
    }
    if (isThere(now) && isSameStamp(last.stamp, now.stamp)) return { file, now, before: last, isChanged: false };
    const bytes = last.place && (await this.#pack.get(last.place));
    await this.#keep(file, now);
    // Written again with the same text: nothing but the time has changed.
    const isChanged = !(now.kind === "file" && bytes?.equals(now.bytes) === true);
    return { file, now, isChanged, before: { ...last, ...(bytes && { bytes }) } };
  }

  /** The text that a file had when its stamp was this one. */
  async textAt(file: string, stamp: Stamp): Promise<Buffer | undefined> {
    const version = this.#versions.get(file)?.find((each) => isSameStamp(each.stamp, stamp));
    return version?.place && this.#pack.get(version.place);
  }

  close(): void {
    this.#pack.close();
  }

  /** @param now undefined: there is no file. */
  #isNewest(file: string, now: Stamp | undefined): boolean {
    const newest = this.#versions.get(file)?.[0];
    if (newest === undefined || now === undefined) return newest === now;
    return isSameStamp(newest.stamp, now);
  }

  async #keep(file: string, now: DiskFile): Promise<void> {
    if (!isThere(now)) {
      this.#versions.delete(file);
      return;
    }
    const isKept = now.kind === "file" && now.bytes.length <= MOST_KEPT && this.#pack.size < MOST_BYTES;
    const mode = now.kind === "file" ? { mode: now.mode } : {};
    const version = { stamp: now.stamp, ...mode, ...(isKept && { place: await this.#pack.add(now.bytes) }) };
    const older = this.#versions.get(file) ?? [];
    this.#versions.set(file, [version, ...older].slice(0, MOST_VERSIONS));
  }

  /** Undefined when there are too many. */
  async #list(): Promise<string[] | undefined> {
    if (this.#isTooLarge) return undefined;
    const names = new Set<string>();
    await listFiles(this.#cwd, (found) => {
      for (const name of found) if (!name.endsWith("/")) names.add(path.join(this.#cwd, name));
      return names.size <= this.#mostFiles;
    });
    this.#isTooLarge = names.size > this.#mostFiles;
    return this.#isTooLarge ? undefined : [...names];
  }
}

function isThere(now: DiskFile): now is Extract<DiskFile, { stamp: Stamp }> {
  return now.kind === "file" || now.kind === "large";
}
