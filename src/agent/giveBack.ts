import type { AgentId } from "../agentContract";
import type { AgentPort } from "./agentPort";
import type { Conversation } from "./conversation";
import type { Draft } from "./draft";

/** Puts a draft into the prompt again, and says in the transcript why. */
export function giveBack(
  port: AgentPort,
  agent: AgentId,
  conversation: Conversation,
  { text, context, attachments = [] }: Draft,
  reason: string | undefined,
): void {
  if (reason !== undefined) conversation.problem(reason);
  port.post("prompt.returned", { agent, text, context, attachments, ...(reason && { reason }) });
}
