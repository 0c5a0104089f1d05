import type { AgentSpec } from "../agentContract";
import { asList } from "./asList";

/** An empty Lua table arrives as a list, whatever it was meant to be. */
export function asSpec(spec: AgentSpec): AgentSpec {
  const { args, env, approve } = spec;
  return {
    ...spec,
    args: asList(args),
    env: Array.isArray(env) ? {} : env,
    ...(approve && { approve: { ...approve, tools: asList(approve.tools) } }),
  };
}
