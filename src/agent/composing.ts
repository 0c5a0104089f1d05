import type { Attachment } from "../contract";
import type { Model, PiEvent } from "../pi/protocol";
import type { Conversation } from "./conversation";
import { imageProblem } from "./imageProblem";
import type { Outgoing } from "./outgoing";
import type { PiLink } from "./piLink";
import { Queue } from "./queue";
import type { Reducer } from "./reducer";
import { Shell } from "./shell";

export interface ComposingHooks {
  model(): Model | undefined;
  /** The user stops everything: comes before the abort. */
  aborting(): void;
}

/** What a user does from the prompt beside sending: changes the queue, runs shell commands, attaches images, stops. */
export class Composing {
  readonly queue: Queue;
  readonly shell: Shell;
  readonly #outgoing: Outgoing;
  readonly #pi: PiLink;
  readonly #hooks: ComposingHooks;

  constructor(conversation: Conversation, outgoing: Outgoing, pi: PiLink, hooks: ComposingHooks) {
    this.#outgoing = outgoing;
    this.#pi = pi;
    this.#hooks = hooks;
    this.queue = new Queue(conversation, outgoing, () => pi.client);
    this.shell = new Shell(conversation, {
      connect: pi.connect,
      running: () => pi.client,
      refused: outgoing.returned,
    });
  }

  /** Takes the queue back into the prompt and stops what runs. Resolves when pi is idle. */
  async abort(): Promise<void> {
    this.#hooks.aborting();
    const { client } = this.#pi;
    if (client === undefined) return;
    // Both are written at once: an abort goes on with what is left in the queue, so that is cleared before.
    const clearing = client.clearQueue();
    const aborting = client.request({ type: "abort" });
    this.#outgoing.takeBackHeld();
    const cleared = await clearing.catch(() => undefined);
    if (cleared !== undefined) this.queue.give(cleared);
    await aborting;
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
