import type { RunEndBlock } from "../../agent/blocks";
import { formatDuration, formatMoney, formatTokens } from "../format";
import { groupLine, keepLine } from "../line";
import type { Line } from "../types";
import { CachedView } from "./cachedView";

/** `done in 12 s · 3.4k in · 512 out · $0.01` */
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
  const words = { done: ["done", "in"], aborted: ["stopped", "after"], error: ["failed", "after"] } as const;
  const [word, joint] = words[outcome];
  return durationMs === undefined ? word : `${word} ${joint} ${formatDuration(durationMs)}`;
}
