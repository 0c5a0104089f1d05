import type { PiClient } from "../pi/client";
import type { CommandOf, DataOf, RpcSessionState } from "../pi/protocol";
import type { Conversation } from "./conversation";
import { showHistory } from "./history";
import type { Outgoing } from "./outgoing";
import type { Reducer } from "./reducer";

/** The commands that put another session in place of the present one. An extension may refuse each of them. */
export type SessionCommandType = "new_session" | "switch_session" | "fork" | "clone";
export type SessionCommand = CommandOf<SessionCommandType>;

export interface SessionChangeHooks {
  /**
   * Called before pi is asked. What it returns is called once pi has another session, and ends what waits in the old
   * one (its dialogs). Dialogs that come after `asked` are the refusing extension's or the new session's own.
   */
  asked(): () => void;
  /** pi has begun a new session, of which nothing is shown yet. */
  begun(client: PiClient): Promise<void>;
  /** Asks pi for its state and statistics again, and keeps them. */
  refresh(client: PiClient): Promise<RpcSessionState>;
  /** Another session is shown. */
  changed(client: PiClient): void;
}

/**
 * The one way from one session to another. Until pi has agreed nothing changes, and the old session's events are shown
 * as they come. From then on they are void: what pi holds of the new session takes the place of all blocks. Queued
 * messages go back into the prompt, and a message that is sent meanwhile waits for the new session.
 */
export class SessionChange {
  readonly #conversation: Conversation;
  readonly #reducer: Reducer;
  readonly #outgoing: Outgoing;
  readonly #hooks: SessionChangeHooks;
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  /** pi's id of the session whose conversation is shown. */
  #shownId: string | undefined;

  constructor(conversation: Conversation, reducer: Reducer, outgoing: Outgoing, hooks: SessionChangeHooks) {
    this.#conversation = conversation;
    this.#reducer = reducer;
    this.#outgoing = outgoing;
    this.#hooks = hooks;
  }

  get isUnderWay(): boolean {
    return this.#underWay > 0;
  }

  /** Resolves when no change is under way. Never rejects. */
  get idle(): Promise<unknown> {
    return this.#last;
  }

  /**
   * Resolves with pi's answer once the other session is shown; nothing has changed when it says `cancelled`.
   * Rejects with what keeps pi from it.
   */
  run<C extends SessionCommand>(connect: () => Promise<PiClient>, command: C): Promise<DataOf<C["type"]>> {
    return this.between(async () => this.#change(await connect(), command));
  }

  /** Does something after the changes that are under way, and before the next; messages wait for it. */
  between<T>(act: () => Promise<T>): Promise<T> {
    this.#underWay++;
    const acting = this.#last.then(act).finally(() => {
      this.#underWay--;
    });
    this.#last = acting.catch(() => undefined);
    return acting;
  }

  /** The session that is shown now, as `get_state` has it. */
  shows(state: RpcSessionState): void {
    this.#shownId = state.sessionId;
  }

  /** Shows the session that an extension has put in place without being asked by us. */
  async follow(client: PiClient, state: RpcSessionState): Promise<void> {
    if (this.#underWay > 0 || this.#shownId === undefined || state.sessionId === this.#shownId) return;
    this.#replace(() => {});
    await this.#show(client);
  }

  /** Shows the present session anew: pi has moved to another branch of it. */
  redraw(client: PiClient): Promise<void> {
    return this.#show(client);
  }

  async #change<C extends SessionCommand>(client: PiClient, command: C): Promise<DataOf<C["type"]>> {
    const leave = this.#hooks.asked();
    const answer = await client.request(command);
    if ((answer as DataOf<SessionCommandType> | undefined)?.cancelled) return answer;
    this.#replace(leave);
    if (command.type === "new_session") await this.#hooks.begun(client);
    await this.#show(client);
    return answer;
  }

  #replace(leave: () => void): void {
    this.#reducer.cut(Date.now());
    leave();
    this.#outgoing.sessionChanged();
    this.#conversation.replace(() => {});
  }

  async #show(client: PiClient): Promise<void> {
    // Both are asked at once and answered in this order, so that the state is not older than the history.
    const asking = client.history();
    const refreshing = this.#hooks.refresh(client);
    const [history, state] = await Promise.all([asking, refreshing]);
    // Events of the new session may have come before its history, which tells them again.
    this.#reducer.forgetBlocks(Date.now());
    showHistory(history, this.#conversation, this.#reducer);
    if (state.isStreaming && this.#reducer.run === undefined) this.#reducer.apply({ type: "agent_start" }, Date.now());
    this.shows(state);
    this.#hooks.changed(client);
  }
}
