/** Tells pi's records apart. What is not in pi's types is handed on as unknown and logged, once for each type. */
import type { Logger } from "../log";
import type { JsonObject } from "./framing";
import { isDeltaType, isEventType, isUiMethod, type PiEvent, type UiRequest, type UnknownRecord } from "./protocol";
import type { Answer } from "./requests";

export interface RecordReceiver {
  onAnswer(answer: Answer): void;
  onEvent(event: PiEvent): void;
  onUiRequest(request: UiRequest): void;
  onUnknownUiRequest(request: { readonly id: string; readonly method: string }): void;
  onUnknown(record: UnknownRecord): void;
  readonly logger: Logger;
}

/** Types that are logged; beyond, somebody makes them up. */
const MAX_LOGGED = 50;

export class RecordRouter {
  /** Whether any record has come yet. */
  hasSpoken = false;
  readonly #receiver: RecordReceiver;
  readonly #logged = new Set<string>();

  constructor(receiver: RecordReceiver) {
    this.#receiver = receiver;
  }

  route(record: JsonObject): void {
    this.hasSpoken = true;
    const { type } = record;
    if (typeof type !== "string") this.#unknown("without a type", { ...record, type: "" });
    else if (type === "response") this.#receiver.onAnswer(record);
    else if (type === "extension_ui_request") this.#routeUiRequest(record);
    else if (!isEventType(type)) this.#unknown(type, record as UnknownRecord);
    else if (type === "message_update" && !isDelta(record)) this.#unknownDelta(record);
    else this.#receiver.onEvent(record as unknown as PiEvent);
  }

  #routeUiRequest(record: JsonObject): void {
    const { id, method } = record;
    if (typeof id !== "string" || typeof method !== "string") {
      this.#unknown("extension_ui_request without id or method", record as UnknownRecord);
    } else if (isUiMethod(method)) {
      this.#receiver.onUiRequest(record as unknown as UiRequest);
    } else {
      this.#log(`extension_ui_request ${method}`);
      this.#receiver.onUnknownUiRequest({ id, method });
    }
  }

  #unknownDelta(record: JsonObject): void {
    const delta = record.assistantMessageEvent as JsonObject | null | undefined;
    this.#unknown(
      `message_update ${typeof delta?.type === "string" ? delta.type : "without an event"}`,
      record as UnknownRecord,
    );
  }

  #unknown(what: string, record: UnknownRecord): void {
    this.#log(what);
    this.#receiver.onUnknown(record);
  }

  #log(what: string): void {
    const name = what.slice(0, 100);
    if (this.#logged.has(name) || this.#logged.size >= MAX_LOGGED) return;
    this.#logged.add(name);
    this.#receiver.logger.info("pi sent a record this plugin does not know:", name);
  }
}

function isDelta(record: JsonObject): boolean {
  const delta = record.assistantMessageEvent as JsonObject | null | undefined;
  return typeof delta === "object" && delta !== null && isDeltaType(delta.type);
}
