/** Who has a session open: one small file for each, in a folder that all hosts of a user share. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isProcessAlive } from "../processes";

/** A process, told from a later one of the same number by when it began. */
export interface Holder {
  readonly pid: number;
  /** Kernel's start time; empty where it cannot be had. */
  readonly start: string;
}

/** Ticks since boot at which a process began; empty when it has ended, or where there is no way to know. */
export function startOf(pid: number): string {
  try {
    // The name may hold anything, also `)`: what counts comes behind the last one.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    // A zombie waits to be reaped, which may never happen in a container.
    return fields[0] === "Z" ? "" : (fields[19] ?? "");
  } catch {
    return "";
  }
}

const self: Holder = { pid: process.pid, start: startOf(process.pid) };

/** One session's lock. */
export class SessionLock {
  readonly #file: string;

  constructor(folder: string, session: string) {
    this.#file = path.join(folder, `${createHash("sha256").update(session).digest("hex").slice(0, 32)}.lock`);
  }

  /** The other process that has the session open, if it lives. */
  get other(): Holder | undefined {
    const holder = this.#read();
    return holder !== undefined && !isSame(holder, self) && isAlive(holder) ? holder : undefined;
  }

  get isOurs(): boolean {
    const holder = this.#read();
    return holder !== undefined && isSame(holder, self);
  }

  /** Takes it unless somebody else who lives has it. @returns whether it is ours now. */
  hold(): boolean {
    if (this.#write("wx")) return true;
    if (this.other !== undefined) return false;
    return this.isOurs || this.take();
  }

  /** Takes it, whoever has it. @returns false when the lock cannot be written at all: then there is none. */
  take(): boolean {
    return this.#write("w");
  }

  release(): void {
    if (this.isOurs) rmSync(this.#file, { force: true });
  }

  #read(): Holder | undefined {
    try {
      const { pid, start } = JSON.parse(readFileSync(this.#file, "utf8")) as Partial<Holder>;
      return typeof pid === "number" && typeof start === "string" ? { pid, start } : undefined;
    } catch {
      return undefined;
    }
  }

  #write(flag: "w" | "wx"): boolean {
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, JSON.stringify(self), { flag, mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }
}

function isSame(a: Holder, b: Holder): boolean {
  return a.pid === b.pid && a.start === b.start;
}

function isAlive({ pid, start }: Holder): boolean {
  return start === "" ? isProcessAlive(pid) : startOf(pid) === start;
}
