import type { ModelRow, QueueModes, StatsReport } from "../controlContract";
import { PiError } from "../errors";
import type { PiClient } from "../pi/client";
import type { CommandOf, DataOf, Model, RpcSessionState, SlashCommand, ThinkingLevel } from "../pi/protocol";
import type { Catalog } from "./catalog";
import type { Conversation } from "./conversation";
import type { Gaps } from "./gaps";
import { asThinkingLevel, findModel, modelRows, nameOf, nextFavourite } from "./models";
import { explainRefusal, NO_MODEL, presentModel } from "./noModel";
import { statsReport } from "./statsReport";

export interface ControlHooks {
  /** Starts pi unless it runs. */
  connect(): Promise<PiClient>;
  /** Asks pi for its state again. */
  refresh(client: PiClient): Promise<RpcSessionState>;
  /** What pi last said of itself; changes show at once after `changed`. */
  state(): RpcSessionState | undefined;
  changed(): void;
  isRetrying(): boolean;
}

/** Everything a user can set or ask of one pi, apart from talking to it. Rejections are sentences to show. */
export class Controls {
  readonly catalog: Catalog;
  readonly #conversation: Conversation;
  readonly #gaps: Gaps;
  readonly #hooks: ControlHooks;
  /** pi does not say whether it retries by itself: unknown until it was set. */
  #retries: boolean | undefined;
  /** What the user has set here. */
  readonly #chosen: { model?: Model; level?: ThinkingLevel } = {};
  #last: Promise<unknown> = Promise.resolve();

  constructor(conversation: Conversation, catalog: Catalog, gaps: Gaps, hooks: ControlHooks) {
    this.#conversation = conversation;
    this.catalog = catalog;
    this.#gaps = gaps;
    this.#hooks = hooks;
  }

  async models(favourites: readonly string[]): Promise<{ models: ModelRow[]; current?: string; none: string }> {
    const models = await this.catalog.loadModels(await this.#hooks.connect());
    const current = this.#currentModel();
    return { models: modelRows(models, favourites), ...(current !== undefined && { current }), none: NO_MODEL };
  }

  /** @param name undefined: the next one, of the favourites where there are some. */
  setModel(name: string | undefined, favourites: readonly string[]): Promise<{ model: string }> {
    return this.#inTurn(() => this.#setModel(name, favourites));
  }

  async #setModel(name: string | undefined, favourites: readonly string[]): Promise<{ model: string }> {
    const client = await this.#hooks.connect();
    const models = this.catalog.models.length > 0 ? this.catalog.models : await this.catalog.loadModels(client);
    if (models.length === 0) throw new PiError("invalid", NO_MODEL);
    if (name === undefined && favourites.length === 0) return this.#cycleModel(client);
    const wanted = name ?? nextFavourite(models, favourites, this.#currentModel());
    const model = typeof wanted === "string" ? await this.#find(client, wanted) : wanted;
    this.#showModel(model);
    const set = { type: "set_model" as const, provider: model.provider, modelId: model.id };
    await this.#orCorrect(client, client.request(set));
    return this.#modelChanged(client, model);
  }

  async thinkingLevels(): Promise<{ levels: readonly ThinkingLevel[]; current?: ThinkingLevel }> {
    const client = await this.#hooks.connect();
    const levels = await this.catalog.loadLevels(client);
    if (client.capabilities.thinkingLevels === false) {
      void this.#gaps.tell("cannot say which thinking levels a model has", "all that there are are listed.");
    }
    const current = this.#hooks.state()?.thinkingLevel;
    return { levels, ...(current !== undefined && { current }) };
  }

  /** @param level undefined: the next one. @returns the level that pi has now, which is not always the one asked for. */
  setThinking(level: string | undefined): Promise<{ level: ThinkingLevel }> {
    return this.#inTurn(() => this.#setThinking(level));
  }

  async #setThinking(level: string | undefined): Promise<{ level: ThinkingLevel }> {
    const client = await this.#hooks.connect();
    if (level === undefined) {
      const next = await client.request({ type: "cycle_thinking_level" });
      if (next === null || next === undefined) throw new PiError("refused", "This model has no thinking levels.");
    } else {
      const wanted = asThinkingLevel(level);
      const state = this.#hooks.state();
      if (state !== undefined) state.thinkingLevel = wanted;
      this.#hooks.changed();
      await this.#orCorrect(client, client.request({ type: "set_thinking_level", level: wanted }));
    }
    const { thinkingLevel } = await this.#hooks.refresh(client);
    this.#chosen.level = thinkingLevel;
    return { level: thinkingLevel };
  }

  /** @param queue undefined: only asks. */
  async setQueueMode(queue: string | undefined, mode: string | undefined): Promise<QueueModes> {
    const client = await this.#hooks.connect();
    if (queue !== undefined) await client.request(queueModeCommand(queue, mode));
    const { steeringMode, followUpMode } = await this.#hooks.refresh(client);
    return { steer: steeringMode, followup: followUpMode };
  }

