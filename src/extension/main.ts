/** What runs inside pi: bundled to dist/pi-extension.js, which Lua names to the host and the host to pi (`-e`). */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { acceptInvitation } from "./invitation";
import { registerLivingText } from "./livingText";
import { registerEditorTools } from "./registerEditorTools";
import { registerSessionTitle } from "./sessionTitle";
import { registerToolGate } from "./toolGate";
import { registerTreeCommands } from "./treeCommands";

export default function extension(pi: ExtensionAPI): void {
  registerTreeCommands(pi);
  registerSessionTitle(pi);
  const link = acceptInvitation();
  if (link === undefined) return;
  // pi waits for it, so that no tool runs before the host has been reached.
  pi.on("session_start", () => link.open());
  registerToolGate(pi, link);
  registerLivingText(pi, link);
  registerEditorTools(pi, link);
}
