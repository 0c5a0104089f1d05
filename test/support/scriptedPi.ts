import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { hostNode, repository } from "./paths";
import { type Answers, defaultAnswer } from "./peerAnswers";
import type { WireRecord } from "./records";
import { waitFor } from "./waitFor";
import type { Workspace } from "./workspace";

/** One start of the peer's process. */
export interface PeerProcess {
  readonly pid: number;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly socket: Socket;
  /** Records that it received, in order. */
  readonly received: WireRecord[];
  stdinEnded: boolean;
  ended: boolean;
}

/**
 * A pi that does what the test says, with a spy on what it is told. Each start is a real process; its stdin and stdout are relayed to here.
 * Commands are answered as an idle pi would, unless `answers` says something else.
 */
export class ScriptedPi {
  /** Every start so far, oldest first. */
  readonly processes: PeerProcess[] = [];
  readonly answers: Answers = {};
  readonly #server: Server;
  readonly #socketPath: string;

  private constructor(socketPath: string) {
    this.#socketPath = socketPath;
    this.#server = createServer((socket) => this.#connected(socket));
  }

  static async start(workspace: Workspace): Promise<ScriptedPi> {
    const peer = new ScriptedPi(join(workspace.root, "tmp/pi.sock"));
    await new Promise<void>((resolve) => peer.#server.listen(peer.#socketPath, resolve));
    return peer;
  }

  /** For the plugin's option `cmd`. */
  get cmd(): string[] {
    return [hostNode.at(-1) as string, join(repository, "test/support/relayPi.mjs")];
  }

  get env(): Record<string, string> {
    return { PI_RELAY_SOCKET: this.#socketPath };
  }

  /** A program that starts the peer, for PATH or as a wrapper around pi. @returns its path. */
  installAs(workspace: Workspace, path: string): string {
    const command = this.cmd.map((word) => `'${word}'`).join(" ");
    return workspace.write(path, `#!/bin/sh\n${command} "$@"\n`, 0o755);
  }

  /** Records of all starts together, all or those of one type. */
  received(type?: string): WireRecord[] {
    const all = this.processes.flatMap((process) => process.received);
    return type === undefined ? all : all.filter((record) => record.type === type);
  }

  /** Types of the commands received, without those that only ask. */
  commandTypes(): string[] {
    return this.received()
      .map(({ type }) => type as string)
      .filter((type) => !type.startsWith("get_"));
  }

  /** Waits for the `count`th command of this type and gives it. */
  async command(type: string, count = 1): Promise<WireRecord> {
    const what = `command ${type} no. ${count} at the peer`;
    const context = () => `received: ${JSON.stringify(this.commandTypes())}`;
    return waitFor(() => this.received(type)[count - 1], { what, context });
  }

  /** Waits for the `count`th start. */
  async started(count = 1): Promise<PeerProcess> {
    return waitFor(() => this.processes[count - 1], { what: `start no. ${count} of the peer` });
  }

  get current(): PeerProcess {
    const process = this.processes.at(-1);
    if (!process) throw new Error("the peer has not been started");
    return process;
  }

  /** Writes records to stdout, in one piece. */
  send(...records: readonly WireRecord[]): void {
    this.sendBytes(Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join("")));
  }

  sendBytes(bytes: Buffer): void {
    this.order({ kind: "out", base64: bytes.toString("base64") });
  }

  answer(command: WireRecord, fields: WireRecord = {}): void {
    this.send({ id: command.id, type: "response", command: command.type, success: true, ...fields });
  }

  /** Ends the peer's process, after `stderr` was written. */
  exit(code: number, stderr = ""): void {
    if (stderr !== "") this.order({ kind: "err", text: stderr });
    this.order({ kind: "exit", code });
  }

  /** Tells the relay: `closeStdin`, `stubborn` (survives end of input and SIGTERM), `spawn`. */
  order(word: WireRecord): void {
    this.current.socket.write(`${JSON.stringify(word)}\n`);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const { socket } of this.processes) socket.destroy();
    await closed;
  }

  #connected(socket: Socket): void {
    let rest = "";
    let process: PeerProcess | undefined;
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (process) process.ended = true;
    });
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const word = JSON.parse(line) as WireRecord;
        if (word.kind === "hello") {
          const { pid, argv, cwd } = word as PeerProcess;
          process = { pid, argv, cwd, socket, received: [], stdinEnded: false, ended: false };
          this.processes.push(process);
        } else if (process) this.#heard(process, word);
      }
    });
  }

  #heard(process: PeerProcess, word: WireRecord): void {
    if (word.kind === "stdinEnd") process.stdinEnded = true;
    if (word.kind !== "record") return;
    const command = JSON.parse(word.line as string) as WireRecord;
    process.received.push(command);
    const own = this.answers[command.type as string];
    const records = own ? own(command) : [defaultAnswer(command)];
    for (const record of records) process.socket.write(`${JSON.stringify(outWord(record))}\n`);
  }
}

function outWord(record: WireRecord): WireRecord {
  return { kind: "out", base64: Buffer.from(`${JSON.stringify(record)}\n`).toString("base64") };
}
