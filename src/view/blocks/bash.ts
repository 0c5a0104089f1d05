import type { BashBlock } from "../../agent/blocks";
import { PLAIN_STYLE } from "../ansi";
import { oneLine } from "../controls";
import { formatCount } from "../format";
import { groupLine, keepLine } from "../line";
import { renderOutputLine } from "../outputLine";
import type { Chunk, Line, ViewOptions } from "../types";
import type { BlockViewOptions } from "./blockViewOptions";
import { CachedView } from "./cachedView";
import { arrowOf, type DefaultOpen, type Opening, openingOf, type Phase } from "./opening";
import { OutputView } from "./outputView";
import { lineOf } from "./richText";
import { firstLine, longCommand } from "./toolHeader";
import { DONE, FAILED, signed } from "./toolState";

/** A shell command of the user, as it was typed: `!npm test`, with `!!` when the model does not see it. */
export class BashView extends CachedView<BashBlock> {
  readonly #defaults: DefaultOpen;
  readonly #command: readonly string[];
  /** What the header does not show in full. */
  readonly #wholeCommand: readonly Line[];
  readonly #output: OutputView;
  #header: Line | undefined;
  #footer: Line | undefined;

  constructor(block: BashBlock, { defaultOpen = {} }: BlockViewOptions) {
    super(block);
    this.#defaults = defaultOpen;
    this.#command = block.command.split(/\r\n|\n/);
    const whole = longCommand(this.#command);
    this.#wholeCommand = whole.map((raw) => renderOutputLine(raw, PLAIN_STYLE, false, "PiToolArgs").line);
    this.#output = new OutputView(block.output, "PiToolOutput");
  }

  protected override render({ open }: ViewOptions): readonly Line[] {
    const { excluded, running } = this.block;
    const opening = openingOf(this.#defaults, "bash", phaseOf(this.block), open);
    const what = firstLine(this.#command);
    const right = stateOf(this.block, this.#output.count);
    const sign = [arrowOf(opening), "PiTool"] as const;
    const pieces = [[excluded ? "!!" : "!", "PiTool"] as const, [what, "PiToolArgs"] as const];
    this.#header = keepLine(this.#header, lineOf(pieces, { sign, right }));
    return [this.#header, ...this.#body(opening, running)];
  }

  #body(opening: Opening, isRunning: boolean): readonly Line[] {
    if (opening === "closed") return [];
    const lines =
      opening === "open"
        ? [...this.#wholeCommand, ...this.#output.all(isRunning)]
        : this.#output.tail(opening.tail, isRunning);
    const { truncated, fullOutputPath } = this.block;
    if (!truncated || fullOutputPath === undefined) return lines;
    this.#footer = keepLine(this.#footer, groupLine(`Full output: ${oneLine(fullOutputPath)}`, "PiPending"));
    return [...lines, this.#footer];
  }
}

export function phaseOf({ running, cancelled, exitCode }: BashBlock): Phase {
  if (running) return "active";
  return cancelled || (exitCode !== undefined && exitCode !== 0) ? "failed" : "done";
}

function stateOf(block: BashBlock, lineCount: number): readonly Chunk[] {
  if (block.running) return [["running", "PiToolRunning"]];
  if (block.cancelled) return [["stopped", "PiToolFailed"]];
  if (phaseOf(block) === "failed") return signed(FAILED, [`exit ${block.exitCode}`]);
  return signed(DONE, lineCount > 0 ? [formatCount(lineCount, "line")] : []);
}
