import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { OWN_COMMANDS } from "./commands";

/** What RPC has no command for: moving in the tree, labels, a fork at any entry. Arguments: an entry, then the rest. */
export function registerTreeCommands(pi: ExtensionAPI): void {
  const description = "for pi.nvim's own use";
  const register = (name: string, run: (entry: string, rest: string, ctx: ExtensionCommandContext) => unknown) =>
    pi.registerCommand(name, {
      description,
      handler: async (args, ctx) => {
        const [, entry = "", rest = ""] = /^\s*(\S+)\s*([\s\S]*)$/.exec(args) ?? [];
        await run(entry, rest.trim(), ctx);
      },
    });
  register(OWN_COMMANDS.navigate, (entry, rest, ctx) => navigate(entry, rest, ctx));
  register(OWN_COMMANDS.label, (entry, label) => pi.setLabel(entry, label === "" ? undefined : label));
  register(OWN_COMMANDS.fork, (entry, _rest, ctx) => ctx.fork(entry, { position: "at" }));
}

/** `rest`: empty, or `summary` and instructions for it. */
async function navigate(entry: string, rest: string, ctx: ExtensionCommandContext): Promise<void> {
  const [, summary, instructions = ""] = /^(summary)?\s*([\s\S]*)$/.exec(rest) ?? [];
  await ctx.navigateTree(entry, {
    summarize: summary !== undefined,
    ...(instructions !== "" && { customInstructions: instructions }),
  });
}
