import { randomUUID } from "node:crypto";
import { close as closeFile, mkdirSync, openSync, read, readdirSync, rmSync, unlinkSync, write } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { isProcessAlive } from "../processes";

const readAt = promisify(read);
const writeAt = promisify(write);
const NAME = /^baseline-(\d+)-/;

/** Where a text is in the pack. */
export interface PackPlace {
  readonly at: number;
  readonly size: number;
}

/** Texts of many files in one file on disk, for as long as this process lives. */
export class PackFile {
  readonly #file: string;
  readonly #handle: number;
  #end = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeLeftOver(folder);
    this.#file = path.join(folder, `baseline-${process.pid}-${randomUUID()}`);
    this.#handle = openSync(this.#file, "wx+", 0o600);
    // An open file needs no name: it goes with the process, however that ends. Windows keeps it until then.
    if (process.platform !== "win32") unlinkSync(this.#file);
  }

  get size(): number {
    return this.#end;
  }

  async add(bytes: Buffer): Promise<PackPlace> {
    const place = { at: this.#end, size: bytes.length };
    this.#end += bytes.length;
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await writeAt(this.#handle, bytes, done, bytes.length - done, place.at + done);
      done += bytesWritten;
    }
    return place;
  }

  async get({ at, size }: PackPlace): Promise<Buffer | undefined> {
    const bytes = Buffer.alloc(size);
    for (let done = 0; done < size; ) {
      const { bytesRead } = await readAt(this.#handle, bytes, done, size - done, at + done);
      if (bytesRead === 0) return undefined;
      done += bytesRead;
    }
    return bytes;
  }

  close(): void {
    closeFile(this.#handle, () => undefined);
    rmSync(this.#file, { force: true });
  }
}

/** Those of processes that were killed. */
function removeLeftOver(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid > 0 && !isProcessAlive(pid)) rmSync(path.join(folder, name), { force: true });
  }
}
