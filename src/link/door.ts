import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { messageOf } from "../errors";
import type { FromExtension } from "../extension/wire";
import type { Logger } from "../log";
import { RecordReader } from "../pi/framing";
import { makePlace, type SocketPlace } from "./place";

/** Most that is taken from someone who has not shown the token. */
const MAX_HELLO_BYTES = 1024;
/** How long a stranger may take to show it. */
const HELLO_LIMIT_MS = 5000;
const MAX_STRANGERS = 4;

/**
 * A socket for one visitor: whoever shows the token is let in, and with that nothing is listened to any more and
 * nothing is left on disk. All others are dropped.
 */
export class Door {
  readonly token = randomBytes(32).toString("hex");
  readonly #logger: Logger;
  readonly #letIn: (socket: Socket) => void;
  readonly #strangers = new Set<Socket>();
  #server: Server | undefined;
  #place: SocketPlace | undefined;

  constructor(logger: Logger, letIn: (socket: Socket) => void) {
    this.#logger = logger;
    this.#letIn = letIn;
  }

  /** @returns the path to connect to; undefined where there can be none, which is logged. */
  async open(): Promise<string | undefined> {
    try {
      this.#place = makePlace();
      this.#server = createServer((socket) => this.#receive(socket));
      this.#server.maxConnections = MAX_STRANGERS;
      await listen(this.#server, this.#place.path);
      this.#server.on("error", (error) => this.#logger.warn("the socket for pi's extension:", messageOf(error)));
      return this.#place.path;
    } catch (error) {
      this.#logger.warn("no socket for pi's extension:", messageOf(error));
      this.close();
      return undefined;
    }
  }

  /** Synchronous. Who was let in stays. */
  close(): void {
    this.#server?.close();
    this.#server = undefined;
    this.#place?.remove();
    this.#place = undefined;
    for (const socket of this.#strangers) socket.destroy();
    this.#strangers.clear();
  }

  #receive(socket: Socket): void {
    this.#strangers.add(socket);
    const limit = setTimeout(() => socket.destroy(), HELLO_LIMIT_MS);
    const reader = new RecordReader({
      onRecord: (record) => {
        if (this.#isToken(record as FromExtension)) admit();
        else socket.destroy();
      },
      onNoise: () => socket.destroy(),
      onDropped: () => socket.destroy(),
    });
    let bytes = 0;
    const read = (chunk: Buffer) => {
      bytes += chunk.length;
      // The reader tells only at the end of a line that it was too long.
      if (bytes > MAX_HELLO_BYTES) socket.destroy();
      else reader.push(chunk);
    };
    const admit = () => {
      clearTimeout(limit);
      socket.off("data", read);
      this.#strangers.delete(socket);
      this.close();
      this.#letIn(socket);
    };
    socket.on("data", read);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearTimeout(limit);
      if (this.#strangers.delete(socket)) this.#logger.warn("dropped a connection that is not pi's extension");
    });
  }

  #isToken(record: FromExtension): boolean {
    if (record.type !== "hello" || typeof record.token !== "string") return false;
    const [shown, real] = [Buffer.from(record.token), Buffer.from(this.token)];
    return shown.length === real.length && timingSafeEqual(shown, real);
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
