/** What a yes for the whole session stands for: all calls of a tool, and of a shell the very command. */
import type { ToolCall } from "../extension/wire";
import { oneLine } from "../view/controls";

export function isShell(toolName: string): boolean {
  return toolName === "bash" || toolName === "powershell";
}

/** The same for calls that one yes lets run. */
export function scopeKey({ toolName, input }: ToolCall): string {
  return JSON.stringify(isShell(toolName) ? [toolName, input.command] : [toolName]);
}

/** How a question calls it. */
export function scopeName({ toolName }: ToolCall): string {
  return isShell(toolName) ? "this command" : oneLine(toolName);
}

/** How a list of them calls it. */
export function scopeLabel({ toolName, input }: ToolCall): string {
  return oneLine(isShell(toolName) ? `${toolName}: ${String(input.command)}` : toolName);
}
