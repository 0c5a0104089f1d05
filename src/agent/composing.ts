import type { Attachment } from "../composeContract";
import type { Model, PiEvent, SlashCommand } from "../pi/protocol";
import type { Delivery, PromptSend } from "../promptContract";
import type { Conversation } from "./conversation";
import { joinDrafts } from "./draft";
import { imageProblem } from "./imageProblem";
import type { Outgoing } from "./outgoing";
import type { PiLink } from "./piLink";
import { PromptReader } from "./promptReader";
import { Queue } from "./queue";
import type { Reducer } from "./reducer";
import { Shell } from "./shell";

export interface ComposingHooks {
  model(): Model | undefined;
  /** What pi offers after a `/`. */
  commands(): Promise<readonly SlashCommand[]>;
  /** The folder that names in a prompt are relative to. */
  cwd(): string;
  /** Settles when no change of session is under way. */
  idle(): Promise<unknown>;
  /** @throws what keeps pi from getting prompts. */
  check(): void;
  /** The user stops everything: comes before the abort. Whether there is anything to stop. */
  aborting(): boolean;
}

/** What a user does from the prompt: sends, changes the queue, runs shell commands, attaches images, stops. */
export class Composing {
  readonly queue: Queue;
  readonly shell: Shell;
  readonly #outgoing: Outgoing;
  readonly #pi: PiLink;
  readonly #reader: PromptReader;
  readonly #hooks: ComposingHooks;

  constructor(conversation: Conversation, outgoing: Outgoing, pi: PiLink, hooks: ComposingHooks) {
    this.#outgoing = outgoing;
    this.#pi = pi;
    this.#hooks = hooks;
    this.#reader = new PromptReader(conversation, hooks.commands);
    this.queue = new Queue(conversation, outgoing, () => pi.client);
    this.shell = new Shell(conversation, {
      connect: pi.connect,
      running: () => pi.client,
      refused: outgoing.returned,
    });
  }

  /** Sends a message; resolves when pi has taken or refused it. */
  async send(prompt: PromptSend): Promise<Delivery> {
    // One start for each prompt: a pi that dies while this is read is not started for it again.
    const connecting = this.#hooks.idle().then(this.#pi.connect);
    connecting.catch(() => undefined);
    const cwd = this.#hooks.cwd();
    const read = await this.#reader.read(prompt, cwd);
    if (read === undefined) return {};
    const connect = async () => {
      const client = await connecting.then((first) => (first.exit === undefined ? first : this.#pi.connect()));
      this.#hooks.check();
      return client;
    };
    return this.#outgoing.send(read, cwd, connect, Date.now());
  }

  /**
   * Takes the queue back into the prompt and stops what runs; when that is nothing, the shell commands. Resolves when pi
   * is idle, to whether there was something to stop.
   */
  async abort(): Promise<boolean> {
    const unread = this.#reader.giveUp();
    if (unread.length > 0) this.#outgoing.returned(joinDrafts(unread));
    const isNeeded = this.#hooks.aborting() || unread.length > 0;
    const { client } = this.#pi;
    if (client === undefined) {
      this.#outgoing.takeBackHeld(); // pi is being started for them
      return isNeeded;
    }
    // Both are written at once: an abort goes on with what is left in the queue, so that is cleared before.
    const clearing = client.clearQueue();
    const aborting = client.request({ type: "abort" });
    const stopping = isNeeded ? undefined : this.shell.abort(); // not behind the answers, which may take their time
    this.#outgoing.takeBackHeld();
    const cleared = await clearing.catch(() => undefined);
    if (cleared !== undefined) this.queue.give(cleared);
    const [isStopped = isNeeded] = await Promise.all([stopping, aborting]);
    return isStopped;
  }

  /** Why pi would not take an image as things are. */
  imageProblem(image: Attachment): string | undefined {
    return imageProblem(this.#hooks.model(), this.#pi.client?.capabilities, image);
  }

  /** pi said something, and the reducer has taken it. */
  apply(event: PiEvent, { queue }: Reducer): void {
    if (event.type === "bash_execution_update") this.shell.update(event);
    if (event.type === "queue_update") this.#outgoing.queued(queue);
    this.#outgoing.release();
  }
}
