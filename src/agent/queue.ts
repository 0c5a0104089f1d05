import type { QueuedMessage } from "../composeContract";
import { PiError } from "../errors";
import type { PiClient, QueueCleared } from "../pi/client";
import type { Conversation } from "./conversation";
import type { Outgoing } from "./outgoing";

/** What waits in pi's queue, taken out of it: all of it, or one message. */
export class Queue {
  readonly #conversation: Conversation;
  readonly #outgoing: Outgoing;
  /** What a pi that cannot clear its queue holds, and the prompt has been given. */
  #copied: ReadonlySet<string> = new Set();
  readonly #running: () => PiClient | undefined;

  /** @param running pi, while it runs */
  constructor(conversation: Conversation, outgoing: Outgoing, running: () => PiClient | undefined) {
    this.#conversation = conversation;
    this.#outgoing = outgoing;
    this.#running = running;
  }

  /** Takes all of it back into the prompt; pi goes on. */
  async take(): Promise<void> {
    const client = this.#running();
    this.#outgoing.takeBackHeld();
    if (client === undefined) return;
    await this.#outgoing.inOrder(async () => this.give(await client.clearQueue()));
  }

  /** Puts into the prompt what pi gave back, or what it cannot give back, and says so. */
  give(cleared: QueueCleared): void {
    const messages = [...cleared.steering, ...cleared.followUp];
    if (cleared.supported) {
      this.#outgoing.takeBack(messages);
    } else if (messages.length > 0) {
      // Asked a second time, the prompt must not get them a second time.
      this.#outgoing.copyBack(messages.filter((message) => !this.#copied.has(message)));
      this.#copied = new Set(messages);
      const count = messages.length === 1 ? "a queued message" : `${messages.length} queued messages`;
      const text = `This pi cannot clear its queue: it still holds ${count} and will send what is in the prompt now, too.`;
      this.#conversation.notice("warn", text);
    }
  }

  /**
   * Takes one message out. pi can only clear its whole queue, so the others are queued again, in their order; one that
   * pi has begun to work on meanwhile is left to it.
   */
  async change(message: QueuedMessage, action: "edit" | "drop"): Promise<void> {
    const client = this.#running();
    if (client === undefined) return;
    await this.#outgoing.inOrder(async () => {
      const cleared = await client.clearQueue();
      if (!cleared.supported) return this.#cannotChange(message, action);
      const rest = listOf(cleared);
      const at = rest.findIndex(({ kind, text }) => kind === message.kind && text === message.text);
      if (at === -1) {
        this.#conversation.notice("info", "pi has already taken that message out of its queue.");
      } else {
        rest.splice(at, 1);
        if (action === "edit") this.#outgoing.takeBack([message.text]);
        else this.#outgoing.drop(message.text);
      }
      await this.#outgoing.queueAgain(client, rest);
    });
  }

  #cannotChange({ text }: QueuedMessage, action: "edit" | "drop"): void {
    if (action === "drop") {
      throw new PiError("unsupported", "This pi cannot take a message out of its queue: update pi to 0.84.4 or newer.");
    }
    this.give({ supported: false, steering: [text], followUp: [] });
  }
}

function listOf({ steering, followUp }: QueueCleared): QueuedMessage[] {
  return [
    ...steering.map((text) => ({ kind: "steer" as const, text })),
    ...followUp.map((text) => ({ kind: "followUp" as const, text })),
  ];
}
