import type { AgentSpec } from "../agentContract";
import type { Logger } from "../log";
import { PiClient, type PiHandlers } from "../pi/client";
import type { ExtensionUi } from "./extensionUi";

/** Starts the pi that a spec describes; `args` follow the user's own. What its extensions ask and show is `ui`'s. */
export async function launchPi(
  spec: AgentSpec,
  args: readonly string[],
  logger: Logger,
  ui: ExtensionUi,
  handlers: Omit<PiHandlers, "onUiRequest" | "onUnknownUiRequest">,
): Promise<PiClient> {
  const { cmd, cwd, env } = spec;
  // Written at once, so that an answer comes before what is sent next.
  let client: PiClient | undefined;
  ui.connect((response) => client?.respond(response));
  client = await PiClient.start({
    cmd,
    args: [...spec.args, ...args],
    cwd,
    env,
    logger,
    handlers: {
      ...handlers,
      onUiRequest: (request) => ui.take(request),
      onUnknownUiRequest: (request) => ui.takeUnknown(request),
    },
  });
  return client;
}
