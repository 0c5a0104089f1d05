/** What runs inside pi: bundled to dist/pi-extension.js, which Lua names to the host and the host to pi (`-e`). */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerTreeCommands } from "./treeCommands";

export default function extension(pi: ExtensionAPI): void {
  registerTreeCommands(pi);
}
