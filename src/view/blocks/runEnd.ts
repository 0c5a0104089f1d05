import type { RunEndBlock } from "../../agent/blocks";
import { formatDuration, formatMoney, formatTokens } from "../format";
import { groupLine, keepLine } from "../line";
import type { Line } from "../types";
import { CachedView } from "./cachedView";

/** `12 s · 3.4k in · 512 out · $0.01`, `stopped after 4 s · …`: short enough for a narrow window. */
export class RunEndView extends CachedView<RunEndBlock> {
  #line: Line | undefined;

  protected override render(): readonly Line[] {
    const { input, output, cost } = this.block;
    const parts = [outcomeOf(this.block)];
    if (input > 0) parts.push(`${formatTokens(input)} in`);
    if (output > 0) parts.push(`${formatTokens(output)} out`);
    if (cost > 0) parts.push(formatMoney(cost));
    this.#line = keepLine(this.#line, groupLine(parts.join(" · "), "PiRunEnd"));
    return [this.#line];
  }
}

function outcomeOf({ outcome, durationMs }: RunEndBlock): string {
  const took = durationMs === undefined ? undefined : formatDuration(durationMs);
  if (outcome === "done") return took ?? "done";
  const word = outcome === "aborted" ? "stopped" : "failed";
  return took === undefined ? word : `${word} after ${took}`;
}
