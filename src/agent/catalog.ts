import type { Catalog as CatalogData } from "../controlContract";
import type { PiClient } from "../pi/client";
import type { Model, SlashCommand, ThinkingLevel } from "../pi/protocol";
import { CommandList } from "./commandList";
import { nameOf } from "./models";

/** What can be chosen: pi's models, the levels of the present one, and its commands. Kept, so that completing is instant. */
export class Catalog {
  models: readonly Model[] = [];
  levels: readonly ThinkingLevel[] = [];
  commands: readonly SlashCommand[] = [];
  readonly #list = new CommandList();
  readonly #changed: (data: CatalogData) => void;
  #told = "";

  /** @param changed hears of every change. */
  constructor(changed: (data: CatalogData) => void) {
    this.#changed = changed;
  }

  /** Asks for all of it, and tells once. What pi cannot say stays as it was. */
  async load(client: PiClient): Promise<void> {
    await Promise.allSettled([this.#askModels(client), this.#askLevels(client), this.#askCommands(client)]);
    this.#tell();
  }

  async loadModels(client: PiClient): Promise<readonly Model[]> {
    await this.#askModels(client);
    this.#tell();
    return this.models;
  }

  async loadLevels(client: PiClient): Promise<readonly ThinkingLevel[]> {
    await this.#askLevels(client);
    this.#tell();
    return this.levels;
  }

  async loadCommands(client: PiClient): Promise<readonly SlashCommand[]> {
    await this.#askCommands(client);
    this.#tell();
    return this.commands;
  }

  async #askModels(client: PiClient): Promise<void> {
    this.models = (await client.request({ type: "get_available_models" })).models;
  }

  async #askLevels(client: PiClient): Promise<void> {
    this.levels = await client.thinkingLevels();
  }

  async #askCommands(client: PiClient): Promise<void> {
    this.commands = await this.#list.get(client);
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
