import type { PromptSend } from "../contract";
import type { SlashCommand } from "../pi/protocol";
import { resolveMentions } from "./mentions";
import type { ReadPrompt } from "./outgoing";
import { expandTemplate } from "./promptTemplate";

/** Reads what prompts name, and keeps the prompts in the order in which they were given. */
export class PromptReader {
  #last: Promise<unknown> = Promise.resolve();

  /** Never rejects: what cannot be read is sent as it was typed. */
  read(prompt: PromptSend, cwd: string, commands: () => Promise<readonly SlashCommand[]>): Promise<ReadPrompt> {
    const read = Promise.all([readPrompt(prompt, cwd, commands), this.#last]).then(([found]) => found);
    this.#last = read;
    return read;
  }
}

async function readPrompt(
  prompt: PromptSend,
  cwd: string,
  commands: () => Promise<readonly SlashCommand[]>,
): Promise<ReadPrompt> {
  const mentioned = await resolveMentions(prompt.mentions ?? [], cwd);
  const mayBeTemplate = prompt.text.startsWith("/") && prompt.context.length + mentioned.length > 0;
  const expanded = mayBeTemplate ? await expandTemplate(prompt.text, await commands()) : prompt.text;
  return { ...prompt, mentioned, expanded };
}
