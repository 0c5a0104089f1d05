import type { AgentStatus } from "../agentContract";
import type { PiClient } from "../pi/client";
import type { PiEvent, RpcSessionState } from "../pi/protocol";
import type { Reducer } from "./reducer";
import { askFacts, buildStatus, type Facts, isBusyNow, type Life, learnFrom } from "./status";

/** What pi last said of itself, and whether Neovim has heard of it. */
export class StatusNews {
  /** Replaced whenever pi is asked anew. */
  facts: Facts = {};
  readonly #life: () => Life;
  readonly #reducer: Reducer;
  readonly #wake: () => void;
  #isNew = true;
  /** What events have said since pi was asked, of each question under way. */
  readonly #saidMeanwhile = new Set<PiEvent[]>();

  constructor(life: () => Life, reducer: Reducer, wake: () => void) {
    this.#life = life;
    this.#reducer = reducer;
    this.#wake = wake;
  }

  get isBusy(): boolean {
    return isBusyNow(this.#life(), this.#reducer);
  }

  get isNew(): boolean {
    return this.#isNew;
  }

  /** Something that the status tells of may have changed. */
  touch(): void {
    this.#isNew = true;
    this.#wake();
  }

  learn(event: PiEvent): void {
    for (const said of this.#saidMeanwhile) said.push(event);
    if (this.facts.state) learnFrom(event, this.facts.state);
  }

  /** Asks pi anew. What it says of itself meanwhile is newer than its answer. */
  async ask(client: PiClient): Promise<RpcSessionState> {
    const said: PiEvent[] = [];
    this.#saidMeanwhile.add(said);
    try {
      const facts = await askFacts(client);
      for (const event of said) learnFrom(event, facts.state);
      this.facts = facts;
      return facts.state;
    } finally {
      this.#saidMeanwhile.delete(said);
    }
  }

  /** Takes the status if it is new: it counts as delivered. */
  take(now: number): AgentStatus | undefined {
    if (!this.#isNew) return undefined;
    this.#isNew = false;
    return buildStatus(this.#life(), this.facts, this.#reducer, now);
  }
}
