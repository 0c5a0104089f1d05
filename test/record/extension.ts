// An extension for recordings: a tool that calls another one, messages and entries of its own, a handler that throws.
// @ts-expect-error pi gives its extensions this export; the package itself has it elsewhere
import { Type } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
  pi.registerTool({
    name: "mcp__notes__search",
    label: "Search notes",
    description: "Searches notes",
    parameters: Type.Object({ query: Type.String(), limit: Type.Optional(Type.Number()) }),
    async execute(_id, { query }, _signal, _update, ctx) {
      const call = (ctx as { executeTool?: (name: string, args: unknown) => Promise<unknown> } | undefined)
        ?.executeTool;
      await call?.("bash", { command: `echo looking for ${query}` });
      await call?.("read", { path: "missing.md" });
      return { content: [{ type: "text", text: `1 note about ${query}` }], details: { query } };
    },
  });
  pi.registerCommand("note", {
    description: "Puts a note into the conversation",
    handler: async () => {
      pi.appendEntry("notes-state", { count: 1 });
      pi.sendMessage({ customType: "note", content: "# A note\n\nfrom an `extension`", display: true });
      pi.sendMessage({ customType: "note", content: "not for the eye", display: false });
    },
  });
  pi.on("turn_end", () => {
    throw new Error("the notes are gone");
  });
}
