import { isOwnCommand } from "../extension/commands";
import type { PiClient } from "../pi/client";
import type { SlashCommand } from "../pi/protocol";

/** Milliseconds that a list counts as new: an extension may add commands at any time, and pi does not say so. */
const FRESH_MS = 3_000;

/** What pi offers after a `/`: asked for again when it is old, or when pi is another one. */
export class CommandList {
  #client: PiClient | undefined;
  #commands: readonly SlashCommand[] = [];
  #asking: Promise<void> | undefined;
  #freshUntil = 0;

  /** At once where there is a list; an old one is renewed behind that. */
  async get(client: PiClient): Promise<readonly SlashCommand[]> {
    if (this.#client !== client) {
      this.#client = client;
      this.#commands = [];
      this.#asking = undefined;
      this.#freshUntil = 0;
    }
    if (Date.now() >= this.#freshUntil) this.#asking ??= this.#ask(client);
    if (this.#commands.length === 0) await this.#asking;
    return this.#commands;
  }

  async #ask(client: PiClient): Promise<void> {
    const answer = await client.request({ type: "get_commands" }).catch(() => undefined);
    if (client !== this.#client) return;
    this.#asking = undefined;
    this.#freshUntil = Date.now() + FRESH_MS;
    if (answer !== undefined) this.#commands = answer.commands.filter(({ name }) => !isOwnCommand(name));
  }
}
