import { PiError } from "../errors";
import type { RpcSessionState } from "../pi/protocol";

const HOW = "run `pi` in a terminal and type /login there, or set an API key for pi, then :PiRestart";

/** What to do when pi has no model at all. */
export const NO_MODEL = `pi has no model yet: ${HOW}.`;

/** pi's own texts on a missing model or login tell what to type in a terminal; this plugin has other words for it. */
export function explainRefusal(error: unknown, state: RpcSessionState | undefined): unknown {
  if (!(error instanceof PiError) || error.code !== "refused") return error;
  if (/^No model(?:s available| selected)/.test(error.message)) {
    const chosen = state?.model === undefined ? NO_MODEL : "No model is selected: choose one with :PiModel.";
    return new PiError("refused", chosen, { cause: error });
  }
  const provider = /^No API key (?:found )?for (\S+?)\.?(?:\s|$)/.exec(error.message)?.[1];
  if (provider === undefined) return error;
  return new PiError("refused", `pi has no login for ${provider}: ${HOW}.`, { cause: error });
}
