import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { textOf } from "../agent/content";
import { splitContext } from "../view/contextChips";
import type { PromptEntry } from "./promptStore";

/** Only the newest sessions, and only the end of each: this runs at a key press. */
const SESSIONS = 10;
const TAIL_BYTES = 256 * 1024;

/** What the user said in pi's newest sessions in this folder, from a terminal too, oldest first. */
export async function readSessionPrompts(folder: string): Promise<PromptEntry[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".jsonl"));
  // pi's names begin with the time.
  const newest = names.sort().slice(-SESSIONS);
  const sessions = newest.map((name) => readTail(path.join(folder, name)).catch(() => ""));
  const lines = (await Promise.all(sessions)).flatMap((text) => text.split("\n"));
  return lines.flatMap(parseLine).sort((one, other) => one.at - other.at);
}

async function readTail(file: string): Promise<string> {
  const { size } = await stat(file);
  const start = Math.max(0, size - TAIL_BYTES);
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    const text = buffer.toString("utf8", 0, bytesRead);
    return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
  } finally {
    await handle.close();
  }
}

interface MessageLine {
  readonly type?: unknown;
  readonly timestamp?: unknown;
  readonly message?: { readonly role?: unknown; readonly content?: string; readonly timestamp?: unknown };
}

function parseLine(line: string): PromptEntry[] {
  // Most lines are replies and tool results: they need no parsing.
  if (!line.includes('"role":"user"')) return [];
  try {
    const { type, message, timestamp } = JSON.parse(line) as MessageLine;
    if (type !== "message" || message?.role !== "user") return [];
    const text = splitContext(textOf(message.content)).lines.join("\n").trim();
    const at = typeof message.timestamp === "number" ? message.timestamp : Date.parse(String(timestamp));
    return text === "" || Number.isNaN(at) ? [] : [{ at, text }];
  } catch {
    return [];
  }
}
