import type { Attachment, QueuedMessage } from "../composeContract";
import { isExit, messageOf, PiError } from "../errors";
import { readImage } from "../images/imageFile";
import type { PiClient } from "../pi/client";
import type { Disposition, ImageContent } from "../pi/protocol";
import type { ContextItem, Delivery, PromptSend } from "../promptContract";
import type { UserBlock } from "./blocks";
import { imageInfo } from "./content";
import { formatMessage } from "./contextFormat";
import type { Conversation } from "./conversation";
import { deliver, queueAgain } from "./deliver";
import { type Draft, joinDrafts } from "./draft";

/** A prompt with what its mentions stand for. That is not part of the draft: it is found anew at each sending. */
export interface ReadPrompt extends PromptSend {
  readonly mentioned: readonly ContextItem[];
  /** What goes in place of the text, where that is a template's name. */
  readonly expanded: string;
}

export interface OutgoingHooks {
  /** Whether pi works on something. */
  isBusy(): boolean;
  /** Whether pi compacts its context: it takes no message meanwhile. */
  isCompacting(): boolean;
  /** Why pi or its model does not take an image. */
  imageProblem(image: Attachment): string | undefined;
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
  /** As pi gets it. */
  readonly message: string;
  images: readonly ImageContent[];
  readonly block: UserBlock;
  /** Whether it is on its way to pi, and cannot be held back any more. */
  isHanded: boolean;
  /** Whether pi has answered that it takes it. */
  isTaken: boolean;
}

/** Messages on their way to pi: shown at once, echoed by pi, or given back. None is ever lost. */
export class Outgoing {
  readonly #conversation: Conversation;
  readonly #hooks: OutgoingHooks;
  /** In the order they were sent, each kept until its run has ended. */
  #sent: Sent[] = [];
  #unanswered = 0;
  /** What must be over before the next message goes: they keep their order. */
  #before: Promise<void> = Promise.resolve();
  #goOn: (() => void) | undefined;
  /** The answer to the message before. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Of a pi that was told to end: what was sent before that. */
  #ofEnding: ReadonlySet<Sent> | undefined;

  constructor(conversation: Conversation, hooks: OutgoingHooks) {
    this.#conversation = conversation;
    this.#hooks = hooks;
  }

  /** Whether a message was sent that pi has neither taken nor refused. */
  get isSending(): boolean {
    return this.#unanswered > 0;
  }

