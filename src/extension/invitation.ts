import { HostLink } from "./hostLink";
import { INVITATION_VARIABLE, type Invitation } from "./wire";

/** pi loads the extension anew with each session: what outlives that is kept here. */
const KEPT = Symbol.for("pi.nvim.hostLink");

const kept = globalThis as { [KEPT]?: HostLink };

/**
 * The link to the host that started this pi; undefined when none did. The invitation leaves the environment, so that
 * no tool and no other pi that this one starts is handed it. The token is worth nothing once it has been shown.
 */
export function acceptInvitation(env: NodeJS.ProcessEnv = process.env): HostLink | undefined {
  const text = env[INVITATION_VARIABLE];
  delete env[INVITATION_VARIABLE];
  const invitation = text === undefined ? undefined : parse(text);
  if (invitation !== undefined) kept[KEPT] = new HostLink(invitation);
  return kept[KEPT];
}

function parse(text: string): Invitation | undefined {
  try {
    return JSON.parse(text) as Invitation;
  } catch {
    return undefined;
  }
}
