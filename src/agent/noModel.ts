import { PiError } from "../errors";
import type { RpcSessionState } from "../pi/protocol";

const HOW = "type /login in the prompt, which opens pi's own terminal, or set an API key for pi; then :PiRestart";

/** What to do when pi has no model at all. */
export const NO_MODEL = `pi has no model yet: ${HOW}.`;

const CHOOSE = "No model is selected: choose one with :PiModel.";

/** The model of a pi that has none: an older one makes one up. */
export function presentModel(state: RpcSessionState | undefined): RpcSessionState["model"] {
  return state?.model?.provider === "unknown" ? undefined : state?.model;
}

/** pi's own texts on a missing model or login tell what to type in a terminal; this plugin has other words for it. */
export function explainRefusal(error: unknown, state: RpcSessionState | undefined): unknown {
  if (!(error instanceof PiError) || error.code !== "refused") return error;
  const key = /^No API key (?:found )?for ([^\n]+?)\.?$/m.exec(error.message)?.[1];
  if (/^No model(?:s available| selected)/.test(error.message) || key === "the selected model") {
    return new PiError("refused", presentModel(state) === undefined ? NO_MODEL : CHOOSE, { cause: error });
  }
  if (key === undefined) return error;
  return new PiError("refused", `pi has no login for ${key}: ${HOW}.`, { cause: error });
}
