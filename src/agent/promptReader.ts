import type { SlashCommand } from "../pi/protocol";
import type { PromptSend } from "../promptContract";
import type { UserBlock } from "./blocks";
import type { Conversation } from "./conversation";
import { resolveMentions } from "./mentions";
import type { ReadPrompt } from "./outgoing";
import { expandTemplate } from "./promptTemplate";

/** Reads what prompts name, and keeps the prompts in the order in which they were given. */
export class PromptReader {
  readonly #conversation: Conversation;
  readonly #commands: () => Promise<readonly SlashCommand[]>;
  #last: Promise<unknown> = Promise.resolve();
  /** What is being read, and as what it is shown. */
  readonly #reading = new Map<PromptSend, UserBlock>();

  constructor(conversation: Conversation, commands: () => Promise<readonly SlashCommand[]>) {
    this.#conversation = conversation;
    this.#commands = commands;
  }

  /**
   * Never rejects: what cannot be read is sent as it was typed. Shows the prompt meanwhile.
   * @returns undefined when it was given up meanwhile.
   */
  async read(prompt: PromptSend, cwd: string): Promise<ReadPrompt | undefined> {
    this.#reading.set(prompt, this.#conversation.addPending(prompt.text, Date.now()));
    const reading = Promise.all([this.#readOne(prompt, cwd), this.#last]);
    this.#last = reading;
    const [read] = await reading;
    return this.#isDone(prompt) ? read : undefined;
  }

  /** @returns what is being read, in its order: it is not wanted any more. */
  giveUp(): PromptSend[] {
    const prompts = [...this.#reading.keys()];
    for (const prompt of prompts) this.#isDone(prompt);
    return prompts;
  }

  #isDone(prompt: PromptSend): boolean {
    const shown = this.#reading.get(prompt);
    if (shown !== undefined) this.#conversation.remove(shown);
    return this.#reading.delete(prompt);
  }

  async #readOne(prompt: PromptSend, cwd: string): Promise<ReadPrompt> {
    if (prompt.library !== undefined && !(await this.#isPis(prompt.text))) {
      const { text, mentions } = prompt.library;
      return { ...prompt, mentioned: await resolveMentions(mentions ?? [], cwd), expanded: text };
    }
    const mentioned = await resolveMentions(prompt.mentions ?? [], cwd);
    const mayBeTemplate = prompt.text.startsWith("/") && prompt.context.length + mentioned.length > 0;
    const expanded = mayBeTemplate ? await expandTemplate(prompt.text, await this.#commands()) : prompt.text;
    return { ...prompt, mentioned, expanded };
  }

  /** Whether a text begins with the name of a command, template or skill of pi's. */
  async #isPis(text: string): Promise<boolean> {
    const name = /^\/(\S+)/.exec(text)?.[1];
    return (await this.#commands()).some((command) => command.name === name);
  }
}
