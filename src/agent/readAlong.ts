import { createReadStream, unwatchFile, watchFile } from "node:fs";
import type { SessionEntry } from "../pi/protocol";
import { parseLine } from "../sessions/digest";
import { LineSplitter } from "../sessions/lineSplitter";
import type { Conversation } from "./conversation";
import { addEntry, showHistory } from "./history";
import type { Reducer } from "./reducer";

const LOOK_MS = 500;
const LINE_BYTES = 64 * 1024 * 1024;

/** Shows a session from its file, without a pi, and goes on as another pi writes to it. */
export class ReadAlong {
  readonly file: string;
  readonly #conversation: Conversation;
  readonly #reducer: Reducer;
  readonly #look = () => void this.#read();
  #entries: SessionEntry[] = [];
  /** Bytes that were read, up to the end of a line. */
  #at = 0;
  #isReading = false;
  #isOver = false;

  constructor(file: string, conversation: Conversation, reducer: Reducer) {
    this.file = file;
    this.#conversation = conversation;
    this.#reducer = reducer;
  }

  /** Resolves when what the file holds now is shown. */
  async start(): Promise<void> {
    await this.#read();
    watchFile(this.file, { interval: LOOK_MS, persistent: false }, this.#look);
  }

  stop(): void {
    this.#isOver = true;
    unwatchFile(this.file, this.#look);
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const added = await this.#newEntries().catch(() => []);
    this.#isReading = false;
    if (added.length === 0 || this.#isOver) return;
    const last = this.#entries.at(-1);
    this.#entries.push(...added);
    if (last !== undefined && isStraight(last, added)) {
      for (const entry of added) addEntry(entry, this.#conversation, this.#reducer);
    } else {
      const leafId = this.#entries.at(-1)?.id ?? null;
      showHistory({ kind: "entries", entries: this.#entries, leafId }, this.#conversation, this.#reducer);
    }
  }

  async #newEntries(): Promise<SessionEntry[]> {
    const entries: SessionEntry[] = [];
    let at = this.#at;
    let lineEnd = at;
    const splitter = new LineSplitter((line) => {
      const entry = parseLine(line);
      if (typeof entry?.id === "string" && entry.type !== "session") entries.push(entry as unknown as SessionEntry);
    }, LINE_BYTES);
    for await (const chunk of createReadStream(this.file, { start: at })) {
      const bytes = chunk as Buffer;
      const end = bytes.lastIndexOf(10);
      if (end >= 0) lineEnd = at + end + 1;
      at += bytes.length;
      splitter.push(bytes);
    }
    // A line without its end is being written: it is read with the next look.
    this.#at = lineEnd;
    return entries;
  }
}

/** Whether entries follow one upon the other from `last` on. */
function isStraight(last: SessionEntry, added: readonly SessionEntry[]): boolean {
  let before = last;
  return added.every((entry) => {
    const follows = entry.parentId === before.id;
    before = entry;
    return follows;
  });
}
