import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { inParallel } from "../sessions/inParallel";

/** Bytes that all kept texts may take; the oldest go first. */
const MOST_BYTES = 256 * 1024 * 1024;
/** A text in use is marked as such again only after this time. */
const TOUCH_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 8;

/** Texts of files by what is in them, each kept once: `<folder>/ab/cdef…`. Any number of editors may write at once. */
export class BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns the name under which `get` has it, also after a restart. */
  async put(bytes: Buffer): Promise<string> {
    const name = createHash("sha256").update(bytes).digest("hex");
    const file = this.#file(name);
    const known = await stat(file).catch(() => undefined);
    if (known?.size === bytes.length) {
      if (Date.now() - known.mtimeMs > TOUCH_MS) await utimes(file, new Date(), new Date()).catch(() => undefined);
      return name;
    }
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, file);
    return name;
  }

  /** Undefined when it is no longer kept. */
  get(name: string): Promise<Buffer | undefined> {
    return readFile(this.#file(name)).catch(() => undefined);
  }

  /** Drops the oldest until the rest fits. */
  async trim(most = MOST_BYTES): Promise<void> {
    const folders = await readdir(this.#folder).catch(() => []);
    const names = (await inParallel(folders, AT_ONCE, (folder) => this.#list(folder))).flat();
    const found = (await inParallel(names, AT_ONCE, measure)).filter((entry) => entry !== undefined);
    found.sort((one, other) => other.at - one.at);
    let total = 0;
    const old = found.filter(({ size }) => (total += size) > most);
    await inParallel(old, AT_ONCE, ({ file }) => rm(file, { force: true }));
  }

  async #list(folder: string): Promise<string[]> {
    const names = await readdir(path.join(this.#folder, folder)).catch(() => []);
    return names.map((name) => path.join(this.#folder, folder, name));
  }

  #file(name: string): string {
    return path.join(this.#folder, name.slice(0, 2), name.slice(2));
  }
}

async function measure(file: string): Promise<{ file: string; size: number; at: number } | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found && { file, size: found.size, at: found.mtimeMs };
}
