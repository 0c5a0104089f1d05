import type { MessageOf } from "../pi/protocol";

export type RunOutcome = "done" | "aborted" | "error";

/** What one run, from `agent_start` to `agent_settled`, costs and how it goes. */
export class Run {
  readonly startedAt: number;
  input = 0;
  output = 0;
  cost = 0;
  /** How the newest assistant message ended. */
  outcome: RunOutcome = "done";
  /** The message that started it, to be given back when pi dies before the run ends. */
  readonly promptText: string | undefined;

  constructor(startedAt: number, promptText?: string) {
    this.startedAt = startedAt;
    this.promptText = promptText;
  }

  count(message: MessageOf<"assistant">): void {
    const usage = message.usage;
    this.input += (usage?.input ?? 0) + (usage?.cacheRead ?? 0) + (usage?.cacheWrite ?? 0);
    this.output += usage?.output ?? 0;
    this.cost += usage?.cost?.total ?? 0;
    this.outcome = outcomeOf(message.stopReason);
  }
}

function outcomeOf(stopReason: string): RunOutcome {
  if (stopReason === "aborted") return "aborted";
  return stopReason === "error" ? "error" : "done";
}
