import type { PiClient } from "../pi/client";
import { isBusyRefusal } from "../pi/compat";
import type { Disposition, ImageContent } from "../pi/protocol";
import type { PromptSend } from "../promptContract";

/** A message as pi gets it. */
export interface PiMessage {
  readonly message: string;
  readonly images: readonly ImageContent[];
}

/** Sends it the way that fits: while pi works a message needs a mode, and only `prompt` runs extension commands. */
export async function deliver(
  client: PiClient,
  { message, images }: PiMessage,
  mode: PromptSend["mode"],
  isBusy: boolean,
): Promise<Disposition> {
  const streamingBehavior = mode === "followUp" ? "followUp" : "steer";
  if (isBusy && mode !== "auto" && !message.startsWith("/")) return queue(client, { message, images }, mode);
  try {
    return await client.prompt(message, { images, ...(isBusy && { streamingBehavior }) });
  } catch (error) {
    // A run began between our look and pi's.
    if (isBusy || !isBusyRefusal(error)) throw error;
    return client.prompt(message, { images, streamingBehavior });
  }
}

/**
 * Puts a message into pi's queue again, whether or not pi became idle meanwhile. The text is as pi had it in its queue:
 * a command or template in it has been expanded, and what still begins with a slash is only text.
 */
export async function queueAgain(
  client: PiClient,
  { message, images }: PiMessage,
  kind: "steer" | "followUp",
): Promise<Disposition> {
  if (message.startsWith("/")) return queue(client, { message, images }, kind);
  return client.prompt(message, { images, streamingBehavior: kind });
}

async function queue(
  client: PiClient,
  { message, images }: PiMessage,
  kind: "steer" | "followUp",
): Promise<Disposition> {
  const type = kind === "followUp" ? "follow_up" : "steer";
  const withImages = images.length > 0 ? { images: [...images] } : {};
  return (await client.request({ type, message, ...withImages })).disposition;
}
