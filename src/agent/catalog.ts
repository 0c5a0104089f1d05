import type { Catalog as CatalogData } from "../contract";
import type { PiClient } from "../pi/client";
import type { Model, SlashCommand, ThinkingLevel } from "../pi/protocol";
import { nameOf } from "./models";

/** What can be chosen: pi's models, the levels of the present one, and its commands. Kept, so that completing is instant. */
export class Catalog {
  models: readonly Model[] = [];
  levels: readonly ThinkingLevel[] = [];
  commands: readonly SlashCommand[] = [];
  readonly #changed: (data: CatalogData) => void;
  #told = "";

  /** @param changed hears of every change. */
  constructor(changed: (data: CatalogData) => void) {
    this.#changed = changed;
  }

  /** Asks for all of it. What pi cannot say stays as it was. */
  async load(client: PiClient): Promise<void> {
    const asking = [this.loadModels(client), this.loadLevels(client), this.loadCommands(client)];
    await Promise.allSettled(asking);
  }

  async loadModels(client: PiClient): Promise<readonly Model[]> {
    this.models = (await client.request({ type: "get_available_models" })).models;
    this.#tell();
    return this.models;
  }

  async loadLevels(client: PiClient): Promise<readonly ThinkingLevel[]> {
    this.levels = await client.thinkingLevels();
    this.#tell();
    return this.levels;
  }

  async loadCommands(client: PiClient): Promise<readonly SlashCommand[]> {
    this.commands = (await client.request({ type: "get_commands" })).commands;
    this.#tell();
    return this.commands;
  }

  #tell(): void {
    const data = {
      models: this.models.map(nameOf),
      levels: this.levels,
      commands: this.commands.map(({ name }) => name),
    };
    const text = JSON.stringify(data);
    if (text === this.#told) return;
    this.#told = text;
    this.#changed(data);
  }
}
