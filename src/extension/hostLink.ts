import { connect, type Socket } from "node:net";
import { type JsonObject, RecordReader } from "../pi/framing";
import type { EditorTool } from "./editorTools";
import {
  type FromExtension,
  type FromHost,
  type GateRule,
  type HostRequestName,
  type HostRequests,
  type Invitation,
  MAX_WIRE_BYTES,
  WIRE_PROTOCOL,
} from "./wire";

/** The host is a process beside us: one that has not answered by then will not. pi's start waits for it. */
const CONNECT_LIMIT_MS = 2000;

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Absent: as long as it takes, which may be a person's time. */
  readonly timeoutMs?: number;
}

/** The connection to the host that started this pi. It never keeps pi alive, and is not made again when it ends. */
export class HostLink {
  /** What the host last said; they hold when it is gone too. */
  rules: readonly GateRule[];
  readonly #invitation: Invitation;
  readonly #pending = new Map<number, Pending>();
  #socket: Socket | undefined;
  #opening: Promise<void> | undefined;
  #isOpen = false;
  #lastId = 0;

  constructor(invitation: Invitation) {
    this.#invitation = invitation;
    this.rules = invitation.rules;
  }

  /** Tools that the host works off. */
  get tools(): readonly EditorTool[] {
    return this.#invitation.protocol === WIRE_PROTOCOL ? this.#invitation.tools : [];
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Connects, at the first call only. Resolves when that has succeeded or failed. */
  open(): Promise<void> {
    this.#opening ??= this.#connect();
    return this.#opening;
  }

  /** Rejects when the host is gone, has not answered in time, or says why not. */
  ask<M extends HostRequestName>(
    method: M,
    params: HostRequests[M]["params"],
    options: AskOptions = {},
  ): Promise<HostRequests[M]["answer"]> {
    const id = ++this.#lastId;
    const signal = anyOf(options);
    return new Promise<unknown>((resolve, reject) => {
      if (!this.#isOpen) throw new Error("Neovim is gone");
      signal?.throwIfAborted();
      this.#send({ type: "request", id, method, params });
      this.#pending.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => {
        if (!this.#pending.delete(id)) return;
        this.#send({ type: "cancel", id });
        reject(signal.reason as Error);
      });
    }) as Promise<HostRequests[M]["answer"]>;
  }

  #connect(): Promise<void> {
    const { socket: path, token, protocol } = this.#invitation;
    if (path === undefined || protocol !== WIRE_PROTOCOL) return Promise.resolve();
    return new Promise((resolve) => {
      const socket = connect(path, () => this.#send({ type: "hello", token }));
      this.#socket = socket;
      socket.unref();
      const limit = setTimeout(() => socket.destroy(), CONNECT_LIMIT_MS);
      const settle = () => {
        clearTimeout(limit);
        resolve();
      };
      const reader = new RecordReader(
        {
          onRecord: (record) => {
            this.#take(record);
            if (this.#isOpen) settle();
          },
          onNoise: () => socket.destroy(),
          onDropped: () => socket.destroy(),
        },
        MAX_WIRE_BYTES,
      );
      socket.on("data", (chunk) => reader.push(chunk));
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        this.#ended();
        settle();
      });
    });
  }

  #take(data: JsonObject): void {
    const record = data as FromHost;
    if (record.type === "welcome") this.#isOpen = true;
    if (record.type === "welcome" || record.type === "rules") this.rules = record.rules;
    if (record.type !== "answer") return;
    const pending = this.#pending.get(record.id);
    this.#pending.delete(record.id);
    if (record.ok) pending?.resolve(record.value);
    else pending?.reject(new Error(record.error));
  }

  /** @throws where the record is too long for the host to take. */
  #send(record: FromExtension): void {
    const line = `${JSON.stringify(record)}\n`;
    // Each UTF-16 unit is at most three bytes.
    if (line.length * 3 > MAX_WIRE_BYTES && Buffer.byteLength(line) > MAX_WIRE_BYTES) {
      throw new Error("it is too large to be sent to Neovim");
    }
    this.#socket?.write(line);
  }

  #ended(): void {
    this.#isOpen = false;
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of waiting) reject(new Error("Neovim is gone"));
  }
}

function anyOf({ signal, timeoutMs }: AskOptions): AbortSignal | undefined {
  if (timeoutMs === undefined) return signal;
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}
