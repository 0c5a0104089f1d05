import { isExit, messageOf } from "../errors";
import type { PiClient } from "../pi/client";
import type { DataOf, EventOf } from "../pi/protocol";
import type { BashBlock } from "./blocks";
import type { Conversation } from "./conversation";
import type { Draft } from "./draft";
import { StreamText } from "./streamText";

/** Of a running command; its result is as long as pi makes it. */
const MOST_CHARACTERS = 2_000_000;
const KEPT_CHARACTERS = 200_000;

export interface ShellHooks {
  /** Starts pi where it does not run. */
  connect(): Promise<PiClient>;
  running(): PiClient | undefined;
  /** A command that was not run belongs into the prompt again. */
  refused(draft: Draft, reason?: string): void;
}

/** The user's shell commands (`!cmd`): any number at once, also while a run goes on. */
export class Shell {
  readonly #conversation: Conversation;
  readonly #hooks: ShellHooks;
  /** By the id that pi's updates name them by. */
  readonly #running = new Map<string, BashBlock>();
  /** Characters of output so far. */
  readonly #sizes = new WeakMap<BashBlock, number>();
  /** Those that pi was told to run. */
  readonly #withPi = new Set<string>();
  #last: Promise<void> = Promise.resolve();
  #lastNumber = 0;

  constructor(conversation: Conversation, hooks: ShellHooks) {
    this.#conversation = conversation;
    this.#hooks = hooks;
  }

  /** Runs a command and shows it. Resolves when it has ended, or has come back into the prompt; never rejects. */
  async run(command: string, excluded: boolean): Promise<void> {
    const id = `bash-${++this.#lastNumber}`;
    try {
      const client = await this.#hooks.connect();
      const block = this.#conversation.add({ kind: "bash", command, output: new StreamText(), ...FRESH, excluded });
      this.#running.set(id, block);
      await this.#turn(id, client);
      if (!this.#running.has(id)) return; // stopped while it waited
      this.#withPi.add(id);
      this.#end(id, await this.#track(client.bash(command, { id, excludeFromContext: excluded })));
    } catch (error) {
      this.#remove(id);
      // What was under way when pi ended has been marked so; it must not run twice by mistake.
      if (isExit(error) && this.#withPi.has(id)) return;
      const text = `${excluded ? "!!" : "!"}${command}`;
      const reason = isExit(error) ? undefined : `The command was not run: ${messageOf(error)}`;
      this.#hooks.refused({ text, context: [] }, reason);
    } finally {
      this.#withPi.delete(id);
    }
  }

  /** Output of a running command (pi 0.82 and newer). */
  update({ id, delta }: EventOf<"bash_execution_update">): void {
    const block = this.#running.get(String(id));
    if (!block?.running || !block.output.append(String(delta))) return;
    const size = (this.#sizes.get(block) ?? 0) + String(delta).length;
    this.#sizes.set(block, size > MOST_CHARACTERS ? this.#cut(block) : size);
    this.#conversation.touch(block);
  }

  /**
   * Stops all that run or wait. Resolves to whether there were any. They count as stopped at once: of one that talks
   * without end pi's answer comes behind all that it has said.
   */
  async abort(): Promise<boolean> {
    if (![...this.#running.values()].some(({ running }) => running)) return false;
    for (const [id, block] of this.#running) {
      this.#show(block, STOPPED);
      if (!this.#withPi.has(id)) this.#running.delete(id);
    }
    await this.#hooks.running()?.request({ type: "abort_bash" });
    return true;
  }

  /** pi is gone, and its commands with it. */
  ended(): void {
    for (const block of this.#running.values()) this.#show(block, STOPPED);
    this.#running.clear();
  }

  /**
   * Before 0.83 pi stops only the newest command, so there they run one after the other. That version does not show;
   * what came with 0.81 does.
   */
  async #turn(id: string, client: PiClient): Promise<void> {
    if (this.#running.size === 1) return;
    if (client.capabilities.thinkingLevels === undefined) await client.thinkingLevels();
    if (client.capabilities.thinkingLevels !== false) return;
    while (this.#running.has(id) && this.#running.keys().next().value !== id) await this.#last;
  }

  /** A command that talks without end must not fill the memory: the end of what it said is kept. pi has all of it. */
  #cut({ output }: BashBlock): number {
    const end = output.toString().slice(-KEPT_CHARACTERS);
    output.set(end.slice(end.indexOf("\n") + 1));
    return KEPT_CHARACTERS;
  }

  #track<T>(running: Promise<T>): Promise<T> {
    this.#last = running.then(ignore, ignore);
    return running;
  }

  #show(block: BashBlock, facts: Partial<BashBlock>): void {
    Object.assign(block, facts);
    this.#conversation.touch(block);
  }

  #remove(id: string): void {
    const block = this.#running.get(id);
    this.#running.delete(id);
    if (block !== undefined) this.#conversation.remove(block);
  }

  #end(id: string, result: DataOf<"bash">): void {
    const block = this.#running.get(id);
    if (block === undefined) return;
    this.#running.delete(id);
    const { exitCode, cancelled, truncated, fullOutputPath } = result;
    block.output.set(result.output);
    this.#show(block, { running: false, exitCode, cancelled, truncated, fullOutputPath });
  }
}

const FRESH = {
  running: true,
  exitCode: undefined,
  cancelled: false,
  truncated: false,
  fullOutputPath: undefined,
} as const;

const STOPPED = { running: false, cancelled: true } as const;

function ignore(): void {}