  /**
   * Sends one message. Resolves when pi has taken or refused it; never rejects.
   * @param connect starts pi where it does not run; its failure gives the text back.
   */
  async send(prompt: ReadPrompt, cwd: string, connect: () => Promise<PiClient>, now: number): Promise<Delivery> {
    const message = formatMessage(prompt.expanded, [...prompt.context, ...prompt.mentioned], cwd);
    const block = this.#conversation.addPending(message, now, this.#hooks.isCompacting() ? "held" : "sending");
    const sent: Sent = { draft: prompt, message, images: [], block, isHanded: false, isTaken: false };
    this.#sent.push(sent);
    this.#hooks.changed();
    try {
      await this.inOrder(() => this.#prepare(sent));
      const disposition = this.#sent.includes(sent) ? await this.#hand(sent, prompt.mode, connect) : undefined;
      const isOver = block.state === "accepted" && !this.#sent.includes(sent);
      return { block: block.id, ...(disposition && { disposition }), ...(isOver && { isOver }) };
    } catch (error) {
      // The end of pi is told by `Agent`, once for all that waited for it.
      this.#giveBack(sent, isExit(error) ? undefined : messageOf(this.#hooks.explain(error)));
      return { block: block.id };
    }
  }

  /** Runs something that must not be overtaken by a message, nor overtake one. */
  inOrder<T>(run: () => Promise<T>): Promise<T> {
    const running = this.#before.then(run);
    this.#before = running.then(ignore, ignore);
    return running;
  }

  /** Call it after whatever may have ended a compaction: what was held goes out. */
  release(): void {
    if (this.#hooks.isCompacting()) return;
    this.#goOn?.();
    this.#goOn = undefined;
  }

  /** Puts into the prompt what was never a message. */
  readonly returned = (draft: Draft, reason?: string): void => this.#hooks.returned(draft, reason);

  /** Messages that pi took out of its queue go back into the prompt, in their order. */
  takeBack(messages: readonly string[]): void {
    const drafts = messages.map((message) => this.#take(message));
    if (drafts.length > 0) this.#hooks.returned(joinDrafts(drafts));
  }

  /** Messages that are not pi's business yet (they wait e.g. for the end of a compaction) go back into the prompt. */
  takeBackHeld(): void {
    this.#bringBack(this.#sent.filter(({ isHanded }) => !isHanded));
    this.#goOn?.();
  }

  /** The drafts of messages that pi goes on holding, since it cannot give them back. */
  copyBack(messages: readonly string[]): void {
    const drafts = messages.map((message) => this.#find(message)?.draft ?? { text: message, context: [] });
    // They are in the prompt now: the end of pi must not bring them a second time.
    this.#sent = this.#sent.filter(({ message }) => !messages.includes(message));
    if (drafts.length > 0) this.#hooks.returned(joinDrafts(drafts));
  }

  /** A message that pi took out of its queue is not wanted any more. */
  drop(message: string): void {
    this.#take(message);
  }

  /** Puts messages into pi's queue again, in this order; what pi does not take goes back into the prompt. */
  async queueAgain(client: PiClient, messages: readonly QueuedMessage[]): Promise<void> {
    for (const { kind, text } of messages) {
      const sent = this.#find(text);
      try {
        await queueAgain(client, { message: text, images: sent?.images ?? [] }, kind);
      } catch (error) {
        const reason = isExit(error) ? undefined : messageOf(error);
        if (sent === undefined) this.#hooks.returned({ text, context: [] }, reason);
        else this.#giveBack(sent, reason);
      }
    }
  }

  /** pi said what waits in its queue: shows of each message as what it waits. */
  queued(queue: { readonly steering: readonly string[]; readonly followUp: readonly string[] }): void {
    for (const block of this.#conversation.pending) {
      const isLater = queue.followUp.includes(block.text);
      const kind = queue.steering.includes(block.text) ? "steer" : isLater ? "followUp" : undefined;
      if (kind === block.waitsAs || kind === undefined) continue;
      block.waitsAs = kind;
      this.#conversation.touch(block);
    }
  }

  /** pi was told to end: what is sent from now on is for the one after it. */
  ending(): void {
    this.#ofEnding = new Set(this.#sent);
  }

  /**
   * pi ended: what it had not worked off comes back. `promptText` is the message of the run that was cut. What waits for
   * the pi that takes its place (all of it, with `isRestart`) goes to that.
   */
  ended(promptText: string | undefined, isRestart: boolean): void {
    const before = this.#ofEnding ?? new Set(this.#sent);
    this.#ofEnding = undefined;
    const waiting = this.#sent.filter((sent) => !sent.isHanded && (isRestart || !before.has(sent)));
    const messages = this.#conversation.pending.map((block) => block.text);
    if (promptText !== undefined && !messages.includes(promptText)) messages.unshift(promptText);
    const isLost = (sent: Sent | undefined) => sent !== undefined && !waiting.includes(sent);
    this.takeBack(messages.filter((message) => isLost(this.#find(message))));
    this.#sent = waiting;
    this.release();
  }

  /** pi has another session: what it took for the one before and had not worked off comes back. */
  sessionChanged(): void {
    this.#bringBack(this.#sent.filter(({ block, isTaken }) => isTaken && block.state !== "accepted"));
  }

  /** The run is over: what it took is pi's. */
  settled(): void {
    this.#sent = this.#sent.filter(({ block }) => block.state !== "accepted");
  }

  /** Reads its images, and waits until pi takes messages. */
  async #prepare(sent: Sent): Promise<void> {
    const { draft, block } = sent;
    if (draft.attachments?.length) {
      sent.images = await Promise.all(draft.attachments.map(readImage));
      block.images = sent.images.map(imageInfo);
      this.#conversation.touch(block);
    }
    if (this.#hooks.isCompacting() && this.#sent.includes(sent)) {
      this.#mark(block, "held");
      await new Promise<void>((resolve) => {
        this.#goOn = resolve;
      });
    }
    if (block.state === "held") this.#mark(block, "sending");
  }

  async #hand(
    sent: Sent,
    mode: PromptSend["mode"],
    connect: () => Promise<PiClient>,
  ): Promise<Disposition | undefined> {
    const isBusy = this.#hooks.isBusy();
    this.#unanswered++;
    this.#hooks.changed();
    try {
      const client = await connect();
      const problem = sent.draft.attachments?.map(this.#hooks.imageProblem).find((text) => text !== undefined);
      if (problem !== undefined) throw new PiError("refused", problem);
      const disposition = await this.#inTurn(sent, () => deliver(client, sent, mode, isBusy));
      if (disposition !== undefined) this.#accepted(sent, disposition);
      return disposition;
    } finally {
      this.#unanswered--;
      this.#hooks.changed();
    }
  }

  /**
   * pi loses a prompt that reaches it before it has made up its mind about the one before. Behind a command nobody waits:
   * pi may run it at any time, and it may ask the user something.
   */
  #inTurn(sent: Sent, run: () => Promise<Disposition>): Promise<Disposition | undefined> {
    const handing = this.#turn.then(() => {
      if (!this.#sent.includes(sent)) return undefined;
      sent.isHanded = true;
      return run();
    });
    if (!sent.message.startsWith("/")) this.#turn = handing.then(ignore, ignore);
    return handing;
  }

  #accepted(sent: Sent, disposition: Disposition): void {
    const { block } = sent;
    sent.isTaken = true;
    if (block.state !== "sending") return;
    // A command that an extension has handled has no echo.
    if (disposition === "handled") {
      this.#conversation.settlePending(block);
      this.#hooks.handled();
    }
    if (disposition === "queued") this.#mark(block, "queued");
  }

  #mark(block: UserBlock, state: UserBlock["state"]): void {
    block.state = state;
    this.#conversation.touch(block);
  }

  /** Once only: a message that is given back is no longer known. */
  #giveBack(sent: Sent, reason: string | undefined): void {
    if (!this.#sent.includes(sent)) return;
    this.#forget(sent);
    this.#hooks.returned(sent.draft, reason);
  }

  #bringBack(messages: readonly Sent[]): void {
    for (const sent of messages) this.#forget(sent);
    if (messages.length > 0) this.#hooks.returned(joinDrafts(messages.map(({ draft }) => draft)));
  }

  /** The draft of a message that pi does not hold any more; it no longer waits in the transcript. */
  #take(message: string): Draft {
    const sent = this.#find(message);
    if (sent === undefined) return { text: message, context: [] };
    this.#forget(sent);
    return sent.draft;
  }

  #find(message: string): Sent | undefined {
    return this.#sent.find((sent) => sent.message === message);
  }

  #forget(sent: Sent): void {
    this.#sent = this.#sent.filter((other) => other !== sent);
    if (sent.block.state !== "accepted") this.#conversation.remove(sent.block);
  }
}

function ignore(): void {}
