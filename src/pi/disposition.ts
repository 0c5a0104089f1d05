/** What became of a prompt, for a pi that does not say (before 0.99). */
import type { CommandOf, Disposition, RpcSessionState } from "./protocol";
import type { RunWatch } from "./runWatch";

/**
 * An extension's command may begin a run of its own a moment after its answer. Waiting for it costs nothing but this;
 * still "idle at once" to a person.
 */
const RUN_BEGINS_MS = 350;

/** What was so when the prompt was sent. */
export interface BeforePrompt {
  readonly runs: number;
  readonly queueGrowths: number;
}

/** Call it when the prompt has been accepted, with what was so before. */
export async function deriveDisposition(
  prompt: CommandOf<"prompt">,
  before: BeforePrompt,
  watch: RunWatch,
  getState: () => Promise<RpcSessionState>,
): Promise<Disposition> {
  if (watch.runs > before.runs) return "started";
  if (watch.queueGrowths > before.queueGrowths) return "queued";
  // A run is under way and nothing was queued: an extension's command runs at once even then.
  if (watch.isOpen) return prompt.message.startsWith("/") ? "handled" : "queued";
  const hasBegun = watch.nextRun(RUN_BEGINS_MS);
  // An old pi streams from the moment that it accepts a prompt, before it says `agent_start`.
  if ((await getState()).isStreaming || (await hasBegun)) return "started";
  return (await getState()).isStreaming || watch.runs > before.runs ? "started" : "handled";
}
