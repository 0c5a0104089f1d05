import { PiError } from "../errors";
import { OWN_COMMANDS } from "../extension/commands";
import type { PiClient } from "../pi/client";
import type { PiEvent } from "../pi/protocol";

export interface TreeActionHooks {
  connect(): Promise<PiClient>;
  isBusy(): boolean;
  /** Shows the branch that is now the present one. */
  redraw(client: PiClient): Promise<void>;
  /** Shows the session that pi has changed to. */
  catchUp(): Promise<void>;
}

/** What is done to a session's tree through our extension, since RPC has no command for it. */
export class TreeActions {
  readonly #hooks: TreeActionHooks;
  /** What the command under way failed with. */
  #failure: string | undefined;
  #underWay: string | undefined;

  constructor(hooks: TreeActionHooks) {
    this.#hooks = hooks;
  }

  /** @returns true for the failure of a command of ours, which is told as the answer to the action instead. */
  takes(event: PiEvent): boolean {
    if (event.type !== "extension_error" || this.#underWay === undefined) return false;
    if (event.extensionPath !== `command:${this.#underWay}`) return false;
    this.#failure = String(event.error);
    return true;
  }

  /**
   * Moves the conversation to an entry.
   * @param summary undefined: without a summary of what is left behind; else instructions for it, may be empty.
   * @returns whether it is there: an extension may refuse.
   */
  async navigate(entry: string, summary: string | undefined): Promise<{ cancelled: boolean }> {
    const client = await this.#idleClient();
    const { leafId } = await client.request({ type: "get_entries", since: entry });
    await this.#run(client, OWN_COMMANDS.navigate, summary === undefined ? entry : `${entry} summary ${summary}`);
    const after = await client.request({ type: "get_entries", since: entry });
    const cancelled = after.leafId === leafId && leafId !== entry;
    if (!cancelled) await this.#hooks.redraw(client);
    return { cancelled };
  }

  /** Names an entry; an empty label takes its name away. */
  async label(entry: string, label: string): Promise<void> {
    await this.#run(await this.#hooks.connect(), OWN_COMMANDS.label, `${entry} ${label.replace(/\s+/g, " ")}`);
  }

  /** A new session that goes on behind an entry. */
  async forkAt(entry: string): Promise<void> {
    await this.#run(await this.#idleClient(), OWN_COMMANDS.fork, entry);
    await this.#hooks.catchUp();
  }

  async #idleClient(): Promise<PiClient> {
    if (this.#hooks.isBusy())
      throw new PiError("refused", "pi is at work: wait until it is done, or stop it with :PiAbort.");
    return this.#hooks.connect();
  }

  async #run(client: PiClient, command: string, args: string): Promise<void> {
    if (this.#underWay !== undefined) throw new PiError("refused", "The tree is being changed already: wait a moment.");
    this.#underWay = command;
    this.#failure = undefined;
    try {
      await client.prompt(`/${await invocationName(client, command)} ${args}`);
      if (this.#failure !== undefined) throw new PiError("refused", this.#failure);
    } finally {
      this.#underWay = undefined;
    }
  }
}

async function invocationName(client: PiClient, command: string): Promise<string> {
  const { commands } = await client.request({ type: "get_commands" });
  const own = commands.find(({ name, source }) => name === command && source === "extension");
  if (own !== undefined) return own.name;
  throw new PiError("unsupported", "Set `extension = true` and :PiRestart: the plugin's pi extension does this.");
}
