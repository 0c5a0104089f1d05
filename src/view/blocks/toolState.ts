/** How a call goes, for the right edge: `running 3 s`, `✓ 1.2 s · 214 lines`, `✗ exit 1 · 0.3 s`. */
import type { ToolBlock } from "../../agent/blocks";
import { formatDuration, formatElapsed } from "../format";
import type { Chunk } from "../types";
import type { Phase } from "./opening";
import { isShellTool } from "./toolHeader";

export function phaseOf({ state }: ToolBlock): Phase {
  if (state === "done") return "done";
  return state === "failed" || state === "aborted" ? "failed" : "active";
}

/** Shorter than this nobody waits. */
const NOTICED_MS = 100;

export const DONE: Chunk = ["✓", "PiToolDone"];
export const FAILED: Chunk = ["✗", "PiToolFailed"];

/** A coloured sign, and the facts after it without a colour of their own. */
export function signed(sign: Chunk, facts: readonly string[]): readonly Chunk[] {
  return facts.length === 0 ? [sign] : [sign, [` ${facts.join(" · ")}`, "PiTime"]];
}

/** @param count how much it gave back; empty when that says nothing. */
export function toolState(block: ToolBlock, count: string, now: number): readonly Chunk[] {
  const { state } = block;
  const took = tookText(block);
  switch (state) {
    case "drafting":
      return [["…", "PiPending"]];
    case "waiting":
      return [["waiting", "PiPending"]];
    case "running":
      return [[runningText(block.startedAt, now), "PiToolRunning"]];
    case "done": {
      const parts = [...took, ...(count === "" ? [] : [count])];
      return signed(DONE, parts);
    }
    case "failed": {
      const reason = failure(block.output.lines);
      const parts = [...(reason === undefined ? [] : [reason]), ...took];
      return signed(FAILED, parts);
    }
    case "aborted":
      return [[["stopped", ...took].join(" · "), "PiToolFailed"]];
  }
}

/** How long it took; of a command always, of anything else when one would have noticed. */
function tookText({ name, durationMs }: ToolBlock): readonly string[] {
  const least = isShellTool(name) ? 0 : NOTICED_MS;
  return durationMs === undefined || durationMs < least ? [] : [formatDuration(durationMs)];
}

function runningText(startedAt: number | undefined, now: number): string {
  const elapsed = startedAt === undefined ? 0 : now - startedAt;
  return elapsed < 1000 ? "running" : `running ${formatElapsed(elapsed)}`;
}

/** Whole seconds on a running clock. */
export function runningSecond(startedAt: number | undefined, now: number): number {
  return startedAt === undefined ? 0 : Math.max(0, Math.floor((now - startedAt) / 1000));
}

/**
 * Where the output of a failed command ends: what pi's shell tools say behind it stands in the header.
 * @param count lines of all of it, without blank ones at the end.
 */
export function endOfOutput({ name, state, output: { lines } }: ToolBlock, count: number): number {
  if (!isShellTool(name) || state !== "failed" || failure(lines) === undefined) return count;
  let end = count - 1;
  while (end > 0 && lines[end - 1]?.trim() === "") end--;
  return end;
}

/** pi's shell tools say in the last line of their output how they failed. */
function failure(lines: readonly string[]): string | undefined {
  const last = (lines.at(-1) || lines.at(-2)) ?? "";
  const code = /^Command exited with code (\d{1,10})$/.exec(last)?.[1];
  if (code !== undefined) return `exit ${code}`;
  if (last.startsWith("Command timed out")) return "timed out";
  return last === "Command aborted" ? "stopped" : undefined;
}
