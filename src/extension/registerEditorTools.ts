import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { HostLink } from "./hostLink";
import { DESCRIPTIONS, PARAMETERS } from "./toolParameters";
import type { ToolInput } from "./wire";

/** The tools that the host offers, each worked off by it. */
export function registerEditorTools(pi: ExtensionAPI, link: HostLink): void {
  for (const tool of link.tools.filter((name) => Object.hasOwn(PARAMETERS, name))) {
    pi.registerTool({
      name: tool,
      label: tool,
      description: DESCRIPTIONS[tool],
      parameters: PARAMETERS[tool],
      async execute(_toolCallId, input, signal) {
        const { text } = await link.ask("tool.run", { tool, input: input as ToolInput }, { signal });
        return { content: [{ type: "text", text }], details: undefined };
      },
    });
  }
}
