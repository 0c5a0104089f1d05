import type { AgentId } from "../agentContract";
import type { AgentPort } from "./agentPort";
import type { ReducerHooks } from "./reducer";
import type { Ticker } from "./ticker";

/** Tells Neovim how a run goes, and keeps running times going meanwhile. */
export function runHooks(agent: AgentId, port: AgentPort, ticker: Ticker): ReducerHooks {
  return {
    runStarted: () => {
      ticker.start();
      port.post("run.started", { agent });
    },
    runSettled: (outcome) => {
      ticker.stop();
      port.post("run.settled", { agent, outcome });
    },
    countdownStarted: () => ticker.start(),
    toolStarted: ({ callId, name }) => port.post("tool.started", { agent, callId, name }),
    toolEnded: ({ callId, name, state }) =>
      port.post("tool.ended", { agent, callId, name, failed: state === "failed" }),
  };
}
