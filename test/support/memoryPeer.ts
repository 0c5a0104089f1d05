import { Connection, type PiHandlers } from "../../src/pi/connection";
import type { PiExit } from "../../src/pi/exit";
import type { PiEvent, UiRequest, UnknownRecord } from "../../src/pi/protocol";
import { type Answers, defaultAnswer } from "./peerAnswers";
import type { WireRecord } from "./records";

/** A connection whose other end is in this process: for tests of the protocol that need no pi and no time. */
export class MemoryPeer {
  readonly connection: Connection;
  readonly received: WireRecord[] = [];
  readonly events: PiEvent[] = [];
  readonly uiRequests: UiRequest[] = [];
  readonly unknownUiRequests: { readonly id: string; readonly method: string }[] = [];
  readonly unknown: UnknownRecord[] = [];
  readonly exits: PiExit[] = [];
  readonly logged: string[] = [];

  /** Answers come in the next tick, as an idle pi's would unless `answers` says something else. */
  constructor(answers: Answers = {}, handlers: Partial<PiHandlers> = {}) {
    const log = (...parts: unknown[]) => void this.logged.push(parts.map(String).join(" "));
    this.connection = new Connection(
      {
        onEvent: (event) => void this.events.push(event),
        onUiRequest: (request) => void this.uiRequests.push(request),
        onUnknownUiRequest: (request) => void this.unknownUiRequests.push(request),
        onUnknown: (record) => void this.unknown.push(record),
        onExit: (exit) => void this.exits.push(exit),
        ...handlers,
      },
      { debug: () => undefined, info: log, warn: log, error: log },
    );
    this.connection.write = (line) => {
      const command = JSON.parse(line) as WireRecord;
      this.received.push(command);
      const own = answers[command.type as string];
      const records = own ? own(command) : [defaultAnswer(command)];
      queueMicrotask(() => this.send(...records));
    };
  }

  send(...records: readonly WireRecord[]): void {
    this.sendBytes(Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join("")));
  }

  sendBytes(bytes: Buffer): void {
    this.connection.reader.push(bytes);
  }

  types(): string[] {
    return this.events.map(({ type }) => type);
  }

  receivedTypes(): string[] {
    return this.received.map(({ type }) => type as string);
  }
}

/** The text that an event stream carries in its deltas. */
export function textOf(events: readonly PiEvent[]): string {
  return events
    .map((event) => (event.type === "message_update" ? event.assistantMessageEvent : undefined))
    .map((step) => (step?.type === "text_delta" ? step.delta : ""))
    .join("");
}
