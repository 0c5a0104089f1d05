/**
 * pi's protocol over any pair of byte streams: matches answers to requests, routes events and dialogs, and evens out
 * the differences between pi's versions.
 */
import { PiError } from "../errors";
import type { Logger } from "../log";
import { Learner } from "./compat";
import { type BeforePrompt, deriveDisposition } from "./disposition";
import type { PiExit } from "./exit";
import { type JsonObject, RecordReader } from "./framing";
import type { DataOf, PiEvent, RpcCommand, UiRequest, UiResponse, UnknownRecord } from "./protocol";
import { RecordRouter } from "./recordRouter";
import { type Answer, Requests } from "./requests";
import { RunWatch } from "./runWatch";

export interface PiHandlers {
  /**
   * Events in pi's order. Every run ends with exactly one `agent_settled`, whatever pi's version. Objects are fresh
   * and belong to the receiver. A throw is logged and goes no further. An event that follows an answer closely (the
   * `agent_start` of a prompt) comes before the promise of the request continues.
   */
  onEvent(event: PiEvent): void;
  /** A dialog or a notice of an extension. Dialogs (`isDialog`) want exactly one `respond`. */
  onUiRequest(request: UiRequest): void;
  /** A dialog method this plugin does not know: pi waits for an answer to `id`. */
  onUnknownUiRequest(request: { readonly id: string; readonly method: string }): void;
  /** Anything else that is not in pi's types as we know them; also logged, once for each type. */
  onUnknown?(record: UnknownRecord): void;
  /** Once, after the last event. Every open request is rejected at the same moment. */
  onExit(exit: PiExit): void;
}

export interface RequestOptions {
  /** Replaces the limit on the answer (milliseconds, Infinity = none); the default depends on the command. */
  readonly timeoutMs?: number;
}

/** Lines in, calls of the handlers out; commands in, lines out. Starts and ends no process. */
export class Connection {
  readonly logger: Logger;
  readonly learner = new Learner();
  readonly watch: RunWatch;
  readonly reader: RecordReader;
  write: (line: string) => void = () => {};

  readonly #handlers: PiHandlers;
  readonly #requests: Requests;
  readonly #router: RecordRouter;
  #lastId = 0;
  #exit: PiExit | undefined;

  /** @param onEvent hears of each event first. */
  constructor(handlers: PiHandlers, logger: Logger, onEvent: (event: PiEvent) => void = () => {}) {
    this.logger = logger;
    this.#handlers = handlers;
    this.watch = new RunWatch({
      getState: () => this.request({ type: "get_state" }),
      hasSettled: () => this.learner.capabilities.settled,
      emit: (event) => this.#guard(() => handlers.onEvent(event)),
    });
    this.#router = new RecordRouter({
      onAnswer: (answer) => this.#onAnswer(answer),
      onEvent: (event) => {
        onEvent(event);
        this.#onEvent(event);
      },
      onUiRequest: (request) => handlers.onUiRequest(request),
      onUnknownUiRequest: (request) => handlers.onUnknownUiRequest(request),
      onUnknown: (record) => handlers.onUnknown?.(record),
      logger,
    });
    this.#requests = new Requests({
      hasSpoken: () => this.#router.hasSpoken,
      probe: () => this.request({ type: "get_state" }),
    });
    this.reader = new RecordReader({
      onRecord: (record) => this.#guard(() => this.#router.route(record)),
      onNoise: (text) => {
        logger.warn(`pi wrote ${text.length} characters that are no record to its stdout`);
        logger.debug("no record:", text);
      },
      onDropped: (bytes) => logger.error(`left out a record of ${bytes} bytes: it is too long`),
    });
  }

  async request<C extends RpcCommand>(command: C, options: RequestOptions = {}): Promise<DataOf<C["type"]>> {
    const before = { runs: this.watch.runs, queueGrowths: this.watch.queueGrowths };
    const data = await this.#exchange(command, options);
    return this.#complete(command, data, before) as Promise<DataOf<C["type"]>>;
  }

  send(record: RpcCommand | UiResponse): void {
    this.logger.debug("->", record);
    this.write(JSON.stringify(record));
  }

  end(exit: PiExit): void {
    this.reader.end();
    this.#exit = exit;
    this.watch.stop();
    this.#requests.rejectAll(new PiError("exited", exit.message));
    this.#guard(() => this.#handlers.onExit(exit));
  }

  #exchange(command: RpcCommand, { timeoutMs }: RequestOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#exit) {
        reject(new PiError("exited", this.#exit.message));
        return;
      }
      const id = command.id ?? `n${++this.#lastId}`;
      this.#requests.add({ id, command: command.type, resolve, reject }, timeoutMs);
      this.send({ ...command, id });
    });
  }

  /** Adds what an older pi leaves out of its answer. */
  async #complete(command: RpcCommand, data: unknown, before: BeforePrompt): Promise<unknown> {
    if (command.type !== "prompt" && command.type !== "steer" && command.type !== "follow_up") return data;
    if (typeof (data as JsonObject | undefined)?.disposition === "string") return data;
    if (command.type !== "prompt") return { disposition: "queued" };
    return {
      disposition: await deriveDisposition(command, before, this.watch, () => this.request({ type: "get_state" })),
    };
  }

  #onAnswer(answer: Answer): void {
    const request = this.#requests.settle(answer);
    if (!request) {
      this.logger.warn(`pi answered \`${answer.command}\`, which nobody waits for`);
      return;
    }
    this.learner.fromAnswer(request.command, answer);
    this.watch.takeAnswer(request.command);
  }

  #onEvent(event: PiEvent): void {
    this.learner.fromEvent(event);
    if (this.watch.take(event)) this.#handlers.onEvent(event);
  }

  /** A receiver that throws, or a record of a shape that nobody thought of, must not break the reading of the next. */
  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.logger.error("handling what pi sent failed:", error);
    }
  }
}
