/**
 * One pi and the conversation with it in pi's own protocol: requests with their answers, events, dialogs, the end.
 * Differences between pi's versions end here (compat.ts, runWatch.ts, disposition.ts): the layer above sees one stream.
 */
import { PiError } from "../errors";
import { type Logger, nullLogger } from "../log";
import { type Capabilities, type History, KNOWN_THINKING_LEVELS, type QueueCleared } from "./compat";
import { Connection, type PiHandlers, type RequestOptions } from "./connection";
import { childEnvironment, withExtraPath } from "./environment";
import { type PiExit, PiProcess, type StopLadder } from "./process";
import type {
  CommandOf,
  DataOf,
  Disposition,
  ImageContent,
  PiEvent,
  RpcCommand,
  ThinkingLevel,
  UiResponse,
} from "./protocol";
import { resolveCommand } from "./resolve";

export type { Capabilities, History, PiExit, PiHandlers, QueueCleared, RequestOptions, StopLadder };

export interface PiStartOptions {
  /** pi's command: a program (name or path) and its first arguments. `--mode rpc` and `args` follow. */
  readonly cmd: readonly string[];
  readonly args?: readonly string[];
  readonly cwd: string;
  /** Added to the host's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly handlers: PiHandlers;
  readonly logger?: Logger;
}

export interface PromptOptions {
  readonly images?: readonly ImageContent[];
  /** pi ignores it while idle and needs it while it works. */
  readonly streamingBehavior?: "steer" | "followUp";
}

export interface BashOptions {
  readonly excludeFromContext?: boolean;
  /** What `bash_execution_update` names the command by; of a shape that no other request's id has. */
  readonly id?: string;
}

/** Rejections are `PiError`s: `refused`, `unsupported` (this pi is too old), `timeout`, `exited`. */
export class PiClient {
  /** The program that runs. */
  readonly program: string;

  readonly #process: PiProcess;
  readonly #connection: Connection;

  /** Resolves once the process exists. @throws PiError `spawn_failed` with one sentence. */
  static async start(options: PiStartOptions): Promise<PiClient> {
    const env = childEnvironment(process.env, options.env ?? {});
    const logger = options.logger ?? nullLogger;
    const resolved = resolveCommand({ cmd: options.cmd, cwd: options.cwd, env });
    const connection = new Connection(options.handlers, logger, (event) => watchTools(child, event));
    const child = await PiProcess.start({
      file: resolved.file,
      args: [...resolved.args, "--mode", "rpc", ...(options.args ?? [])],
      cwd: options.cwd,
      env: withExtraPath(env, resolved.extraPath),
      onData: (chunk) => connection.reader.push(chunk),
      onExit: (exit) => connection.end(exit),
      logger,
    });
    connection.write = (line) => child.write(line);
    return new PiClient(resolved.file, child, connection);
  }

  private constructor(program: string, child: PiProcess, connection: Connection) {
    this.program = program;
    this.#process = child;
    this.#connection = connection;
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Set once pi has ended. */
  get exit(): PiExit | undefined {
    return this.#process.exit;
  }

  /** The end of what pi has written to stderr so far. */
  get stderr(): string {
    return this.#process.stderr;
  }

  get capabilities(): Capabilities {
    return this.#connection.learner.capabilities;
  }

  /** Sends any command as it is. `prompt`, `steer`, `follow_up` always answer with a disposition. */
  request<C extends RpcCommand>(command: C, options: RequestOptions = {}): Promise<DataOf<C["type"]>> {
    return this.#connection.request(command, options);
  }

  /** Resolves when pi has taken the prompt, not when the run ends. */
  async prompt(message: string, options: PromptOptions = {}): Promise<Disposition> {
    const command: CommandOf<"prompt"> = { type: "prompt", message };
    if (options.images?.length) command.images = [...options.images];
    if (options.streamingBehavior) command.streamingBehavior = options.streamingBehavior;
    return (await this.request(command)).disposition;
  }

  /** Empties pi's queue, as far as this pi can. */
  async clearQueue(): Promise<QueueCleared> {
    const kept = { supported: false, ...this.#connection.watch.queue };
    if (this.capabilities.clearQueue === false) return kept;
    return orIfUnsupported(
      async () => ({ supported: true, ...(await this.request({ type: "clear_queue" })) }),
      () => ({ ...kept, ...this.#connection.watch.queue }),
    );
  }

  /** Those the model has, or all that pi has where it cannot say. */
  async thinkingLevels(): Promise<readonly ThinkingLevel[]> {
    if (this.capabilities.thinkingLevels === false) return KNOWN_THINKING_LEVELS;
    return orIfUnsupported<readonly ThinkingLevel[]>(
      async () => (await this.request({ type: "get_available_thinking_levels" })).levels,
      () => KNOWN_THINKING_LEVELS,
    );
  }

  /** The conversation so far. */
  async history(): Promise<History> {
    const fromMessages = async (): Promise<History> => {
      const { messages } = await this.request({ type: "get_messages" });
      return { kind: "messages", messages };
    };
    if (this.capabilities.entries === false) return fromMessages();
    return orIfUnsupported<History>(
      async () => ({ kind: "entries", ...(await this.request({ type: "get_entries" })) }),
      fromMessages,
    );
  }

  /**
   * A shell command of the user. An older pi would ignore `excludeFromContext` and show the output to the model, so
   * without proof that this one knows it (0.76) the command is rejected as `unsupported` and not run.
   */
  async bash(command: string, options: BashOptions = {}): Promise<DataOf<"bash">> {
    const named = { type: "bash" as const, command, ...(options.id !== undefined && { id: options.id }) };
    if (!options.excludeFromContext) return this.request(named);
    if (this.capabilities.excludeFromContext === undefined) await this.#probeAge();
    if (!this.capabilities.excludeFromContext) {
      throw new PiError(
        "unsupported",
        "This pi cannot keep a command out of the model's context: update pi to 0.76 or newer.",
      );
    }
    return this.request({ ...named, excludeFromContext: true });
  }

  respond(response: UiResponse): void {
    this.#connection.send(response);
  }

  /** Ends stdin, then TERM, then KILL to pi and all it started; may be called again with a shorter ladder. */
  stop(ladder?: Partial<StopLadder>): Promise<PiExit> {
    return this.#process.stop(ladder);
  }

  /** KILL to all of it, at once and synchronously: for the host's own end. */
  killNow(): void {
    this.#process.killNow();
  }

  /** Asks for entries behind one that cannot exist: a short answer whose kind tells the age. */
  async #probeAge(): Promise<void> {
    try {
      await this.request({ type: "get_entries", since: "-" });
    } catch (error) {
      if (!(error instanceof PiError) || error.code === "exited" || error.code === "timeout") throw error;
    }
  }
}

/** Tools of pi's run below it; so do shell commands of the user. */
function watchTools(child: PiProcess, { type }: PiEvent): void {
  if (type === "tool_execution_start") child.toolStarted();
  else if (type === "tool_execution_update" || type === "bash_execution_update") child.toolWorks();
}

async function orIfUnsupported<T>(ask: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PiError && error.code === "unsupported") return otherwise();
    throw error;
  }
}
