import type { ContextItem, PromptSend } from "../contract";
import { isExit, messageOf } from "../errors";
import type { PiClient } from "../pi/client";
import { isBusyRefusal } from "../pi/compat";
import type { Disposition } from "../pi/protocol";
import type { UserBlock } from "./blocks";
import { formatMessage } from "./contextFormat";
import type { Conversation } from "./conversation";

/** What the user typed, as it can be put back into the prompt. */
export interface Draft {
  readonly text: string;
  readonly context: readonly ContextItem[];
}

/** A prompt with what its mentions stand for. That is not part of the draft: it is found anew at each sending. */
export interface ReadPrompt extends PromptSend {
  readonly mentioned: readonly ContextItem[];
  /** What goes in place of the text, where that is a template's name. */
  readonly expanded: string;
}

export interface OutgoingHooks {
  /** Whether pi works on something. */
  isBusy(): boolean;
  /** A text was not delivered: it belongs into the prompt again. */
  returned(draft: Draft, reason?: string): void;
  /** An extension has worked a message off, and may have changed anything. */
  handled(): void;
  /** What to show in place of an error of pi's. */
  explain(error: unknown): unknown;
  /** Something that the status shows changed. */
  changed(): void;
}

interface Sent {
  readonly draft: Draft;
  readonly block: UserBlock;
  /** Whether pi has answered that it takes it. */
  isTaken: boolean;
}

/** Messages on their way to pi: shown at once, echoed by pi, or given back. None is ever lost. */
export class Outgoing {
  readonly #conversation: Conversation;
  readonly #hooks: OutgoingHooks;
  /** By the message as pi gets it: newest first come, kept until its run has ended. */
  readonly #sent = new Map<string, Sent>();
  #unanswered = 0;

  constructor(conversation: Conversation, hooks: OutgoingHooks) {
    this.#conversation = conversation;
    this.#hooks = hooks;
  }

  /** Whether a message was sent that pi has neither taken nor refused. */
  get isSending(): boolean {
    return this.#unanswered > 0;
  }

  /**
   * Sends one message. Resolves when pi has taken it, with what became of it, or refused it; never rejects.
   * @param connect starts pi where it does not run; its failure gives the text back.
   */
  async send(
    prompt: ReadPrompt,
    cwd: string,
    connect: () => Promise<PiClient>,
    now: number,
  ): Promise<Disposition | undefined> {
    const message = formatMessage(prompt.expanded, [...prompt.context, ...prompt.mentioned], cwd);
    const isBusy = this.#hooks.isBusy();
    const sent = { draft: prompt, block: this.#conversation.addPending(message, now), isTaken: false };
    this.#sent.set(message, sent);
    this.#unanswered++;
    this.#hooks.changed();
    try {
      const client = await connect();
      const disposition = await deliver(client, message, prompt.mode, isBusy);
      this.#accepted(sent, disposition);
      return disposition;
    } catch (error) {
      // The end of pi is told by `Agent`, once for all that waited for it.
      this.#giveBack(message, isExit(error) ? undefined : messageOf(this.#hooks.explain(error)));
      return undefined;
    } finally {
      this.#unanswered--;
      this.#hooks.changed();
    }
  }

  /** Messages that pi took out of its queue go back into the prompt, in their order. */
  takeBack(messages: readonly string[]): void {
    const drafts = messages.map((message) => this.#take(message));
    if (drafts.length > 0) this.#hooks.returned(joinDrafts(drafts));
  }

  /** pi ended: what it had not worked off comes back. `promptText` is the message of the run that was cut. */
  ended(promptText: string | undefined): void {
    const messages = this.#conversation.pending.map((block) => block.text);
    if (promptText !== undefined && !messages.includes(promptText)) messages.unshift(promptText);
    this.takeBack(messages.filter((message) => this.#sent.has(message)));
    this.#sent.clear();
  }

  /** pi has another session: what it took for the one before and had not worked off comes back. */
  sessionChanged(): void {
    const left = [...this.#sent].filter(([, { block, isTaken }]) => isTaken && block.state !== "accepted");
    this.takeBack(left.map(([message]) => message));
  }

  /** The run is over: what it took is pi's. */
  settled(): void {
    for (const [message, sent] of this.#sent) if (sent.block.state === "accepted") this.#sent.delete(message);
  }

  #accepted(sent: Sent, disposition: Disposition): void {
    sent.isTaken = true;
    if (sent.block.state !== "sending") return;
    // A command that an extension has handled has no echo.
    if (disposition === "handled") {
      this.#conversation.settlePending(sent.block);
      this.#hooks.handled();
    }
    if (disposition === "queued") {
      sent.block.state = "queued";
      this.#conversation.touch(sent.block);
    }
  }

  /** Once only: a message that is given back is no longer known. */
  #giveBack(message: string, reason: string | undefined): void {
    if (this.#sent.has(message)) this.#hooks.returned(this.#take(message), reason);
  }

  /** The draft of a message that pi does not hold any more; it no longer waits in the transcript. */
  #take(message: string): Draft {
    const sent = this.#sent.get(message);
    if (sent === undefined) return { text: message, context: [] };
    this.#sent.delete(message);
    if (sent.block.state !== "accepted") this.#conversation.remove(sent.block);
    return sent.draft;
  }
}

function joinDrafts(drafts: readonly Draft[]): Draft {
  const text = drafts.map((draft) => draft.text).join("\n\n");
  return { text, context: drafts.flatMap((draft) => draft.context) };
}

/** Sends it the way that fits: while pi works a message needs a mode, and only `prompt` runs extension commands. */
async function deliver(
  client: PiClient,
  message: string,
  mode: PromptSend["mode"],
  isBusy: boolean,
): Promise<Disposition> {
  const streamingBehavior = mode === "followUp" ? "followUp" : "steer";
  if (isBusy && mode !== "auto" && !message.startsWith("/")) {
    const type = mode === "followUp" ? "follow_up" : "steer";
    return (await client.request({ type, message })).disposition;
  }
  try {
    return await client.prompt(message, isBusy ? { streamingBehavior } : {});
  } catch (error) {
    // A run began between our look and pi's.
    if (isBusy || !isBusyRefusal(error)) throw error;
    return client.prompt(message, { streamingBehavior });
  }
}
