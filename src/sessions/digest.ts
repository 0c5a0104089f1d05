/**
 * What a list says about a session, from the lines of its file: as few of them are parsed as will do. Any line may be
 * torn, or made by something that is not pi.
 */
import { textOf } from "../agent/content";
import { oneLine } from "../view/controls";

export interface SessionHeader {
  readonly id: string;
  readonly cwd: string;
  /** When it began, Unix milliseconds. */
  readonly created: number | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Characters of a prompt or a reply that a list shows. */
const SHOWN_LENGTH = 200;
/** Bytes at both ends of a line in which pi writes what is looked for: kind and role in front, usage at the back. */
const FRONT_BYTES = 400;
const BACK_BYTES = 1200;

/** Reads a session line by line, from its first line on. */
export class Digest {
  header: SessionHeader | undefined;
  /** The first line that could be read was no session's. */
  isForeign = false;
  name: string | undefined;
  first: string | undefined;
  model: string | undefined;
  cost = 0;
  messages = 0;
  /** The newest line that may hold the end of the conversation; read when it is asked for. */
  #last: Buffer | undefined;
  #lastText: string | undefined;

  /** Takes the next line. It is copied where it is kept. */
  add(line: Buffer): void {
    if (this.isForeign) return;
    if (this.header === undefined) {
      this.#addHeader(line);
      return;
    }
    const front = line.toString("latin1", 0, FRONT_BYTES);
    const role = /^\{"type":"message",[^{]*"message":\{"role":"(\w+)"/.exec(front)?.[1];
    if (role !== undefined) this.#addMessage(role, line);
    else this.#addOther(line);
  }

  /** The last line of what was said last. */
  get last(): string | undefined {
    if (this.#last !== undefined) this.#lastText = lastLine(messageText(parseLine(this.#last)?.message));
    this.#last = undefined;
    return this.#lastText;
  }

  #addHeader(line: Buffer): void {
    const entry = parseLine(line);
    if (entry === undefined) return;
    this.header = headerOf(entry);
    this.isForeign = this.header === undefined;
  }

  #addMessage(role: string, line: Buffer): void {
    this.messages++;
    if (role === "assistant") this.#addReply(line);
    else if (role === "user") {
      this.first ??= firstLine(messageText(parseLine(line)?.message));
      this.#last = Buffer.from(line);
    }
  }

  #addReply(line: Buffer): void {
    const back = line.toString("latin1", Math.max(0, line.length - BACK_BYTES));
    const model = [...back.matchAll(/"model":"([^"\\]*)"/g)].at(-1)?.[1];
    const cost = /"cost":\{[^{}]*"total":([\d.eE+-]+)[^{}]*\}/.exec(back)?.[1];
    const message = model === undefined || cost === undefined ? parseLine(line)?.message : undefined;
    this.model = model ?? stringOf((message as Json | undefined)?.model) ?? this.model;
    this.cost += cost !== undefined ? numberOf(Number(cost)) : costOf(message);
    // A reply of tool calls alone says nothing.
    if (line.includes('"type":"text"')) this.#last = Buffer.from(line);
  }

  #addOther(line: Buffer): void {
    const entry = parseLine(line);
    if (entry === undefined) return;
    if (entry.type === "session_info") this.name = stringOf(entry.name)?.trim() || undefined;
    else if (entry.type === "message") this.#addMessage(String((entry.message as Json | undefined)?.role), line);
    else this.cost += costOf(entry);
  }
}

export function headerOf(entry: Json): SessionHeader | undefined {
  const { type, id, cwd, timestamp } = entry;
  if (type !== "session" || typeof id !== "string") return undefined;
  const created = Date.parse(String(timestamp));
  return { id, cwd: stringOf(cwd) ?? "", created: Number.isNaN(created) ? undefined : created };
}

/** A line as the object it should be, else undefined. */
export function parseLine(line: Buffer): Json | undefined {
  try {
    const value: unknown = JSON.parse(line.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function messageText(message: unknown): string {
  const content = (message as Json | undefined)?.content;
  return textOf(content as Parameters<typeof textOf>[0]);
}

function firstLine(text: string): string | undefined {
  const line =
    text
      .trimStart()
      .slice(0, SHOWN_LENGTH * 4)
      .split(/\r?\n/, 1)[0] ?? "";
  return line.trim() === "" ? undefined : oneLine(line.trimEnd(), SHOWN_LENGTH);
}

function lastLine(text: string): string | undefined {
  const line =
    text
      .trimEnd()
      .slice(-SHOWN_LENGTH * 4)
      .split(/\r?\n/)
      .at(-1)
      ?.trim() ?? "";
  return line === "" ? undefined : oneLine(line, SHOWN_LENGTH);
}

function costOf(value: unknown): number {
  const usage = (value as { usage?: { cost?: { total?: unknown } } } | undefined)?.usage;
  return numberOf(usage?.cost?.total);
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function stringOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
