// An extension of pi that stamps in the file STAMPS what each call of `write` waits: `called id ms`, before other
// extensions see the call, and `runs id ms`, when the tool begins.
import { appendFileSync } from "node:fs";
import { createWriteToolDefinition, type ExtensionAPI } from "@earendil-works/pi-coding-agent";

const stamps: string[] = [];
const stamp = (what: string, call: string) => stamps.push(`${what} ${call} ${performance.now()}\n`);

export default function extension(pi: ExtensionAPI): void {
  const write = createWriteToolDefinition(process.cwd());
  pi.on("tool_call", ({ toolCallId }) => void stamp("called", toolCallId));
  pi.registerTool({
    ...write,
    execute: (toolCallId, ...rest) => {
      stamp("runs", toolCallId);
      return write.execute(toolCallId, ...rest);
    },
  });
  pi.on("agent_end", () => appendFileSync(process.env.STAMPS as string, stamps.join("")));
}
