import type { AgentSpec } from "../contract";
import type { Logger } from "../log";
import { PiClient, type PiHandlers } from "../pi/client";

/** Starts the pi that a spec describes; `args` follow the user's own. A dialog of a kind that nobody knows is cancelled. */
export function launchPi(
  spec: AgentSpec,
  args: readonly string[],
  logger: Logger,
  handlers: Omit<PiHandlers, "onUnknownUiRequest">,
): Promise<PiClient> {
  const { cmd, cwd, env } = spec;
  const launching: Promise<PiClient> = PiClient.start({
    cmd,
    args: [...spec.args, ...args],
    cwd,
    env,
    logger,
    handlers: {
      ...handlers,
      onUnknownUiRequest: async ({ id }) =>
        (await launching).respond({ type: "extension_ui_response", id, cancelled: true }),
    },
  });
  return launching;
}
