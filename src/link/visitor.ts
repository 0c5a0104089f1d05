import type { Socket } from "node:net";
import { messageOf } from "../errors";
import { type FromExtension, type FromHost, type HostRequestName, MAX_WIRE_BYTES } from "../extension/wire";
import type { Logger } from "../log";
import { RecordReader } from "../pi/framing";

export interface VisitorHandlers {
  /** A rejection's message goes to the extension, and may reach the model. */
  onRequest(method: HostRequestName, params: unknown, signal: AbortSignal): Promise<unknown>;
  onEnd(): void;
}

/** Our extension inside a pi, connected: answers its requests. Ends with the first thing that is not its protocol. */
export class Visitor {
  readonly #socket: Socket;
  readonly #handlers: VisitorHandlers;
  readonly #logger: Logger;
  readonly #running = new Map<number, AbortController>();

  /** @param socket of someone who has shown the token. */
  constructor(socket: Socket, handlers: VisitorHandlers, logger: Logger) {
    this.#socket = socket;
    this.#handlers = handlers;
    this.#logger = logger;
    const drop = (what: string) => {
      logger.error(`pi's extension sent ${what}: the connection is closed`);
      socket.destroy();
    };
    const reader = new RecordReader(
      {
        onRecord: (record) => this.#take(record as unknown as FromExtension),
        onNoise: () => drop("what is no record"),
        onDropped: (bytes) => drop(`a record of ${bytes} bytes`),
      },
      MAX_WIRE_BYTES,
    );
    socket.on("data", (chunk: Buffer) => reader.push(chunk));
    socket.on("close", () => this.#ended());
  }

  send(record: FromHost): void {
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify(record)}\n`);
  }

  /** Synchronous. */
  close(): void {
    this.#socket.destroy();
  }

  #take(record: FromExtension): void {
    if (record.type === "cancel") this.#running.get(record.id)?.abort();
    if (record.type === "request") void this.#answer(record.id, record.method, record.params);
  }

  async #answer(id: number, method: HostRequestName, params: unknown): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const value = (await this.#handlers.onRequest(method, params, controller.signal)) ?? null;
      this.send({ type: "answer", id, ok: true, value });
    } catch (error) {
      this.#logger.warn(`${method} of pi's extension:`, messageOf(error));
      this.send({ type: "answer", id, ok: false, error: messageOf(error) });
    } finally {
      this.#running.delete(id);
    }
  }

  #ended(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#handlers.onEnd();
  }
}
