/** What one entry is called in the tree: who, and the beginning of what. Untrusted text: made harmless here. */
import { argumentsOf, textOf } from "../agent/content";
import type { Message, SessionEntry } from "../pi/protocol";
import { ownWords } from "../view/contextChips";
import { oneLine } from "../view/controls";
import { formatTokens } from "../view/format";

export interface EntryText {
  readonly who: string;
  readonly text: string;
  readonly group: string;
}

const TEXT_LENGTH = 160;

/** @returns undefined for what is not part of a conversation: labels, names, usage, state of extensions. */
export function entryText(entry: SessionEntry): EntryText | undefined {
  switch (entry.type) {
    case "message":
      return messageText(entry.message as Message);
    case "compaction":
      return row("compacted", `${formatTokens(entry.tokensBefore)} tokens: ${entry.summary}`, "PiTreeNote");
    case "branch_summary":
      return row("summary", entry.summary, "PiTreeNote");
    case "custom_message":
      return entry.display ? row(entry.customType, textOf(entry.content), "PiTreeNote") : undefined;
    case "model_change":
      return row("model", `${entry.provider}/${entry.modelId}`, "PiTreeNote");
    case "thinking_level_change":
      return row("thinking", entry.thinkingLevel, "PiTreeNote");
    default:
      return undefined;
  }
}

/** Whether it is shown unless everything is asked for: results of tools and settings are not. */
export function isMain(entry: SessionEntry): boolean {
  if (entry.type === "thinking_level_change") return false;
  return entry.type !== "message" || (entry.message as Message).role !== "toolResult";
}

/** The text of a message of the user's; undefined for any other entry. */
export function userText(entry: SessionEntry): string | undefined {
  if (entry.type !== "message") return undefined;
  const message = entry.message as Message;
  return message.role === "user" ? textOf(message.content) : undefined;
}

function messageText(message: Message): EntryText | undefined {
  switch (message.role) {
    case "user":
      return row("you", ownWords(textOf(message.content)), "PiTreeUser");
    case "assistant":
      return assistantText(message);
    case "toolResult":
      return row(message.toolName, textOf(message.content), message.isError ? "PiError" : "PiTreeTool");
    case "bashExecution":
      return row("!", message.command, "PiTreeTool");
    case "custom":
      return message.display ? row(message.customType, textOf(message.content), "PiTreeNote") : undefined;
    default:
      return undefined;
  }
}

function assistantText(message: Extract<Message, { role: "assistant" }>): EntryText {
  const text = textOf(message.content).trim();
  if (text !== "") return row("pi", text, "PiTreeReply");
  const call = message.content.find((part) => part?.type === "toolCall");
  if (call?.type === "toolCall") return row(call.name, firstArgument(call.arguments), "PiTreeTool");
  if (message.stopReason === "error") return row("pi", message.errorMessage ?? "error", "PiError");
  return row("pi", message.stopReason === "aborted" ? "(stopped)" : "(nothing said)", "PiTreeNote");
}

function firstArgument(value: unknown): string {
  return String(Object.values(argumentsOf(value)).find((argument) => typeof argument === "string") ?? "");
}

function row(who: string, text: string, group: string): EntryText {
  const flat = String(text)
    .slice(0, TEXT_LENGTH * 4)
    .replace(/\s+/g, " ")
    .trim();
  return { who: oneLine(String(who), 20), text: oneLine(flat, TEXT_LENGTH), group };
}
