import { messageOf } from "../errors";
import { isNamed } from "../extension/gateRules";
import type { GateRule, ToolCall, ToolVerdict } from "../extension/wire";
import type { Logger } from "../log";

export type { ToolCall, ToolVerdict };

/** Somebody who sees tool calls before they run. */
export interface ToolGate extends GateRule {
  /**
   * May take as long as a person needs; then `signal` tells that the call is over, by an abort or with pi, and the
   * answer is of no use any more. A failure is the same as nobody being there.
   */
  check(call: ToolCall, signal: AbortSignal): Promise<ToolVerdict>;
}

/** The gates that an agent's tool calls go through, one after the other, each with what the ones before made of it. */
export class ToolGates {
  readonly #logger: Logger;
  readonly #changed: () => void;
  #gates: readonly ToolGate[] = [];

  /** @param changed the rules are other ones now. */
  constructor(logger: Logger, changed: () => void) {
    this.#logger = logger;
    this.#changed = changed;
  }

  /** @returns what takes the gate away. */
  add(gate: ToolGate): () => void {
    this.#gates = [...this.#gates, gate];
    this.#changed();
    return () => {
      this.#gates = this.#gates.filter((other) => other !== gate);
      this.#changed();
    };
  }

  /** A gate names other tools than before. */
  renamed(): void {
    this.#changed();
  }

  /** For pi's extension: calls that no rule names are not sent at all. */
  get rules(): readonly GateRule[] {
    return this.#gates.map(({ tools, onFailure }) => ({ tools, onFailure }));
  }

  /** The first gate that blocks ends it. */
  async check(call: ToolCall, signal: AbortSignal): Promise<ToolVerdict> {
    let { input } = call;
    const notes: string[] = [];
    for (const gate of this.#gates.filter(({ tools }) => isNamed(call.toolName, tools))) {
      const verdict = await this.#ask(gate, { ...call, input }, signal);
      if (verdict.block !== undefined) return { block: verdict.block };
      input = verdict.input ?? input;
      if (verdict.note !== undefined) notes.push(verdict.note);
    }
    return { ...(input !== call.input && { input }), ...(notes.length > 0 && { note: notes.join("\n\n") }) };
  }

  async #ask(gate: ToolGate, call: ToolCall, signal: AbortSignal): Promise<ToolVerdict> {
    try {
      return await gate.check(call, signal);
    } catch (error) {
      this.#logger.error(`checking a call of ${call.toolName} failed:`, error);
      if (gate.onFailure === "allow") return {};
      return { block: `This call could not be checked: ${messageOf(error)}` };
    }
  }
}
