import type { EventOf } from "../pi/protocol";
import type { NoticeBlock } from "./blocks";
import type { Conversation } from "./conversation";

/** What extensions report as failed: the same failure has one notice, which counts. */
export class ExtensionErrors {
  readonly #conversation: Conversation;
  readonly #told = new Map<string, { block: NoticeBlock; count: number }>();

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  add(event: EventOf<"extension_error">): void {
    const name = String(event.extensionPath).split(/[\\/]/).pop();
    const text = `Extension ${name} failed in ${event.event}: ${event.error}`;
    const known = this.#told.get(text);
    if (known === undefined) {
      this.#told.set(text, { block: this.#conversation.notice("error", text), count: 1 });
      return;
    }
    known.count++;
    known.block.text = `${text} (${known.count} times)`;
    this.#conversation.touch(known.block);
  }

  /** The notices are gone from the conversation. */
  forget(): void {
    this.#told.clear();
  }
}
