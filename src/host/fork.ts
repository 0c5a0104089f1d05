import type { Agent } from "../agent/agent";
import { draftOf } from "../agent/draft";
import type { Arrival } from "../sessionContract";

/** A new session that ends before a message of the user's, who may then write it anew. */
export async function forkBefore(agent: Agent, entry: string): Promise<Arrival> {
  const { cancelled, text } = await agent.changeSession({ type: "fork", entryId: entry });
  return { cancelled, ...(!cancelled && draftOf(text, agent.cwd)) };
}
