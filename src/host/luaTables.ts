import type { AgentSpec } from "../contract";
import { asList } from "./asList";

/** An empty Lua table arrives as a list, whatever it was meant to be. */
export function asSpec(spec: AgentSpec): AgentSpec {
  return { ...spec, args: asList(spec.args), env: Array.isArray(spec.env) ? {} : spec.env };
}