  /** @param what undefined: only asks. @returns what is known. */
  async setAuto(what: string | undefined, on: boolean): Promise<{ compaction: boolean; retry?: boolean }> {
    const client = await this.#hooks.connect();
    if (what === "compaction") await client.request({ type: "set_auto_compaction", enabled: on });
    else if (what === "retry") {
      await client.request({ type: "set_auto_retry", enabled: on });
      this.#retries = on;
    } else if (what !== undefined) throw new PiError("invalid", `pi does no ${what} by itself: compaction or retry.`);
    const { autoCompactionEnabled } = await this.#hooks.refresh(client);
    return { compaction: autoCompactionEnabled, ...(this.#retries !== undefined && { retry: this.#retries }) };
  }

  /** @returns whether there was a retry to give up. */
  async abortRetry(): Promise<{ aborted: boolean }> {
    const client = await this.#hooks.connect();
    const aborted = this.#hooks.isRetrying();
    await client.request({ type: "abort_retry" });
    return { aborted };
  }

  /** The result is shown in the transcript, as is a failure. */
  async compact(instructions: string | undefined): Promise<null> {
    const client = await this.#hooks.connect();
    const command = {
      type: "compact" as const,
      ...(instructions !== undefined && { customInstructions: instructions }),
    };
    await this.#explained(client.request(command));
    await this.#hooks.refresh(client);
    return null;
  }

  async stats(): Promise<StatsReport> {
    const client = await this.#hooks.connect();
    const [stats, state] = await Promise.all([
      client.request({ type: "get_session_stats" }),
      client.request({ type: "get_state" }),
    ]);
    return statsReport(stats, state);
  }

  /** @param path absolute. @returns the file that was written. */
  async exportHtml(path: string): Promise<DataOf<"export_html">> {
    const client = await this.#hooks.connect();
    return client.request({ type: "export_html", outputPath: path });
  }

  async rename(name: string): Promise<null> {
    const client = await this.#hooks.connect();
    await client.request({ type: "set_session_name", name });
    await this.#hooks.refresh(client);
    return null;
  }

  /** The user's messages that a fork can begin before, oldest first. */
  async userMessages(): Promise<DataOf<"get_fork_messages">["messages"]> {
    return (await (await this.#hooks.connect()).request({ type: "get_fork_messages" })).messages;
  }

  async commands(): Promise<{ commands: readonly SlashCommand[] }> {
    return { commands: await this.catalog.loadCommands(await this.#hooks.connect()) };
  }

  /** One after the other: pi works on commands at the same time, and the next model is that after the present one. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acting = this.#last.then(act);
    this.#last = acting.catch(() => undefined);
    return acting;
  }

  /**
   * Has a new session use the model and the level that the user has set here. pi by itself begins with those of its
   * command line, or what any pi was last set to.
   */
  async keepChoice(client: PiClient): Promise<void> {
    const { model, level } = this.#chosen;
    const ignore = () => undefined;
    // One after the other: a model brings a level of its own.
    if (model) await client.request({ type: "set_model", provider: model.provider, modelId: model.id }).catch(ignore);
    if (level) await client.request({ type: "set_thinking_level", level }).catch(ignore);
  }

  #currentModel(): string | undefined {
    const model = presentModel(this.#hooks.state());
    return model && nameOf(model);
  }

  async #find(client: PiClient, name: string): Promise<Model> {
    try {
      return findModel(this.catalog.models, name);
    } catch {
      // It may have come since: a login, a local server.
      return findModel(await this.catalog.loadModels(client), name);
    }
  }

  async #cycleModel(client: PiClient): Promise<{ model: string }> {
    const next = await client.request({ type: "cycle_model" });
    if (next === null || next === undefined) throw new PiError("refused", "pi has no other model to go to.");
    this.#showModel(next.model);
    return this.#modelChanged(client, next.model);
  }

  #showModel(model: Model): void {
    const state = this.#hooks.state();
    if (state !== undefined) state.model = model;
    this.#hooks.changed();
  }

  async #modelChanged(client: PiClient, model: Model): Promise<{ model: string }> {
    this.#chosen.model = model;
    this.#conversation.setting(`Model: ${nameOf(model)}`);
    const [state] = await Promise.allSettled([this.#hooks.refresh(client), this.catalog.loadLevels(client)]);
    // It has brought a level of its own.
    if (this.#chosen.level && state.status === "fulfilled") this.#chosen.level = state.value.thinkingLevel;
    return { model: nameOf(model) };
  }

  /** What was shown before pi agreed is put right when it does not. */
  async #orCorrect<T>(client: PiClient, asking: Promise<T>): Promise<T> {
    try {
      return await this.#explained(asking);
    } catch (error) {
      await this.#hooks.refresh(client).catch(() => undefined);
      throw error;
    }
  }

  async #explained<T>(asking: Promise<T>): Promise<T> {
    try {
      return await asking;
    } catch (error) {
      throw explainRefusal(error, this.#hooks.state());
    }
  }
}

function queueModeCommand(
  queue: string,
  mode: string | undefined,
): CommandOf<"set_steering_mode" | "set_follow_up_mode"> {
  if (queue !== "steer" && queue !== "followup") {
    throw new PiError("invalid", `pi has no queue ${queue}: use steer or followup.`);
  }
  if (mode !== "all" && mode !== "one-at-a-time") {
    const problem = mode === undefined ? "A queue mode is missing" : `There is no queue mode ${mode}`;
    throw new PiError("invalid", `${problem}: use all or one-at-a-time.`);
  }
  return { type: queue === "steer" ? "set_steering_mode" : "set_follow_up_mode", mode };
}
