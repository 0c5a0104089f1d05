import type { ExtensionAPI, ToolResultEventResult } from "@earendil-works/pi-coding-agent";
import type { HostLink } from "./hostLink";

/** What `read` found on disk is old where the user has unsaved changes: then the model gets their text instead. */
export function registerLivingText(pi: ExtensionAPI, link: HostLink): void {
  pi.on("tool_result", async (event, ctx) => {
    if (event.toolName !== "read" || !link.isOpen) return undefined;
    const { offset, limit, ...named } = event.input as { offset?: number; limit?: number; [name: string]: unknown };
    // Some models say `file_path`, which pi takes too.
    const path = named.path ?? named.file_path;
    if (typeof path !== "string") return undefined;
    const { text } = await link
      .ask("file.living", { path, ...(offset && { offset }), ...(limit && { limit }) }, { signal: ctx.signal })
      .catch(() => ({ text: undefined }));
    return text === undefined ? undefined : replaced(text);
  });
}

/** `structuredContent` is what scripts get from pi 1.x on. */
function replaced(text: string): ToolResultEventResult {
  return { content: [{ type: "text", text }], isError: false, structuredContent: text };
}
