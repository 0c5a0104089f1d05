import type { AgentStatus } from "../agentContract";
import type { PiEvent } from "../pi/protocol";
import type { Reducer } from "./reducer";
import { buildStatus, type Facts, isBusyNow, type Life, learnFrom } from "./status";

/** What pi last said of itself, and whether Neovim has heard of it. */
export class StatusNews {
  /** Replaced whenever pi is asked anew. */
  facts: Facts = {};
  readonly #life: () => Life;
  readonly #reducer: Reducer;
  readonly #wake: () => void;
  #isNew = true;

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
    if (this.facts.state) learnFrom(event, this.facts.state);
  }

  /** Takes the status if it is new: it counts as delivered. */
  take(now: number): AgentStatus | undefined {
    if (!this.#isNew) return undefined;
    this.#isNew = false;
    return buildStatus(this.#life(), this.facts, this.#reducer, now);
  }
}
