import { open, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Attachment } from "../composeContract";
import { PiError } from "../errors";
import type { ImageContent } from "../pi/protocol";
import { formatBytes } from "../view/format";
import { HEAD_BYTES, imageTypeOf } from "./imageType";

/** pi 1.x makes an image smaller until the model takes it; larger files than this are not worth its time. */
export const MOST_BYTES = 20 * 1024 * 1024;
/** An older pi sends an image as it is, and Anthropic's API takes 5 MB of base64: 3.75 MB of bytes. */
export const MOST_BYTES_UNCHANGED = 3.75 * 1024 * 1024;

/** Looks at an image without reading all of it. @throws PiError with one sentence when it cannot be sent. */
export async function describeImage(file: string): Promise<Attachment> {
  const bytes = await sizeOf(file);
  const mimeType = imageTypeOf(await headOf(file));
  if (mimeType === undefined) throw new PiError("invalid", `${file} is no PNG, JPEG, GIF or WebP image.`);
  checkSize(file, bytes, MOST_BYTES);
  return { path: file, label: `${path.basename(file)} ${formatBytes(bytes)}`, mimeType, bytes };
}

/** The image as pi takes it. @throws PiError with one sentence when it cannot be sent any more. */
export async function readImage({ path: file }: Attachment): Promise<ImageContent> {
  await describeImage(file);
  const data = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error);
  });
  const mimeType = imageTypeOf(data);
  if (mimeType === undefined) throw new PiError("invalid", `${file} has changed and is no image any more.`);
  return { type: "image", mimeType, data: data.toString("base64") };
}

/** @throws PiError when an image is larger than `most` bytes. */
export function checkSize(name: string, bytes: number, most: number): void {
  if (bytes <= most) return;
  const sizes = `${formatBytes(bytes)}; at most ${formatBytes(most)} can be sent`;
  throw new PiError("invalid", `${name} is too large (${sizes}): make it smaller.`);
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new PiError("invalid", `${file} is no file.`);
    return found.size;
  } catch (error) {
    throw error instanceof PiError ? error : unreadable(file, error as NodeJS.ErrnoException);
  }
}

async function headOf(file: string): Promise<Uint8Array> {
  try {
    const handle = await open(file, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(file, error as NodeJS.ErrnoException);
  }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): PiError {
  if (code === "ENOENT") return new PiError("invalid", `There is no file ${file}.`);
  return new PiError("invalid", `${file} cannot be read: ${message}.`);
}
