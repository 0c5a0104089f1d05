import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImageInfo } from "../agent/blocks";

/** Whatever else an image says it is, it gets no extension that a desktop would run. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/bmp": "bmp",
};

/** Images as files for other programs to show: in a folder that only the user can read, gone with the host. */
export class ImageFiles {
  #folder: string | undefined;
  readonly #paths = new Map<ImageInfo, string>();

  /** @returns the file's path; undefined for a kind of image that is not shown. */
  async write(image: ImageInfo): Promise<string | undefined> {
    const known = this.#paths.get(image);
    if (known !== undefined) return known;
    const extension = Object.hasOwn(EXTENSIONS, image.mimeType) ? EXTENSIONS[image.mimeType] : undefined;
    if (extension === undefined) return undefined;
    this.#folder ??= mkdtempSync(join(tmpdir(), "pi-nvim-images-"));
    const path = join(this.#folder, `${this.#paths.size + 1}.${extension}`);
    this.#paths.set(image, path);
    await writeFile(path, Buffer.from(image.data, "base64"), { mode: 0o600 });
    return path;
  }

  /** Synchronous: also for the end of the process. */
  removeAll(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
    this.#paths.clear();
  }
}
