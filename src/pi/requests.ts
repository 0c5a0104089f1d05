/** Requests that wait for their answer: by id, or by command for answers that come without one. */
import { PiError } from "../errors";
import { COMMANDS, type CommandType } from "./protocol";

/** A limit in milliseconds on commands that only read or set something, once pi has begun to answer. */
export const ANSWER_MS = 30_000;
/** Before its first record pi may be loading extensions, or installing packages. */
export const START_UP_MS = 120_000;

export interface Answer {
  readonly id?: unknown;
  readonly command?: unknown;
  readonly success?: unknown;
  readonly data?: unknown;
  readonly error?: unknown;
}

export interface OpenRequest {
  readonly id: string;
  readonly command: CommandType;
  resolve(data: unknown): void;
  reject(error: PiError): void;
}

interface Entry extends OpenRequest {
  timer: NodeJS.Timeout | undefined;
}

/** What the requests need to know of pi. */
export interface Peer {
  /** False until pi has sent its first record. */
  hasSpoken(): boolean;
  /** Asks pi for a sign of life; rejects when none comes. */
  probe(): Promise<unknown>;
}

export class Requests {
  /** In the order they were sent. */
  readonly #open = new Map<string, Entry>();
  readonly #peer: Peer;

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  /** @param timeoutMs replaces the command's own limit; Infinity = none. */
  add(request: OpenRequest, timeoutMs?: number): void {
    const entry: Entry = { ...request, timer: undefined };
    this.#open.set(entry.id, entry);
    if (timeoutMs !== undefined) this.#limit(entry, timeoutMs);
    else this.#watch(entry);
  }

  /** Settles the request that an answer belongs to. @returns it, or undefined when it is not (or no longer) open. */
  settle(answer: Answer): OpenRequest | undefined {
    const entry = this.#find(answer);
    if (!entry) return undefined;
    this.#remove(entry);
    if (answer.success === true) entry.resolve(answer.data);
    else entry.reject(refusal(entry.command, answer.error));
    return entry;
  }

  rejectAll(error: PiError): void {
    const entries = [...this.#open.values()];
    for (const entry of entries) this.#remove(entry);
    for (const entry of entries) entry.reject(error);
  }

  #find({ id, command }: Answer): Entry | undefined {
    if (typeof id === "string") return this.#open.get(id);
    const entries = [...this.#open.values()];
    // pi could not read a line of ours and cannot say which. It reads them in order and says so at once, so the
    // newest is the best guess; the others are answered or run into their limit.
    if (command === "parse") return entries.at(-1);
    return entries.find((entry) => entry.command === command);
  }

  #remove(entry: Entry): void {
    clearTimeout(entry.timer);
    this.#open.delete(entry.id);
  }

  #watch(entry: Entry): void {
    const limit = this.#peer.hasSpoken() ? ANSWER_MS : START_UP_MS;
    if (COMMANDS[entry.command] === "answer") this.#limit(entry, limit);
    else this.#arm(entry, limit, () => void this.#probe(entry));
  }

  #limit(entry: Entry, ms: number): void {
    if (ms === Number.POSITIVE_INFINITY) return;
    this.#arm(entry, ms, () => this.#expire(entry, `pi has not answered \`${entry.command}\` within ${ms / 1000} s.`));
  }

  #arm(entry: Entry, ms: number, action: () => void): void {
    entry.timer = setTimeout(action, ms);
    entry.timer.unref();
  }

  async #probe(entry: Entry): Promise<void> {
    try {
      await this.#peer.probe();
    } catch {
      if (this.#open.has(entry.id))
        this.#expire(entry, `pi does not react any more; it has not answered \`${entry.command}\`.`);
      return;
    }
    if (this.#open.has(entry.id)) this.#watch(entry);
  }

  #expire(entry: Entry, message: string): void {
    this.#remove(entry);
    entry.reject(new PiError("timeout", message));
  }
}

function refusal(command: CommandType, error: unknown): PiError {
  const text = typeof error === "string" && error !== "" ? error : `pi refused \`${command}\` and gave no reason.`;
  if (text.startsWith("Unknown command:")) {
    return new PiError("unsupported", `This pi does not know \`${command}\` yet: update pi to use it.`);
  }
  return new PiError("refused", text);
}
