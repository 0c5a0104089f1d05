import type { Attachment } from "../contract";
import type { PiClient } from "../pi/client";
import type { Model, PiEvent } from "../pi/protocol";
import type { Conversation } from "./conversation";
import { imageProblem } from "./imageProblem";
import type { Outgoing } from "./outgoing";
import { Queue } from "./queue";
import type { Reducer } from "./reducer";
import { Shell } from "./shell";

export interface ComposingHooks {
  /** Starts pi where it does not run. */
  connect(): Promise<PiClient>;
  running(): PiClient | undefined;
  model(): Model | undefined;
}

/** What a user does from the prompt beside sending: changes the queue, runs shell commands, attaches images, stops. */
export class Composing {
  readonly queue: Queue;
  readonly shell: Shell;
  readonly #outgoing: Outgoing;
  readonly #hooks: ComposingHooks;

  constructor(conversation: Conversation, outgoing: Outgoing, hooks: ComposingHooks) {
    this.#outgoing = outgoing;
    this.#hooks = hooks;
    this.queue = new Queue(conversation, outgoing, () => hooks.running());
    this.shell = new Shell(conversation, {
      connect: () => hooks.connect(),
      running: () => hooks.running(),
      refused: outgoing.returned,
    });
  }

  /** Takes the queue back into the prompt and stops what runs. Resolves when pi is idle. */
  async abort(): Promise<void> {
    const client = this.#hooks.running();
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
    return imageProblem(this.#hooks.model(), this.#hooks.running()?.capabilities, image);
  }

  /** pi said something, and the reducer has taken it. */
  apply(event: PiEvent, { queue }: Reducer): void {
    if (event.type === "bash_execution_update") this.shell.update(event);
    if (event.type === "queue_update") this.#outgoing.queued(queue);
    this.#outgoing.release();
  }
}
