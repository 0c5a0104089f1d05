import type { DialogQueue } from "../agent/dialogs";
import type { Registry } from "../agent/registry";
import type { Methods } from "../contract";
import { asList } from "./asList";

type Params<M extends keyof Methods> = Methods[M]["params"];

/** Which tool calls wait for the user's word, and what they would change. */
export function approvalHandlers(registry: Registry, dialogs: DialogQueue) {
  return {
    "approval.report": async ({ agent }: Params<"approval.report">) => registry.get(agent).tools.approvals.report(),
    "approval.choose": async ({ agent, tools }: Params<"approval.choose">) => {
      registry.approvalDecided(await registry.get(agent).tools.approvals.choose(tools && asList(tools)));
      return null;
    },
    "approval.texts": async ({ dialog }: Params<"approval.texts">) => {
      const request = dialogs.request(dialog);
      return (request?.method === "approve" && request.texts) || null;
    },
  };
}
