import { type FileHandle, open } from "node:fs/promises";
import { Digest } from "./digest";
import { LineSplitter } from "./lineSplitter";

/** One session in a list. What is not known yet, or not there, is absent. */
export interface SessionRow {
  readonly path: string;
  readonly id: string;
  /** The folder that pi worked in. */
  readonly cwd: string;
  readonly name?: string;
  /** First line of the first prompt. */
  readonly first?: string;
  /** Last line of what was said last. */
  readonly last?: string;
  /** When the file was last written to, Unix milliseconds. */
  readonly modified: number;
  /** As pi counts: everything that was said, by tools as well. */
  readonly messages?: number;
  readonly model?: string;
  /** US dollars. */
  readonly cost?: number;
}

/** A file that is no session, or that cannot be read as one: why. */
export interface Skipped {
  readonly skipped: string;
}

/** A file as the folder lists it. */
export interface SessionFile {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

const CHUNK_BYTES = 256 * 1024;
/** Read from both ends of a file for the first look. */
const END_BYTES = 64 * 1024;
/** Lines longer than this are pictures or dumps: only counted as too long. */
const LINE_BYTES = 16 * 1024 * 1024;
/** Files beyond this are shown from their ends only. */
const WHOLE_BYTES = 256 * 1024 * 1024;

/** What the beginning and the end of a file tell: a bounded piece of work, however long the file is. */
export async function readEnds(file: SessionFile): Promise<SessionRow | Skipped> {
  if (file.size === 0) return { skipped: "it is empty" };
  return withFile(file.path, async (handle) => {
    const digest = new Digest();
    const splitter = new LineSplitter((line) => digest.add(line), LINE_BYTES);
    await readRange(handle, 0, Math.min(END_BYTES, file.size), (chunk) => splitter.push(chunk));
    if (file.size <= END_BYTES) {
      splitter.end();
      return rowOf(file, digest, true);
    }
    if (digest.header === undefined && !digest.isForeign) return { skipped: "it does not begin as a session" };
    await readTail(handle, file, digest);
    return rowOf(file, digest, false);
  });
}

/** Reads all of a file. */
export async function readWhole(file: SessionFile): Promise<SessionRow | Skipped> {
  return withFile(file.path, async (handle) => {
    const digest = new Digest();
    const splitter = new LineSplitter((line) => digest.add(line), LINE_BYTES);
    await readRange(handle, 0, file.size, (chunk) => splitter.push(chunk));
    splitter.end();
    return rowOf(file, digest, true);
  });
}

/** Whether the ends tell less than all of the file would. */
export function needsWhole(file: SessionFile): boolean {
  return file.size > END_BYTES && file.size <= WHOLE_BYTES;
}

export function isSkipped(result: SessionRow | Skipped): result is Skipped {
  return "skipped" in result;
}

async function readTail(handle: FileHandle, file: SessionFile, digest: Digest): Promise<void> {
  let isWhole = false;
  const splitter = new LineSplitter((line) => {
    // The first line is the rest of one that began before.
    if (isWhole) digest.add(line);
    isWhole = true;
  }, LINE_BYTES);
  const from = Math.max(END_BYTES, file.size - END_BYTES);
  await readRange(handle, from, file.size, (chunk) => splitter.push(chunk));
  splitter.end();
}

async function readRange(handle: FileHandle, from: number, to: number, take: (chunk: Buffer) => void): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(1, to - from)));
  for (let at = from; at < to; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, to - at), at);
    if (bytesRead === 0) return;
    take(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

async function withFile<T>(path: string, use: (handle: FileHandle) => Promise<T>): Promise<T | Skipped> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, "r");
    return await use(handle);
  } catch (error) {
    return { skipped: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? error})` };
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

function rowOf(file: SessionFile, digest: Digest, isWhole: boolean): SessionRow | Skipped {
  const { header, name, first, last, model, messages, cost } = digest;
  if (header === undefined) return { skipped: digest.isForeign ? "it is no session of pi" : "it has no readable line" };
  return {
    path: file.path,
    id: header.id,
    cwd: header.cwd,
    modified: file.modified,
    ...(name !== undefined && { name }),
    ...(first !== undefined && { first }),
    ...(last !== undefined && { last }),
    ...(model !== undefined && { model }),
    ...(isWhole && { messages, cost }),
  };
}
