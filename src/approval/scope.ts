/** What a yes for the whole session stands for: all calls of a tool, and of a shell the very command. */
import type { ToolCall } from "../extension/wire";
import { isShellTool } from "../view/blocks/toolHeader";
import { oneLine } from "../view/controls";

/** The same for calls that one yes lets run. */
export function scopeKey({ toolName, input }: ToolCall): string {
  return JSON.stringify(isShellTool(toolName) ? [toolName, input.command] : [toolName]);
}

/** How a question calls it. */
export function scopeName({ toolName }: ToolCall): string {
  return isShellTool(toolName) ? "this command" : oneLine(toolName);
}

/** How a list of them calls it. */
export function scopeLabel({ toolName, input }: ToolCall): string {
  return oneLine(isShellTool(toolName) ? `${toolName}: ${String(input.command)}` : toolName);
}
