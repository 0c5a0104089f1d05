import { existsSync } from "node:fs";
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

/** The session to go on with. pi writes its file only with the first reply, and refuses one that is not there. */
export function existingSession(file: string | undefined): string | undefined {
  return file !== undefined && existsSync(file) ? file : undefined;
}

/** What has pi go on with a session, or with a copy of it. */
export function sessionArgs(session: string | undefined, isForking: boolean): readonly string[] {
  return session === undefined ? [] : [isForking ? "--fork" : "--session", session];
}
