import type {
  ExtensionAPI,
  ExtensionContext,
  ToolCallEvent,
  ToolCallEventResult,
  ToolResultEvent,
  ToolResultEventResult,
} from "@earendil-works/pi-coding-agent";
import { ruleFor } from "./gateRules";
import type { HostLink } from "./hostLink";
import type { ToolInput } from "./wire";

/** Holds each tool call that somebody in the host wants to see, until the host has said what becomes of it. */
export function registerToolGate(pi: ExtensionAPI, link: HostLink): void {
  const notes: Notes = new Map();
  pi.on("tool_call", async (event, ctx) => checkCall(event, link, notes, ctx));
  pi.on("tool_result", async (event) => withNote(event, notes));
}

/** What the model is to read behind the results of calls that run, by the calls' ids. */
type Notes = Map<string, string>;

function withNote({ toolCallId, content }: ToolResultEvent, notes: Notes): ToolResultEventResult | undefined {
  const text = notes.get(toolCallId);
  if (text === undefined) return undefined;
  notes.delete(toolCallId);
  return { content: [...content, { type: "text", text }] };
}

async function checkCall(
  event: ToolCallEvent,
  link: HostLink,
  notes: Notes,
  ctx: ExtensionContext,
): Promise<ToolCallEventResult | undefined> {
  const onFailure = ruleFor(event.toolName, link.rules);
  if (onFailure === undefined) return undefined;
  const { signal } = ctx;
  const { toolCallId, toolName } = event;
  const input = event.input as ToolInput;
  try {
    const verdict = await link.ask("tool.check", { toolCallId, toolName, input }, { signal });
    if (verdict.block !== undefined) return { block: true, reason: verdict.block };
    if (verdict.input !== undefined) replaceInput(input, verdict.input);
    if (verdict.note !== undefined) notes.set(toolCallId, verdict.note);
    return undefined;
  } catch (error) {
    if (signal?.aborted) return { block: true, reason: "The run was stopped before this call." };
    if (onFailure === "allow") return undefined;
    const problem = error instanceof Error ? error.message : String(error);
    return { block: true, reason: `This call needs the user's approval, and nobody could be asked: ${problem}.` };
  }
}

/** pi runs the call with the object that it gave to its handlers. */
function replaceInput(input: ToolInput, by: ToolInput): void {
  for (const name of Object.keys(input)) delete input[name];
  Object.assign(input, by);
}
