import type { PiClient } from "../pi/client";
import { formatCount } from "../view/format";
import type { Gaps } from "./gaps";
import type { Outgoing } from "./outgoing";

/** Takes the queue back into the prompt and stops what runs. Resolves when pi is idle. */
export async function abortRun(client: PiClient, outgoing: Outgoing, gaps: Gaps): Promise<void> {
  // Both are written at once: an abort goes on with what is left in the queue, so that is cleared before.
  const clearing = client.clearQueue();
  const aborting = client.request({ type: "abort" });
  const cleared = await clearing.catch(() => undefined);
  const messages = [...(cleared?.steering ?? []), ...(cleared?.followUp ?? [])];
  if (cleared?.supported) outgoing.takeBack(messages);
  else if (messages.length > 0) {
    void gaps.tell("cannot clear its queue", `${formatCount(messages.length, "queued message")} will still be sent.`);
  }
  await aborting;
}
