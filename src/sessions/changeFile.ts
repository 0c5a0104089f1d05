/** What may be done to a session that no pi of ours has open. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { PiError } from "../errors";
import { parseLine } from "./digest";

/** A trash program asks nothing and takes no time; one that does neither is not waited for. */
const TRASH_MS = 5000;
/** The last line of a session is looked for in so much of its end. */
const TAIL_BYTES = 1024 * 1024;

/** Moves a session into the trash where the machine has the `trash` program, as pi does; else removes it. */
export async function deleteSession(file: string): Promise<{ trashed: boolean }> {
  if (await toTrash(file)) return { trashed: true };
  try {
    await unlink(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      throw new PiError("refused", `${file} cannot be deleted: ${(error as Error).message}.`);
  }
  return { trashed: false };
}

/** Gives a session a name, the way pi itself writes it: one more line at the end. */
export async function renameSession(file: string, name: string): Promise<void> {
  const handle = await open(file, "r+").catch((error: Error) => {
    throw new PiError("refused", `${file} cannot be renamed: ${error.message}.`);
  });
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    const tail = buffer.subarray(0, bytesRead);
    const entry = {
      type: "session_info",
      id: randomBytes(4).toString("hex"),
      parentId: lastId(tail),
      timestamp: new Date().toISOString(),
      name,
    };
    const isTorn = tail.length > 0 && tail.at(-1) !== 0x0a;
    await handle.write(`${isTorn ? "\n" : ""}${JSON.stringify(entry)}\n`, size);
  } finally {
    await handle.close();
  }
}

function lastId(tail: Buffer): string | null {
  for (const line of tail.toString("utf8").split("\n").reverse()) {
    const entry = parseLine(Buffer.from(line));
    if (entry !== undefined && entry.type !== "session" && typeof entry.id === "string") return entry.id;
  }
  return null;
}

function toTrash(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("trash", [file], { stdio: "ignore", timeout: TRASH_MS });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}
