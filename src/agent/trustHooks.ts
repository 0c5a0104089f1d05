import type { AgentPort } from "./agentPort";
import type { PiSession } from "./piSession";
import type { TrustHooks } from "./projectTrust";
import type { StatusNews } from "./statusNews";

/** What deciding about a project's files needs of an agent. */
export function trustHooks(
  port: AgentPort,
  status: StatusNews,
  session: PiSession,
  own: Pick<TrustHooks, "spec" | "restart" | "notice" | "changed">,
): TrustHooks {
  return {
    ...own,
    isBusy: () => status.isBusy,
    isUnsaved: () => session.file === undefined && (status.facts.state?.messageCount ?? 0) > 0,
    ask: (report) => port.post("trust.asked", { agent: own.spec().agent, report }),
  };
}
